import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardMessage, testMessage } from '../../../src/discord/views/alert-message.ts';
import { ALERT_KINDS } from '../../../src/domain/alert-kind.ts';
import { referenceFor } from '../../../src/domain/delivery.ts';
import { address } from '../../support/build-activity.ts';
import { auctionAlert, saleAlert, stormAlert, toldToken } from '../../support/build-alert.ts';
import { anyAuctionAlert, anyMarketAlert } from './any-alert.ts';
import { refusals } from './discord-refuses.ts';
import { anyContext, anyLook, viewContext } from './view-context.ts';

const CHANNEL = '900000000000000001';
const card = { kind: 'auction_started', alertKey: 'auction_started:a-1' } as const;

const ETHER = 10n ** 18n;

describe('a live message that is edited', () => {
  const state = auctionAlert({ kind: 'auction_ended', status: 'sold', key: 'auction_ended:a-1' });

  it('keeps the title of its kind and shows how its auction stands now', () => {
    const [embed] = cardMessage(CHANNEL, { ...card, state }, viewContext(), 'normal').embeds;
    expect(embed?.title).toBe('Punk #7 is up for auction');
    expect(embed?.description).toMatch(/^\*\*sold\*\* · ended /);
    expect(embed?.fields?.map(({ name }) => name)).toEqual(expect.arrayContaining(['Sold for', 'Winner']));
  });

  it('keeps the reference of the alert that it was posted for', () => {
    const [embed] = cardMessage(CHANNEL, { ...card, state }, viewContext(), 'normal').embeds;
    const reference = referenceFor(CHANNEL, { key: card.alertKey });
    expect(embed?.footer?.text).toBe(`Test Market · alert ${reference}`);
  });

  it('leaves its text, and whom that mentions, as they are', () => {
    const message = cardMessage(CHANNEL, { ...card, state }, viewContext(), 'normal');
    expect(message).not.toHaveProperty('content');
    expect(message.allowed_mentions).toEqual({ parse: [] });
  });

  it('counts the trades of a storm', () => {
    const storm = { kind: 'sale', alertKey: 'storm:id:1', state: stormAlert({ count: 1_200 }) } as const;
    const [embed] = cardMessage(CHANNEL, storm, viewContext(), 'normal').embeds;
    expect(embed?.title).toBe('Punk #7 traded 1,200 times between two wallets');
  });

  it('is taken by Discord whatever became of its auction', () => {
    const kinds = fc.constantFrom(...ALERT_KINDS);
    fc.assert(
      fc.property(anyAuctionAlert, kinds, anyContext, anyLook, (auction, kind, context, look) => {
        const message = cardMessage(CHANNEL, { ...card, kind, state: auction }, context, look);
        expect(refusals(message, 'edit')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a test', () => {
  it('says so, pings nobody, and has no reference that read-back could take for a real one', () => {
    const message = testMessage(CHANNEL, saleAlert(1), viewContext(), 'normal');
    expect(message.content).toBe(`🧪 A test: this is how I tell alerts in <#${CHANNEL}>.`);
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(message.embeds[0]?.footer?.text).toBe('Test Market · only a test');
    expect(JSON.stringify(message)).not.toContain(referenceFor(CHANNEL, saleAlert(1)));
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
    const [embed] = cardMessage(
      CHANNEL,
      { kind: alert.kind, alertKey: alert.key, state: alert },
      viewContext({ links: { ...viewContext().links, profile: () => null } }),
      'normal',
    ).embeds;
    return embed;
  };
  const END = '<t:1767229200:R> (<t:1767229200:f>)';

  it('tells of a start until when it runs and from how much on', () => {
    const embed = embedOf({ bidCount: 0, leader: null, highestBid: null, outbid: null, latestBids: [] });
    expect(embed?.title).toBe('Punk #7 is up for auction');
    expect(embed?.description).toBe(`ends ${END}`);
    expect(embed?.fields?.map(({ name, value }) => [name, value])).toEqual([
      ['Highest bid', 'no bid yet'],
      ['Starting price', '**1 ETH**'],
      ['Seller', '`0x0000…005e`'],
      ['Rarity', 'rank 12 of 1,000 (top 1.2%)'],
    ]);
  });

  it('tells of a bid who leads and who was outbid, with the latest bids', () => {
    const embed = embedOf({ kind: 'auction_bid' });
    expect(embed?.title).toBe('Bid of 3 ETH on Punk #7');
    expect(embed?.description).toBe(`ends ${END}\n\`0x0000…00b1\` outbid \`0x0000…00b2\``);
    expect(embed?.fields?.at(-1)).toEqual({
      name: 'Bids (2)',
      value: '**3 ETH** by `0x0000…00b1` · <t:1767225660:R>\n**1 ETH** by `0x0000…00b2` · <t:1767225630:R>',
      inline: false,
    });
  });

  it.each([
    [{ outbid: address(0xb1) }, '`0x0000…00b1` raised their own bid'],
    [{ outbid: null, bidCount: 1 }, '`0x0000…00b1` made the first bid'],
    [{ outbid: null }, '`0x0000…00b1` leads'],
  ])('says of a bid by %j what it is', (change, text) => {
    expect(embedOf({ kind: 'auction_bid', ...change })?.description?.split('\n')[1]).toBe(text);
  });

  it.each([
    [1, 'extended once'],
    [2, 'extended 2 times'],
  ])('says that the end was moved %i times', (extensions, text) => {
    expect(embedOf({ kind: 'auction_ending', extensions })?.description).toContain(`ends ${END} · ${text}\n`);
  });

  it('tells of an end to whom it was sold, for how much, and how that compares', () => {
    const embed = embedOf({
      kind: 'auction_ended',
      status: 'sold',
      finalizedAt: 1_767_229_300,
      lastPrice: 4n * 10n ** 18n,
    });
    expect(embed?.title).toBe('Punk #7 sold at auction for 3 ETH');
    expect(embed?.description).toBe(
      'settled <t:1767229300:R> (<t:1767229300:f>)\n200% above the starting price · 50% above the floor of 2 ETH · 25% below the last price of 4 ETH',
    );
    expect(embed?.fields?.slice(0, 2).map(({ name }) => name)).toEqual(['Sold for', 'Winner']);
  });

  it.each([
    [
      'the same',
      { startingPrice: 3n * ETHER, lastPrice: 3n * ETHER },
      /^at the starting price · .+ · at the last price of 3 ETH$/,
    ],
    [
      'much less',
      { startingPrice: ETHER / 4n, lastPrice: 4n },
      /^12 times the starting price · .+ · over 1,000,000 times the last price of /,
    ],
    ['nothing', { startingPrice: 0n, lastPrice: 0n }, /^50% above the floor of 2 ETH$/],
  ])('compares a result with what went before, also with %s', (_what, change, compared) => {
    const embed = embedOf({ kind: 'auction_ended', status: 'sold', ...change });
    expect(embed?.description?.split('\n').at(-1)).toMatch(compared);
  });

  it('does not compare a result of several units with a last price, of which nobody says for how many it was', () => {
    const change = { token: toldToken({ quantity: 3n }), lastPrice: 4n * ETHER };
    const embed = embedOf({ kind: 'auction_ended', status: 'sold', ...change });
    expect(embed?.description).not.toContain('the last price');
  });

  it('measures each of several units for itself', () => {
    const token = toldToken({ quantity: 3n });
    const embed = embedOf({ kind: 'auction_ended', status: 'sold', token });
    expect(embed?.description).toContain('each 50% below the floor of 2 ETH');
  });

  it('tells of an end without a bid', () => {
    const embed = embedOf({
      kind: 'auction_ended',
      status: 'unsold',
      bidCount: 0,
      leader: null,
      highestBid: null,
    });
    expect(embed?.title).toBe('Auction of Punk #7 ended without a bid');
    expect(embed?.description).toBe(`ended without a bid ${END}`);
  });

  it('tells of an end that is not settled that it waits for that', () => {
    const embed = embedOf({ kind: 'auction_ended', status: 'ended' });
    expect(embed?.title).toBe('Auction of Punk #7 is over at 3 ETH');
    expect(embed?.description).toContain('over, waiting for settlement');
  });

  it('does not call an auction over that a bid of the last second moved on', () => {
    const embed = embedOf({ kind: 'auction_ended', status: 'running' });
    expect(embed?.title).toBe('Auction of Punk #7 goes on');
    expect(embed?.description).toContain(`ends ${END}`);
  });

  it('tells of a cancellation, also in the message about the start', () => {
    expect(embedOf({ kind: 'auction_cancelled', status: 'cancelled' })?.title).toBe(
      'Auction of Punk #7 was cancelled',
    );
    expect(embedOf({ status: 'cancelled' })?.description).toBe('**cancelled**');
  });
});
