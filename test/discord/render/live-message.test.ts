import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { alertMessage, testMessage } from '#src/discord/render/alert-message.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { address } from '../../support/build-activity.ts';
import { alertToken, auctionAlert, repeatTradesAlert, saleAlert } from '../../support/build-alert.ts';
import { isFound } from '../../support/is-found.ts';
import { liveMessageBody } from '../../support/live-edit.ts';
import { anyAuctionAlert, anyMarketAlert, postOf } from '../views/any-alert.ts';
import { refusals } from '../views/discord-refuses.ts';
import { anyContext, anyLook, viewContext } from '../views/view-context.ts';

const CHANNEL = '900000000000000001';
const card = { topic: 'auction_started', alertKey: 'auction_started:a-1' } as const;

const anyPlace = fc.constantFrom('component' as const, 'embed' as const);

const ETHER = 10n ** 18n;

describe('a live message that is edited', () => {
  const state = auctionAlert({ topic: 'auction_ended', status: 'sold', key: 'auction_ended:a-1' });

  it('shows how its auction stands now', () => {
    const [embed] = liveMessageBody(CHANNEL, { ...card, state }, viewContext(), 'normal').embeds;
    expect(embed?.title).toBe('✅ Punk #7 sold at auction for 3 ETH');
    expect(embed?.description).toMatch(/^Winner \[0x0000…00b1\]\(\S+\) · Ended /);
  });

  it('keeps the mark of the alert that it was posted for, in every state of its auction', () => {
    fc.assert(
      fc.property(anyAuctionAlert, anyContext, anyLook, anyPlace, (auction, context, look, marks) => {
        const message = liveMessageBody(CHANNEL, { ...card, state: auction }, context, look, marks);
        expect(isFound(message, CHANNEL, { key: card.alertKey })).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('has the components of its message, and none in a channel that publishes', () => {
    const posted = alertMessage(
      postOf([auctionAlert(card)], 'card', { channelId: CHANNEL }),
      viewContext(),
      'normal',
    );
    const edited = { ...card, state: auctionAlert({ topic: 'auction_bid' }) };
    const edit = liveMessageBody(CHANNEL, edited, viewContext(), 'normal');
    expect(edit.components).toEqual(posted.components);
    expect(edit.components).toHaveLength(1);
    expect(liveMessageBody(CHANNEL, edited, viewContext(), 'normal', 'embed').components).toEqual([]);
  });

  it('leaves its text and mentions unchanged', () => {
    const message = liveMessageBody(CHANNEL, { ...card, state }, viewContext(), 'normal');
    expect(message).not.toHaveProperty('content');
    expect(message.allowed_mentions).toEqual({ parse: [] });
  });

  it('counts repeat trades', () => {
    const repeatTrades = {
      topic: 'sale',
      alertKey: 'repeat-trades:id:1',
      state: repeatTradesAlert({ count: 1_200 }),
    } as const;
    const [embed] = liveMessageBody(CHANNEL, repeatTrades, viewContext(), 'normal').embeds;
    expect(embed?.title).toBe('Punk #7 traded 1,200 times between two wallets');
  });

  it('is accepted by Discord in every state of its auction', () => {
    const topics = fc.constantFrom(...TOPICS);
    fc.assert(
      fc.property(anyAuctionAlert, topics, anyContext, anyLook, (auction, kind, context, look) => {
        const message = liveMessageBody(CHANNEL, { ...card, topic: kind, state: auction }, context, look);
        expect(refusals(message, 'edit')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a test', () => {
  it('says so, pings nobody, and has no reference that read-back could take for a real one', () => {
    const message = testMessage(CHANNEL, saleAlert(1), viewContext(), 'normal');
    expect(message.content).toBe(`🧪 Test: this is how alerts look in <#${CHANNEL}>.`);
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(message.embeds[0]?.footer?.text).toBe('Test Market · only a test');
    expect(JSON.stringify(message)).not.toContain(referenceFor(CHANNEL, saleAlert(1)));
  });

  it('has the buttons that the alert will have', () => {
    const labelsOf = ({ components }: { readonly components?: unknown }) =>
      JSON.stringify(components).match(/"label":"[^"]+"/g);
    const test = testMessage(CHANNEL, saleAlert(1), viewContext(), 'normal');
    const real = alertMessage(postOf([saleAlert(1)]), viewContext(), 'normal');
    expect(labelsOf(test)).toEqual(labelsOf(real));
    expect(labelsOf(test)).toHaveLength(4);
    expect(testMessage(CHANNEL, saleAlert(1), viewContext(), 'normal', 'embed').components).toEqual([]);
  });

  it('is taken by Discord whatever it is a test of', () => {
    fc.assert(
      fc.property(anyMarketAlert, anyContext, anyLook, (alert, context, look) => {
        expect(refusals(testMessage(CHANNEL, alert, context, look))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the embed of an auction', () => {
  const embedOf = (change: Parameters<typeof auctionAlert>[0]) => {
    const alert = auctionAlert(change);
    const [embed] = liveMessageBody(
      CHANNEL,
      { topic: alert.topic, alertKey: alert.key, state: alert },
      viewContext({ links: { ...viewContext().links, profile: () => null } }),
      'normal',
    ).embeds;
    return embed;
  };
  const END = '<t:1767229200:R>';

  const linesOf = (change: Parameters<typeof auctionAlert>[0]) =>
    embedOf(change)?.description?.split('\n') ?? [];
  const nobody = { bidCount: 0, leader: null, highestBid: null, outbid: null, latestBids: [] };

  it('says of a start from how much on it runs and until when', () => {
    const embed = embedOf(nobody);
    expect(embed?.title).toBe('🔨 Punk #7 is up for auction');
    expect(embed?.description?.split('\n')).toEqual([
      'No bids yet, starting price **1 ETH**',
      `Ends ${END}`,
      'rank 12 · seller `0x0000…005e`',
      '-# hat: **beanie** 4.5%',
    ]);
    expect(embed).not.toHaveProperty('fields');
  });

  it('says of what is bid the top bid and its bidder first, and until when it runs', () => {
    const [first, second, third] = linesOf({ extensions: 1 });
    expect(first).toBe('**3 ETH** top bid · `0x0000…00b1`');
    expect(second).toBe(`Ends ${END} (extended once)`);
    expect(third).toBe('from 1 ETH · 2 bids · rank 12 · seller `0x0000…005e`');
  });

  it('lists three bids at most, and counts the earlier ones', () => {
    const latestBids = [5n, 4n, 3n, 2n, 1n].map((coins) => ({
      bidder: address(0xb1),
      amount: coins * ETHER,
      at: 1_767_225_600,
    }));
    const [field] = embedOf({ bidCount: 7, latestBids })?.fields ?? [];
    expect(field?.name).toBe('Bids (7)');
    expect(field?.value.split('\n')).toEqual([
      '**5 ETH** · `0x0000…00b1`',
      '**4 ETH** · `0x0000…00b1`',
      '**3 ETH** · `0x0000…00b1`',
      'and 4 earlier bids',
    ]);
  });

  it('says of a bid who leads and who was outbid, with the latest bids', () => {
    const embed = embedOf({ topic: 'auction_bid' });
    expect(embed?.title).toBe('📈 Bid of 3 ETH on Punk #7');
    expect(embed?.description?.split('\n').slice(0, 3)).toEqual([
      '`0x0000…00b1` outbid `0x0000…00b2`',
      `Ends ${END}`,
      'from 1 ETH · 2 bids · rank 12 · seller `0x0000…005e`',
    ]);
    expect(embed?.fields).toEqual([
      {
        name: 'Bids (2)',
        value: '**3 ETH** · `0x0000…00b1`\n**1 ETH** · `0x0000…00b2`',
        inline: false,
      },
    ]);
  });

  it.each([
    [{ outbid: address(0xb1) }, '`0x0000…00b1` raised their own bid'],
    [{ outbid: null, bidCount: 1 }, '`0x0000…00b1` placed the first bid'],
    [{ outbid: null }, '`0x0000…00b1` leads'],
  ])('says of a bid by %j what it is', (change, text) => {
    expect(linesOf({ topic: 'auction_bid', ...change })[0]).toBe(text);
  });

  it.each([
    [1, 'extended once'],
    [2, 'extended 2 times'],
  ])('says that the end was moved %i times', (extensions, text) => {
    expect(embedOf({ topic: 'auction_ending', extensions })?.description).toContain(
      `Ends ${END} (${text})\n`,
    );
  });

  it('says of an end to whom it was sold, when that was settled, and how that compares', () => {
    const change = {
      topic: 'auction_ended',
      status: 'sold',
      finalizedAt: 1_767_229_300,
      lastPrice: 4n * ETHER,
    } as const;
    expect(embedOf(change)?.title).toBe('✅ Punk #7 sold at auction for 3 ETH');
    expect(linesOf(change).slice(0, 2)).toEqual([
      'Winner `0x0000…00b1` · Settled <t:1767229300:R>',
      '50% above floor · 200% above starting price · last sold for 4 ETH · rank 12',
    ]);
  });

  it.each([
    ['the same', { startingPrice: 3n * ETHER }, '50% above floor · at starting price · rank 12'],
    ['much less', { startingPrice: ETHER / 4n }, '50% above floor · 12 times the starting price · rank 12'],
    ['nothing', { startingPrice: 0n }, '50% above floor · rank 12'],
  ])('compares a result with a starting price of %s', (_what, change, line) => {
    expect(linesOf({ topic: 'auction_ended', status: 'sold', ...change })[1]).toBe(line);
  });

  it('has no last price for several units, because its quantity is unknown', () => {
    const change = { token: alertToken({ quantity: 3n }), lastPrice: 4n * ETHER };
    const embed = embedOf({ topic: 'auction_ended', status: 'sold', ...change });
    expect(embed?.description).not.toContain('last sold');
  });

  it('measures each of several units by itself', () => {
    const token = alertToken({ quantity: 3n });
    const embed = embedOf({ topic: 'auction_ended', status: 'sold', token });
    expect(embed?.description).toContain('50% below floor per unit');
  });

  it('shows an end without a bid', () => {
    const embed = embedOf({
      topic: 'auction_ended',
      status: 'unsold',
      bidCount: 0,
      leader: null,
      highestBid: null,
    });
    expect(embed?.title).toBe('💤 Auction of Punk #7 ended without a bid');
    expect(embed?.description?.split('\n')[0]).toBe(`Ended ${END}`);
  });

  it('shows an end that is not settled that it waits for that', () => {
    const embed = embedOf({ topic: 'auction_ended', status: 'ended' });
    expect(embed?.title).toBe('🏁 Punk #7 won at auction for 3 ETH');
    expect(embed?.description).toContain('Winner ');
    expect(embed?.description).toContain('waiting for settlement');
  });

  it('names no winner of an end while a late bid may still win', () => {
    const embed = embedOf({ topic: 'auction_ended', status: 'ended', provisional: true });
    expect(embed?.title).toBe('🏁 Auction of Punk #7 ended at 3 ETH, settling');
    expect(embed?.description).toContain('Top bid by');
    expect(embed?.description).toContain('a late bid may still win');
    expect(embed?.description).not.toContain('Winner ');
  });

  it('does not call an auction over that a bid of the last second moved on', () => {
    const embed = embedOf({ topic: 'auction_ended', status: 'running' });
    expect(embed?.title).toBe('🔨 Auction of Punk #7 continues');
    expect(embed?.description).toContain(`Ends ${END}`);
  });

  it('shows a cancellation, also in the message about the start', () => {
    expect(embedOf({ topic: 'auction_cancelled', status: 'cancelled' })?.title).toBe(
      '🚫 Auction of Punk #7 was cancelled',
    );
    expect(embedOf({ status: 'cancelled' })?.title).toBe('🚫 Auction of Punk #7 was cancelled');
  });
});
