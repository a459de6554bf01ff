import { describe, expect, it } from 'vitest';
import type { AuctionAlert } from '#src/alerts/alert.ts';
import { leftToCard } from '#src/alerts/auctions/auction-card.ts';
import type { AuctionTopic } from '#src/alerts/kinds/registry.ts';
import { auctionAlert, saleAlert } from '../../support/build-alert.ts';

const CARD_ALONE = { auctions: 'card' } as const;
const MESSAGES = { auctions: 'messages' } as const;

const left = (
  topic: AuctionTopic,
  {
    auctions,
    status = 'running',
    sincePosted = false,
  }: {
    readonly auctions: 'card' | 'messages';
    readonly status?: AuctionAlert['status'];
    readonly sincePosted?: boolean;
  },
) => leftToCard(auctionAlert({ topic }), { state: auctionAlert({ status }), sincePosted }, { auctions });

const TOPICS = [
  'auction_started',
  'auction_bid',
  'auction_ending',
  'auction_ended',
  'auction_cancelled',
] as const;

describe('what is left to the card of its auction', () => {
  it.each(TOPICS)(
    'is everything where the channel wants the card alone, and ends are posted if it cannot be edited (%s)',
    (topic) => {
      const isEnd = topic === 'auction_ended' || topic === 'auction_cancelled';
      expect(left(topic, CARD_ALONE)).toEqual({ orPost: isEnd });
    },
  );

  it.each(TOPICS)('is nothing beside a running auction where the channel wants messages (%s)', (topic) => {
    expect(left(topic, MESSAGES)).toBeNull();
    expect(left(topic, { ...MESSAGES, sincePosted: true })).toBeNull();
  });

  it('is a coming end once the auction is over', () => {
    for (const wanted of [CARD_ALONE, MESSAGES])
      expect(left('auction_ending', { ...wanted, status: 'ended' })).toEqual({ orPost: false });
  });

  it('is an end with which the card was posted late', () => {
    for (const topic of ['auction_ended', 'auction_cancelled'] as const) {
      expect(left(topic, { ...MESSAGES, status: 'ended', sincePosted: true })).toEqual({ orPost: true });
      expect(left(topic, { ...MESSAGES, status: 'ended' })).toBeNull();
    }
    expect(left('auction_bid', { ...MESSAGES, status: 'ended', sincePosted: true })).toBeNull();
  });

  it('is no alert of another kind', () => {
    expect(leftToCard(saleAlert(1), { state: auctionAlert(), sincePosted: true }, CARD_ALONE)).toBeNull();
  });
});
