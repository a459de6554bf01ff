import type { AuctionAlert } from './alert.ts';
import { auctionStatus, type Bid } from './auction.ts';
import { bidsInOrder } from './auction-bids.ts';
import { type AuctionNews, endedAt } from './auction-progress.ts';
import type { EndingLead } from './subscription.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** Bids that an alert names. */
const LATEST_BIDS = 5;

/** What an alert says of its occasion; the rest is how the auction stands. */
type Occasion = Pick<AuctionAlert, 'kind' | 'key' | 'occurredAt' | 'txHash' | 'leads'>;

/** The topic of an auction (`domain/topic.ts`). */
const auctionTopic = (id: string): string => `auction:${id}`;

/** The auction as it stands at `at` (epoch ms). What the marketplace tells of its token elsewhere is left open. */
function alertOf(tracked: TrackedAuction, occasion: Occasion, at: number): AuctionAlert {
  const { auction, extensions } = tracked;
  const bids = bidsInOrder(auction);
  const leading = bids.at(-1);
  return {
    type: 'auction',
    ...occasion,
    topic: auctionTopic(auction.id),
    auction: auction.id,
    auctionId: auction.auctionId,
    token: {
      collection: auction.collection,
      collectionName: null,
      tokenId: auction.tokenId,
      tokenName: null,
      image: null,
      rarity: null,
      attributes: [],
      quantity: auction.quantity,
    },
    seller: auction.seller,
    startingPrice: auction.startingPrice,
    startTime: auction.startTime,
    endTime: auction.endTime,
    status: auctionStatus(auction, at / 1_000),
    leader: leading === undefined ? null : (leading.bidder ?? auction.highestBidder),
    highestBid: leading?.amount ?? null,
    bidCount: bids.length,
    outbid: bids.at(-2)?.bidder ?? null,
    latestBids: bids
      .slice(-LATEST_BIDS)
      .toReversed()
      .map(({ bidder, amount, at: bidAt }) => ({ bidder, amount, at: bidAt })),
    extensions,
    finalizedAt: auction.finalizedAt,
    floor: null,
    lastPrice: null,
  };
}

/** A bid by name: whatever snapshot shows it, it has the same one. */
const bidName = ({ bidder, amount }: Bid): string => `${bidder ?? 'unknown'}:${amount}`;

function occasionOf(kind: AuctionNews['kind'], bid: Bid | null, tracked: TrackedAuction): Occasion {
  const { auction, seenAt } = tracked;
  const seen = Math.floor(seenAt / 1_000);
  const base = { kind, key: `${kind}:${auction.id}`, txHash: null, leads: [] };
  switch (kind) {
    case 'auction_started':
      return { ...base, occurredAt: auction.startTime ?? auction.createdAt ?? seen };
    case 'auction_bid':
      if (bid === null) return { ...base, occurredAt: seen };
      return {
        ...base,
        key: `${base.key}:${bidName(bid)}`,
        txHash: bid.txHash,
        occurredAt: bid.at ?? seen,
      };
    case 'auction_ended':
      return { ...base, occurredAt: endedAt(auction) ?? seen };
    case 'auction_cancelled':
      return { ...base, occurredAt: auction.cancelledAt ?? auction.updatedAt ?? seen };
    default:
      return kind satisfies never;
  }
}

/**
 * The alert for a piece of news. Its key is the same for ever: `<kind>:<auction>`, and for a bid its bidder and amount.
 * @param tracked as the snapshot with the news left it
 */
export function newsAlert({ kind, bid }: AuctionNews, tracked: TrackedAuction): AuctionAlert {
  return alertOf(tracked, occasionOf(kind, bid, tracked), tracked.seenAt);
}

/**
 * The alert that the end is near: key `auction_ending:<auction>:<smallest lead>`.
 * @param leads lead times in minutes that came due together, at least one
 * @param at epoch ms
 */
export function endingAlert(tracked: TrackedAuction, leads: readonly EndingLead[], at: number): AuctionAlert {
  return alertOf(
    tracked,
    {
      kind: 'auction_ending',
      key: `auction_ending:${tracked.auction.id}:${Math.min(...leads)}`,
      occurredAt: Math.floor(at / 1_000),
      txHash: null,
      leads,
    },
    at,
  );
}

function latestKind({ auction, told }: TrackedAuction): AuctionNews['kind'] {
  if (told.ended) return 'auction_ended';
  if (told.cancelled) return 'auction_cancelled';
  return bidsInOrder(auction).length > 0 ? 'auction_bid' : 'auction_started';
}

/** What a live message of the auction shows: how it stood at the latest snapshot, as the alert of the latest thing told. */
export function auctionState(tracked: TrackedAuction): AuctionAlert {
  const kind = latestKind(tracked);
  const bid = kind === 'auction_bid' ? (bidsInOrder(tracked.auction).at(-1) ?? null) : null;
  return alertOf(tracked, occasionOf(kind, bid, tracked), tracked.seenAt);
}
