import type { Address } from '#src/chain/address.ts';
import { HOUR_SECONDS } from '#src/chain/durations.ts';
import type { Wei } from '#src/chain/wei.ts';
import { type Auction, auctionStatus, timeAtLeast } from '#src/marketplace/resources/auction.ts';
import {
  type Bid,
  bidsInOrder,
  highestBids,
  newBids,
  sharedBids,
} from '#src/marketplace/resources/auction-bids.ts';
import { hasSameContent, isOlder } from '#src/marketplace/resources/auction-order.ts';
import { AUCTION_TOPIC, type AuctionAlert } from '../kinds/auction/schema.ts';
import { passedLeads } from './auction-endings.ts';
import { endedAt, isResultFinal, isSettled, latenessOf, leadingKey } from './auction-result.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** An auction as it was at one moment. */
export interface AuctionSnapshot {
  readonly auction: Auction;
  /**
   * Epoch ms by the marketplace's clock, if known; taken before the request, so the snapshot contains everything up to
   * then.
   */
  readonly takenAt: number;
  /** When the previous poll began, epoch ms by the same clock; `null` for the first poll. */
  readonly previousReadingAt?: number | null;
  /** Longest delay with which a bid of any auction was shown so far, ms. */
  readonly latenessMs?: number;
}

/** A wallet that was outbid, with its own highest bid. */
interface Overtaken {
  readonly wallet: Address;
  readonly amount: Wei;
}

/** A new event of an auction. Reminders of its end depend on the clock (`auction-endings.ts`). */
export interface AuctionEvent {
  readonly kind: Exclude<AuctionAlert['topic'], typeof AUCTION_TOPIC.ending>;
  /** The newest bid, for `auction_bid`; `null` for every other kind. */
  readonly bid: Bid | null;
  /**
   * Wallets that were outbid by this bid and by unannounced bids before it, with their own highest bids. Set for a bid,
   * and for an end in the same snapshot.
   */
  readonly overtaken: readonly Overtaken[];
  /**
   * For the second event of an end, which makes its result final: whether the winner is the `same` that led when the
   * end was announced, or an `other`; `null` for every other event.
   */
  readonly confirms: 'same' | 'other' | null;
}

/** The result of applying a snapshot to an auction. */
export interface Progress {
  /** `null` for an auction that is not tracked, because it ended too long ago. */
  readonly tracked: TrackedAuction | null;
  /** Whether it must be saved. */
  readonly changed: boolean;
  /** In chronological order. */
  readonly news: readonly AuctionEvent[];
}

/** Auctions that ended longer ago and were not tracked are ignored, as are older feed records. */
export const MAX_EVENT_AGE_SECONDS = 6 * HOUR_SECONDS;

const isOverStatus = (status: ReturnType<typeof auctionStatus>) =>
  status === 'ended' || status === 'sold' || status === 'unsold';

/** Same as the maximum number of stored bids per auction. */
const MAX_OVERTAKEN = 1_000;

const eventOf = (kind: AuctionEvent['kind']): AuctionEvent => ({
  kind,
  bid: null,
  overtaken: [],
  confirms: null,
});

/**
 * Returns the previous leader and those who bid more since, without the current leader; latest first.
 * @param before the bids announced so far
 */
function overtakenWallets(
  bids: readonly Bid[],
  before: readonly Bid[],
  leader: Address | null,
): readonly Overtaken[] {
  const ledWith = before.reduce((highest, { amount }) => (amount > highest ? amount : highest), 0n);
  const others = bids
    .filter(({ amount }) => amount >= ledWith)
    .flatMap(({ bidder, amount }) =>
      bidder === null || bidder === leader ? [] : [[bidder, amount] as const],
    );
  // The later bid of a wallet is the higher one; the wallet is listed at the position of that bid.
  const highest = new Map(others);
  const wallets = [...new Set(others.toReversed().map(([wallet]) => wallet))].slice(0, MAX_OVERTAKEN);
  return wallets.map((wallet) => ({ wallet, amount: highest.get(wallet) ?? 0n }));
}

