import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import type { MessageSize } from '#src/alerts/settings.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import { liveMessageBody } from '../../support/live-edit.ts';
import { anyAuctionAlert, postOf } from '../views/any-alert.ts';
import { refusals } from '../views/discord-refuses.ts';
import { anyContext, anyLook, viewContext } from '../views/view-context.ts';

const CHANNEL = '900000000000000001';
const CARD_URL = 'https://discord.com/channels/1/2/3';
const noBid = { bidCount: 0, leader: null, highestBid: null, outbid: null, latestBids: [] };

const YELLOW = 0xf1c40f;
const ORANGE = 0xf39c12;
const GREEN = 0x27ae60;
const GREY = 0x95a5a6;

/** The card of an auction that was posted at its start, as it is edited. */
function cardOf(change: Partial<AuctionAlert>, topic: AuctionAlert['topic'] = 'auction_started') {
  const state = auctionAlert(change);
  const card = { topic, alertKey: `${topic}:a-1`, state };
  return liveMessageBody(CHANNEL, card, viewContext(), 'normal').embeds[0];
}

/** A message about this alert in a channel that has the auction's card. */
function followUpOf(
  change: Partial<AuctionAlert>,
  cardUrl: string | null = CARD_URL,
  size: MessageSize = 'big',
) {
  const post = { ...postOf([auctionAlert(change)]), cardMessageId: '3', cardUrl };
  return alertMessage(post, viewContext(), size).embeds?.[0];
}

describe('the card of an auction', () => {
  it.each<[string, Partial<AuctionAlert>, string, number]>([
    ['a start', noBid, '🔨 Punk #7 is up for auction', YELLOW],
    ['a bid', { topic: 'auction_bid' }, '🔨 Punk #7 is up for auction', ORANGE],
    ['a sale', { status: 'sold', finalizedAt: 1 }, '✅ Punk #7 sold at auction for 3 ETH', GREEN],
    [
      'an end without a bid',
      { ...noBid, status: 'unsold' },
      '💤 Auction of Punk #7 ended without a bid',
      GREY,
    ],
    [
      'an end whose result may change',
      { status: 'ended', provisional: true },
      '🏁 Auction of Punk #7 ended at 3 ETH, settling',
      0xe67e22,
    ],
    [
      'an end without a bid so far',
      { ...noBid, status: 'unsold', provisional: true },
      '💤 Auction of Punk #7 ended without a bid, settling',
      GREY,
    ],
    ['an end that is not settled', { status: 'ended' }, '🏁 Punk #7 won at auction for 3 ETH', 0xe67e22],
    ['a cancellation', { status: 'cancelled' }, '🚫 Auction of Punk #7 was cancelled', 0x7f8c8d],
  ])('has the sign, the headline and the colour of %s', (_, change, title, color) => {
    expect(cardOf(change)).toMatchObject({ title, color });
  });

  it.each(['auction_started', 'auction_bid', 'auction_ending', 'auction_ended'] as const)(
    'posted as %s shows the end once it is over',
    (topic) => {
      expect(cardOf({ status: 'sold' }, topic)?.title).toBe('✅ Punk #7 sold at auction for 3 ETH');
      expect(cardOf({ ...noBid, status: 'unsold' }, topic)?.title).toBe(
        '💤 Auction of Punk #7 ended without a bid',
      );
    },
  );

  it('never says that an auction that is over is up or ends soon, nor that one that runs is over', () => {
    fc.assert(
      fc.property(anyAuctionAlert, anyContext, anyLook, (state, context, look) => {
        const card = { topic: 'auction_ending', alertKey: 'k', state } as const;
        const text = JSON.stringify(liveMessageBody(CHANNEL, card, context, look));
        const isOpen = state.status === 'running' || state.status === 'upcoming';
        expect(/is up for auction|ends soon|Ends </.test(text) && !isOpen).toBe(false);
      }),
    );
  });

  it('that is posted after the end shows the end', () => {
    const { embeds = [] } = alertMessage(postOf([auctionAlert({ status: 'sold' })]), viewContext(), 'normal');
    expect(embeds[0]?.title).toBe('✅ Punk #7 sold at auction for 3 ETH');
  });
});

describe('a message beside the card of its auction', () => {
  it('is the collection, a title and a line that links to the card, with a small picture', () => {
    const embed = followUpOf({ topic: 'auction_ended', status: 'sold' });
    expect(embed?.author?.name).toBe('Punks');
    expect(embed?.title).toBe('✅ Punk #7 sold at auction for 3 ETH');
    expect(embed?.description).toMatch(
      /^Winner \[.+\]\(.+\) · \*\*\[Auction card\]\(https:\/\/discord\.com\/channels\/1\/2\/3\)\*\*$/,
    );
    expect(embed?.thumbnail?.url).toBe('https://example.com/7.png');
    expect(embed).not.toHaveProperty('image');
    expect(embed?.fields ?? []).toEqual([]);
  });

  it('has no collection and no picture where the channel wants compact messages', () => {
    const embed = followUpOf({ topic: 'auction_ended', status: 'sold' }, CARD_URL, 'compact');
    expect(embed?.title).toBe('✅ Punk #7 sold at auction for 3 ETH');
    expect(embed).not.toHaveProperty('author');
    expect(embed).not.toHaveProperty('thumbnail');
  });

  it('about a coming end says when that is, the top bid and who leads', () => {
    const embed = followUpOf({ topic: 'auction_ending' });
    expect(embed?.title).toBe('⏳ Punk #7 ends soon');
    expect(embed?.description).toMatch(
      /^Ends <t:1767229200:R> · top bid \*\*3 ETH\*\* · \[0x0000…00b1\]\(.+\) leads · \*\*\[Auction card\]/,
    );
  });

  it('about a coming end without a bid says only when that is', () => {
    const embed = followUpOf({ topic: 'auction_ending', ...noBid }, null);
    expect(embed?.title).toBe('⏳ Punk #7 ends soon');
    expect(embed?.description).toBe('Ends <t:1767229200:R>');
  });

  it('about a bid says who made it', () => {
    const embed = followUpOf({ topic: 'auction_bid' });
    expect(embed?.title).toBe('📈 Bid of 3 ETH on Punk #7');
    expect(embed?.description).toContain('outbid');
  });

  it.each<[Partial<AuctionAlert>, string]>([
    [{ topic: 'auction_ended', ...noBid, status: 'unsold' }, '💤 Auction of Punk #7 ended without a bid'],
    [{ topic: 'auction_cancelled', ...noBid, status: 'cancelled' }, '🚫 Auction of Punk #7 was cancelled'],
  ])('has nothing but the link where there is nothing to add', (change, title) => {
    expect(followUpOf(change)).toMatchObject({ title, description: `**[Auction card](${CARD_URL})**` });
    expect(followUpOf(change, null)).not.toHaveProperty('description');
  });

  it('about an end that a late bid reverted says that the auction goes on', () => {
    expect(followUpOf({ topic: 'auction_ended', status: 'running' })?.title).toBe(
      '🔨 Auction of Punk #7 continues',
    );
  });

  it('is taken by Discord whatever the auction is, as a message and as an edit', () => {
    fc.assert(
      fc.property(anyAuctionAlert, anyContext, anyLook, (alert, context, look) => {
        const follows = { cardMessageId: '3', cardUrl: CARD_URL };
        expect(refusals(alertMessage({ ...postOf([alert]), ...follows }, context, look))).toEqual([]);
        const card = { topic: alert.topic, alertKey: alert.key, state: alert, ...follows };
        expect(refusals(liveMessageBody(CHANNEL, card, context, look), 'edit')).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
