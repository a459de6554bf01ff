import type { AuctionAlert } from '#src/alerts/alert.ts';
import type { Address } from '#src/chain/address.ts';
import type { Market } from '../match/market.ts';

/** Auctions that run at once. */
const RUNNING = 2_000;
const START = Date.UTC(2026, 0, 1) / 1_000;

/** An auction by its number: always the same token, seller and bidders. */
export interface RunningAuction {
  readonly auction: string;
  readonly collection: Address;
  readonly tokenId: string;
  readonly seller: Address;
  readonly bidders: readonly Address[];
}

/** The auctions of a market. The first is the one that everybody looks at. */
export function makeAuctions(market: Market): readonly RunningAuction[] {
  return Array.from({ length: RUNNING }, (_, number) => ({
    auction: `a-${number}`,
    collection: market.collection(),
    tokenId: String(market.below(10_000)),
    seller: market.wallet(),
    bidders: Array.from({ length: 2 + market.below(20) }, () => market.wallet()),
  }));
}

/** A bid on the auction, by which up to three are outbid. */
export function bidOn(running: RunningAuction, market: Market, number: number): AuctionAlert {
  const { auction, collection, tokenId, seller, bidders } = running;
  const from = market.below(bidders.length);
  const [leader = null, ...overtaken] = [...bidders, ...bidders].slice(from, from + 4);
  const highestBid = market.price();
  return {
    kind: 'auction',
    topic: 'auction_bid',
    key: `bid:${number}`,
    liveKey: `auction:${auction}`,
    auction,
    auctionId: null,
    token: {
      collection,
      collectionName: 'Foxes',
      tokenId,
      tokenName: 'Fox',
      image: null,
      rarity: null,
      attributes: [],
      quantity: 1n,
    },
    seller,
    startingPrice: 1n,
    currency: null,
    startTime: START,
    endTime: START + 86_400,
    status: 'running',
    leader,
    highestBid,
    bidCount: bidders.length,
    outbid: overtaken[0] ?? null,
    overtaken,
    overtakenBids: overtaken.map(() => 1n),
    latestBids: [],
    extensions: 0,
    finalizedAt: null,
    provisional: false,
    confirms: null,
    floor: null,
    lastPrice: null,
    leads: [],
    txHash: null,
    occurredAt: START + number,
  };
}