/** Returns one event for the new bids if one of them leads. A bid that was only reported late is no event. */
function bidEvents(
  bids: readonly Bid[],
  { added, before }: { readonly added: readonly Bid[]; readonly before: readonly Bid[] },
  { highestBidder }: Auction,
): readonly AuctionEvent[] {
  const leading = bids.at(-1);
  if (leading === undefined || !added.includes(leading)) return [];
  const leader = leading.bidder ?? highestBidder;
  const overtaken = overtakenWallets(bids, before, leader);
  return [{ kind: AUCTION_TOPIC.bid, bid: leading, overtaken, confirms: null }];
}

/** Longest delay between a bid and the update of the record that shows it, seconds. */
const MAX_WRITE_DELAY_SECONDS = 60;

/**
 * Returns the auction of the snapshot, corrected if it merely reached its end. It is not documented whether “active”
 * becomes false at the end or at the settlement, and an auction that is inactive before its end counts as cancelled
 * (`auctionStatus`). If the record was not updated since, except for bids, it was not cancelled, and its update time is
 * set to its end.
 */
function withInferredEnd({ auction, takenAt }: AuctionSnapshot, before: Auction): Auction {
  const { active, finalizedAt, cancelledAt, endTime, updatedAt } = auction;
  const ranOut =
    before.active && !active && endTime !== null && timeAtLeast(auction, takenAt / 1_000) >= endTime;
  if (!ranOut || finalizedAt !== null || cancelledAt !== null || updatedAt === null) return auction;
  const newest = newBids(auction.bids, before.bids).at(-1)?.at ?? null;
  const writtenForBid = newest !== null && updatedAt - newest <= MAX_WRITE_DELAY_SECONDS;
  if (updatedAt !== before.updatedAt && !writtenForBid) return auction;
  return { ...auction, updatedAt: Math.max(updatedAt, endTime) };
}

/** Largest clock lag that is assumed, ms. A longer delay means that the record was published late. */
const MAX_CLOCK_LAG_MS = 120_000;

/**
 * Estimates the minimum lag of the clock that dated the auction, ms. Auctions are listed immediately (field notes:
 * Freshness), so an auction that the previous poll did not show was created after that poll.
 */
function estimateClockLag({ auction, previousReadingAt = null }: AuctionSnapshot): number {
  if (previousReadingAt === null || auction.createdAt === null) return 0;
  const behind = previousReadingAt - (auction.createdAt + 1) * 1_000;
  return behind > 0 && behind <= MAX_CLOCK_LAG_MS ? behind : 0;
}

/** Returns how late the leading bid of an event was shown, ms. */
function bidLateness(
  { bid }: AuctionEvent,
  { auction, announced, behindMs, missingSince, seenAt }: TrackedAuction,
  { takenAt, previousReadingAt = null }: AuctionSnapshot,
): number {
  const end = announced.ended ? endedAt(auction) : null;
  // Only a snapshot that contained the auction can show that a bid was missing.
  const before = previousReadingAt === null || missingSince !== null ? seenAt : previousReadingAt - behindMs;
  return bid === null ? 0 : latenessOf(bid, end, { before, at: takenAt - behindMs });
}

function startTracking(snapshot: AuctionSnapshot, baseline: boolean): Progress {
  const { auction } = snapshot;
  const behindMs = estimateClockLag(snapshot);
  const takenAt = snapshot.takenAt - behindMs;
  const status = auctionStatus(auction, takenAt / 1_000);
  const ended = isOverStatus(status);
  const end = endedAt(auction);
  // An auction that started and was cancelled between two polls had no alert.
  if (status === 'cancelled' || (ended && (end === null || end < takenAt / 1_000 - MAX_EVENT_AGE_SECONDS)))
    return { tracked: null, changed: false, news: [] };
  const bids = status === 'upcoming' ? [] : bidsInOrder(auction);
  const tracked: TrackedAuction = {
    auction,
    seenAt: takenAt,
    behindMs,
    missingSince: null,
    extensions: 0,
    latenessMs: 0,
    addressed: false,
    announced: {
      started: status !== 'upcoming',
      bids: sharedBids(bids, auction.bids),
      endings: baseline ? passedLeads(auction, takenAt) : [],
      ended,
      cancelled: false,
      result: ended
        ? {
            bid: leadingKey(auction),
            final: baseline || isResultFinal(auction, takenAt, snapshot.latenessMs ?? 0),
          }
        : null,
    },
  };
  if (baseline || status === 'upcoming') return { tracked, changed: true, news: [] };
  const news: readonly AuctionEvent[] = ended
    ? [eventOf(AUCTION_TOPIC.ended)]
    : [eventOf(AUCTION_TOPIC.started), ...bidEvents(bids, { added: bids, before: [] }, auction)];
  return { tracked, changed: true, news };
}

