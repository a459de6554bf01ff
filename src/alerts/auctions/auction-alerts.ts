import { auctionStatus } from '#src/marketplace/resources/auction.ts';
import { bidsInOrder } from '#src/marketplace/resources/auction-bids.ts';
import type { AuctionAlert } from '../alert.ts';
import { bareToken } from '../details.ts';
import type { EndingLead } from '../kinds/auction/ending-lead.ts';
import { AUCTION_TOPIC, newAuctionAlert } from '../kinds/auction/schema.ts';
import type { AuctionEvent } from './auction-progress.ts';
import { bidKey, endedAt, isProvisional, leadingKey } from './auction-result.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** Bids listed in an alert. */
const MAX_BIDS_SHOWN = 5;

/** Fields of the event; the rest of the alert is the state of the auction. */
type EventFields = Pick<
  AuctionAlert,
  'topic' | 'key' | 'occurredAt' | 'txHash' | 'leads' | 'overtaken' | 'overtakenBids' | 'confirms'
>;

/** Returns the live message key of an auction (`store/model/live-state.ts`). */
export const auctionLiveKey = (id: string): string => `auction:${id}`;

/** Builds the state of the auction at `at` (epoch ms), without token details, which are looked up later. */
function createAlert(tracked: TrackedAuction, eventFields: EventFields, at: number): AuctionAlert {
  const { auction, extensions } = tracked;
  const bids = bidsInOrder(auction);
  const leading = bids.at(-1);
  return newAuctionAlert({
    ...eventFields,
    liveKey: auctionLiveKey(auction.id),
    auction: auction.id,
    auctionId: auction.auctionId,
    token: bareToken(auction),
    seller: auction.seller,
    startingPrice: auction.startingPrice,
    currency: auction.currency ?? null,
    ...(auction.coin === undefined ? {} : { coin: auction.coin }),
    startTime: auction.startTime,
    endTime: auction.endTime,
    status: auctionStatus(auction, at / 1_000),
    leader: leading === undefined ? null : (leading.bidder ?? auction.highestBidder),
    highestBid: leading?.amount ?? null,
    bidCount: auction.bidCount ?? bids.length,
    outbid: bids.at(-2)?.bidder ?? null,
    latestBids: bids
      .slice(-MAX_BIDS_SHOWN)
      .toReversed()
      .map(({ bidder, amount, at: bidAt }) => ({ bidder, amount, at: bidAt })),
    extensions,
    provisional: isProvisional(tracked),
    finalizedAt: auction.finalizedAt,
    floor: null,
    lastPrice: null,
  });
}

function eventFieldsOf(
  { kind: topic, bid, overtaken, confirms }: AuctionEvent,
  tracked: TrackedAuction,
): EventFields {
  const { auction, seenAt } = tracked;
  const seen = Math.floor(seenAt / 1_000);
  const base = {
    topic,
    key: `${topic}:${auction.id}`,
    txHash: null,
    leads: [],
    overtaken: overtaken.map(({ wallet }) => wallet),
    overtakenBids: overtaken.map(({ amount }) => amount),
    confirms,
  };
  switch (topic) {
    case AUCTION_TOPIC.started:
      return { ...base, occurredAt: auction.startTime ?? auction.createdAt ?? seen };
    case AUCTION_TOPIC.bid:
      if (bid === null) return { ...base, occurredAt: seen };
      return {
        ...base,
        key: `${base.key}:${bidKey(bid)}`,
        txHash: bid.txHash,
        occurredAt: bid.at ?? seen,
      };
    case AUCTION_TOPIC.ended:
      return {
        ...base,
        key: confirms === null ? base.key : `${base.key}:${leadingKey(auction)}`,
        occurredAt: endedAt(auction) ?? seen,
      };
    case AUCTION_TOPIC.cancelled:
      return { ...base, occurredAt: auction.cancelledAt ?? auction.updatedAt ?? seen };
    default:
      return topic satisfies never;
  }
}

/**
 * Builds the alert for an auction event. Its stable key is `<kind>:<auction>`; a bid and a confirmed end add the
 * leading bid's bidder and amount.
 * @param tracked the auction after the snapshot that showed the event
 */
export function auctionEventAlert(event: AuctionEvent, tracked: TrackedAuction): AuctionAlert {
  return createAlert(tracked, eventFieldsOf(event, tracked), tracked.seenAt);
}

/**
 * Builds the alert for an approaching end. Its key is `auction_ending:<auction>:<smallest lead>`.
 * @param leads lead times in minutes that are due; at least one
 * @param at epoch ms
 */
export function endingAlert(tracked: TrackedAuction, leads: readonly EndingLead[], at: number): AuctionAlert {
  return createAlert(
    tracked,
    {
      topic: AUCTION_TOPIC.ending,
      key: `auction_ending:${tracked.auction.id}:${Math.min(...leads)}`,
      occurredAt: Math.floor(at / 1_000),
      txHash: null,
      leads,
      overtaken: [],
      overtakenBids: [],
      confirms: null,
    },
    at,
  );
}

function latestKind({ auction, announced }: TrackedAuction): AuctionEvent['kind'] {
  if (announced.ended) return AUCTION_TOPIC.ended;
  if (announced.cancelled) return AUCTION_TOPIC.cancelled;
  return bidsInOrder(auction).length > 0 ? AUCTION_TOPIC.bid : AUCTION_TOPIC.started;
}

/** Returns the state for live messages of the auction: the latest snapshot, with the kind of the latest event. */
export function auctionState(tracked: TrackedAuction): AuctionAlert {
  const kind = latestKind(tracked);
  const bid = kind === AUCTION_TOPIC.bid ? (bidsInOrder(tracked.auction).at(-1) ?? null) : null;
  return createAlert(
    tracked,
    eventFieldsOf({ kind, bid, overtaken: [], confirms: null }, tracked),
    tracked.seenAt,
  );
}
