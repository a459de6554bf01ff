import { describe, expect, it } from 'vitest';
import { auctionEventAlert } from '#src/alerts/auctions/auction-alerts.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import { auction as kind } from '#src/alerts/kinds/auction/auction.ts';
import { AUCTION_TOPIC } from '#src/alerts/kinds/auction/schema.ts';
import { percentBelowFloor } from '#src/alerts/match-subject.ts';
import { NONE_PENDING } from '#src/alerts/missing-details.ts';
import { namedCoin } from '#src/chain/coins.ts';
import { auctionAddressee } from '#src/ingest/auctions/address-auctions.ts';
import { auctionOf } from '../../discord/any-auction.ts';

const COIN = 10n ** 18n;
const IN_USDC = { currency: namedCoin('USDC'), coin: { symbol: 'USDC', decimals: 6 } };

/** The alert of an event of an auction with a bid of 2 coins, and a floor of 4. */
function alertOf(change: object, topic: typeof AUCTION_TOPIC.bid | typeof AUCTION_TOPIC.ended) {
  const auction = auctionOf(change);
  const tracked: TrackedAuction = {
    ...{ auction, seenAt: 1_767_225_900_000, behindMs: 0, missingSince: null, extensions: 0, latenessMs: 0 },
    addressed: false,
    announced: {
      ...{ started: true, bids: auction.bids, endings: [], ended: false, cancelled: false, result: null },
    },
  };
  const event = { kind: topic, bid: auction.bids[0] ?? null, overtaken: [], confirms: null };
  return { ...auctionEventAlert(event, tracked), floor: 4n * COIN };
}

describe('an auction in another coin', () => {
  it.each([
    ['the chain’s own coin', {}, 2n * COIN, 50],
    ['another coin', IN_USDC, null, null],
  ])('has a price for filters, pings and the floor only in %s', (_coin, change, price, percent) => {
    const alert = alertOf(change, AUCTION_TOPIC.ended);
    expect(kind.prices(alert)).toEqual([price]);
    expect(kind.price(alert)).toBe(price);
    expect(kind.subjects(alert, NONE_PENDING).map(percentBelowFloor)).toEqual([percent]);
  });

  it.each([
    ['the chain’s own coin', {}, false],
    ['another coin', IN_USDC, true],
  ])('has bids that are high enough for a message of their own only in %s', (_coin, change, skipIfLive) => {
    const recipient = auctionAddressee(
      alertOf(change, AUCTION_TOPIC.bid),
      { channelId: '1', subscriptionIds: [] },
      { index: { roleOf: () => null }, shouldPostBid: (_channel, amount) => amount >= COIN },
    );
    expect(recipient.skipIfLive).toBe(skipIfLive);
  });

  it('keeps its coin in its alert', () => {
    expect(alertOf(IN_USDC, AUCTION_TOPIC.bid)).toMatchObject(IN_USDC);
    expect(alertOf({}, AUCTION_TOPIC.bid)).toMatchObject({ currency: null });
  });
});