/**
 * Applies a snapshot to a tracked auction. Regardless of the order of snapshots and of missing ones, each event is
 * reported once, and only if the snapshot shows that it happened.
 *
 * - In the first poll (`baseline`), the start, the bids and the passed lead times of an auction are history; later
 *   events are reported.
 * - An auction that began and ended between two polls is only reported as ended.
 * - The bids of one poll are one event, for the newest bid.
 * - It has ended when a snapshot taken at or after its end still shows that end, because a bid of the last second may
 *   have extended it. A bid shown after the end is reported if it leads, since the marketplace may show bids late.
 * - The end is reported once, and again for each bid that turns out to win (`confirms`), unless the first report was
 *   final. After a cancellation no event is reported. Other changes, such as the settlement, are only edited into live
 *   messages.
 *
 * @param before `null` for an auction that is not tracked
 */
export function progress(
  before: TrackedAuction | null,
  snapshot: AuctionSnapshot,
  baseline: boolean,
): Progress {
  if (before === null) return startTracking(snapshot, baseline);
  const takenAt = snapshot.takenAt - before.behindMs;
  const auction = withInferredEnd({ ...snapshot, takenAt }, before.auction);
  if (takenAt < before.seenAt) return { tracked: before, changed: false, news: [] };
  const present = before.missingSince === null ? before : { ...before, missingSince: null };
  if (isOlder(auction, before.auction)) return { tracked: present, changed: present !== before, news: [] };

  const { announced } = before;
  const status = auctionStatus(auction, takenAt / 1_000);
  const same = hasSameContent(auction, before.auction);
  const bids = status === 'upcoming' ? [] : bidsInOrder(auction);
  const added = same && announced.started ? [] : newBids(bids, announced.bids);
  const news: AuctionEvent[] = [];
  const newBid =
    announced.started || status === 'running'
      ? bidEvents(bids, { added, before: announced.bids }, auction)
      : [];
  const latenessMs = Math.max(before.latenessMs, ...newBid.map((one) => bidLateness(one, before, snapshot)));
  let { result } = announced;
  if (!announced.cancelled) {
    if (status === 'running' && !announced.started) news.push(eventOf(AUCTION_TOPIC.started));
    news.push(...newBid);
    if (!announced.ended && status === 'cancelled') news.push(eventOf(AUCTION_TOPIC.cancelled));
  }
  if (isOverStatus(status) && !announced.cancelled) {
    const bid = leadingKey(auction);
    const final =
      isResultFinal(auction, takenAt, Math.max(latenessMs, snapshot.latenessMs ?? 0)) &&
      // The leader just changed, so it may change again.
      (newBid.length === 0 || isSettled(auction));
    const overtaken = newBid.flatMap((one) => one.overtaken);
    if (!announced.ended) {
      news.push({ ...eventOf(AUCTION_TOPIC.ended), overtaken });
      result = { bid, final };
    } else if (final && result !== null && !(result.final && result.bid === bid)) {
      news.push({
        ...eventOf(AUCTION_TOPIC.ended),
        overtaken,
        confirms: result.bid === bid ? 'same' : 'other',
      });
      result = { bid, final };
    }
  }
  const statusUnchanged = status === auctionStatus(before.auction, before.seenAt / 1_000);
  if (same && statusUnchanged && news.length === 0)
    return { tracked: present, changed: present !== before, news };
  const extended = (auction.endTime ?? 0) > (before.auction.endTime ?? Number.POSITIVE_INFINITY);
  const tracked: TrackedAuction = {
    ...present,
    auction,
    seenAt: takenAt,
    extensions: before.extensions + (extended ? 1 : 0),
    latenessMs,
    announced: {
      ...announced,
      started: announced.started || status !== 'upcoming',
      bids: sharedBids(highestBids([...announced.bids, ...added]), auction.bids),
      ended: announced.ended || news.some(({ kind }) => kind === AUCTION_TOPIC.ended),
      cancelled: announced.cancelled || news.some(({ kind }) => kind === AUCTION_TOPIC.cancelled),
      result,
    },
  };
  return { tracked, changed: true, news };
}
