import type { AuctionAlertKind } from './alert-kind.ts';
import { type Auction, auctionStatus, type Bid, timeAtLeast } from './auction.ts';
import { bidsBeyond, bidsInOrder, highestBids } from './auction-bids.ts';
import { passedLeads } from './auction-endings.ts';
import { isOlder, tellsTheSame } from './auction-order.ts';
import type { TrackedAuction } from './tracked-auction.ts';

/** An auction as it was at one moment. */
export interface AuctionSnapshot {
  readonly auction: Auction;
  /**
   * Epoch ms by the marketplace's clock, as far as that is known; the moment before it was asked for, so that what happened
   * until then is in it.
   */
  readonly takenAt: number;
  /** When the look before it began, epoch ms by the same clock; `null` where there was none. */
  readonly lookedBeforeAt?: number | null;
}

/** What is to be told of an auction. Its endings come by the clock (`auction-endings.ts`). */
export interface AuctionNews {
  readonly kind: Exclude<AuctionAlertKind, 'auction_ending'>;
  /** The newest bid, for `auction_bid`; `null` for every other kind. */
  readonly bid: Bid | null;
}

/** What a snapshot made of an auction. */
export interface Progress {
  /** `null` for one that is not worth watching: it was over before it could be news. */
  readonly tracked: TrackedAuction | null;
  /** Whether it is to be written. */
  readonly changed: boolean;
  /** In the order in which it happened. */
  readonly news: readonly AuctionNews[];
}

/** What ended longer ago and was not known is history (as with records of the feed: after a downtime, only six hours). */
export const NEWS_SECONDS = 6 * 3_600;

const isOverAs = (status: ReturnType<typeof auctionStatus>) =>
  status === 'ended' || status === 'sold' || status === 'unsold';

/** When it ended, epoch seconds: at its end, or when it was settled before that; `null` where neither is told. */
export function endedAt({ endTime, finalizedAt }: Auction): number | null {
  if (endTime === null || finalizedAt === null) return endTime ?? finalizedAt;
  return Math.min(endTime, finalizedAt);
}

/** The new bids as one piece of news, when one of them leads: one that only came late is not news. */
function newsOfBids(bids: readonly Bid[], beyond: readonly Bid[]): readonly AuctionNews[] {
  const leading = bids.at(-1);
  return leading !== undefined && beyond.includes(leading) ? [{ kind: 'auction_bid', bid: leading }] : [];
}

/** A record may be written so long after the bid that it shows, seconds. */
const WRITTEN_WITHIN = 60;

/**
 * The auction as it is shown, or as over where all that changed is that its time ran out: whether “active” ends with the
 * time or with the settlement is not documented, and one that was inactive before its end would count as cancelled
 * (`auctionStatus`). Nothing was written since but bids, so nobody cancelled it.
 */
function shownAs({ auction, takenAt }: AuctionSnapshot, before: Auction): Auction {
  const { active, finalizedAt, cancelledAt, endTime, updatedAt } = auction;
  const ranOut =
    before.active && !active && endTime !== null && timeAtLeast(auction, takenAt / 1_000) >= endTime;
  if (!ranOut || finalizedAt !== null || cancelledAt !== null || updatedAt === null) return auction;
  const newest = bidsBeyond(auction.bids, before.bids).at(-1)?.at ?? null;
  const wroteBid = newest !== null && updatedAt - newest <= WRITTEN_WITHIN;
  if (updatedAt !== before.updatedAt && !wroteBid) return auction;
  return { ...auction, updatedAt: Math.max(updatedAt, endTime) };
}

/** A record that comes later than this after its creation was late, whatever clock dated it, ms. */
const MOST_BEHIND_MS = 120_000;

/**
 * By how much the clock that dated the auction is behind at least, ms: auctions are listed at once (field notes:
 * Freshness), so one that the look before did not show was created after that look.
 */
function clockBehind({ auction, lookedBeforeAt = null }: AuctionSnapshot): number {
  if (lookedBeforeAt === null || auction.createdAt === null) return 0;
  const behind = lookedBeforeAt - (auction.createdAt + 1) * 1_000;
  return behind > 0 && behind <= MOST_BEHIND_MS ? behind : 0;
}

function firstSight(snapshot: AuctionSnapshot, baseline: boolean): Progress {
  const { auction } = snapshot;
  const behindMs = clockBehind(snapshot);
  const takenAt = snapshot.takenAt - behindMs;
  const status = auctionStatus(auction, takenAt / 1_000);
  const ended = isOverAs(status);
  const end = endedAt(auction);
  // Nobody heard of one that began and was cancelled between two looks.
  if (status === 'cancelled' || (ended && (end === null || end < takenAt / 1_000 - NEWS_SECONDS)))
    return { tracked: null, changed: false, news: [] };
  const bids = status === 'upcoming' ? [] : bidsInOrder(auction);
  const tracked: TrackedAuction = {
    auction,
    seenAt: takenAt,
    behindMs,
    missingSince: null,
    extensions: 0,
    addressed: false,
    told: {
      started: status !== 'upcoming',
      bids,
      endings: baseline ? passedLeads(auction, takenAt) : [],
      ended,
      cancelled: false,
    },
  };
  if (baseline || status === 'upcoming') return { tracked, changed: true, news: [] };
  const news: readonly AuctionNews[] = ended
    ? [{ kind: 'auction_ended', bid: null }]
    : [{ kind: 'auction_started', bid: null }, ...newsOfBids(bids, bids)];
  return { tracked, changed: true, news };
}

/**
 * Takes a snapshot of an auction into what is known of it. Whatever order snapshots come in and however many are missing:
 * each thing is told once, and only what the snapshot shows to have happened.
 *
 * - An auction of the first look (`baseline`) is history in its start, its bids and its passed lead times; what comes
 *   later is told.
 * - One that began and ended between two looks is told as ended only.
 * - The bids of one look are one piece of news, for the newest.
 * - It has ended when a snapshot that was taken at its end or later still shows that end: a bid of the last second may
 *   have moved it. After its end or its cancellation nothing is told; what changes then (its settlement) is only shown.
 *   Does a bid of the last second show only later, its bids are told on, and its end is not told again but shown.
 *
 * @param before `null` for one that is not watched
 */
export function progress(
  before: TrackedAuction | null,
  snapshot: AuctionSnapshot,
  baseline: boolean,
): Progress {
  if (before === null) return firstSight(snapshot, baseline);
  const takenAt = snapshot.takenAt - before.behindMs;
  const auction = shownAs({ ...snapshot, takenAt }, before.auction);
  if (takenAt < before.seenAt) return { tracked: before, changed: false, news: [] };
  const there = before.missingSince === null ? before : { ...before, missingSince: null };
  if (isOlder(auction, before.auction)) return { tracked: there, changed: there !== before, news: [] };

  const { told } = before;
  const status = auctionStatus(auction, takenAt / 1_000);
  const same = tellsTheSame(auction, before.auction);
  const bids = status === 'upcoming' ? [] : bidsInOrder(auction);
  const beyond = same && told.started ? [] : bidsBeyond(bids, told.bids);
  const news: AuctionNews[] = [];
  // Told of an end before a bid of its last second showed: the bids go on, and its message shows how it ends.
  const isOver = told.cancelled || (told.ended && status !== 'running');
  if (!isOver) {
    if (status === 'running' && !told.started) news.push({ kind: 'auction_started', bid: null });
    if (told.started || status === 'running') news.push(...newsOfBids(bids, beyond));
    if (status === 'cancelled') news.push({ kind: 'auction_cancelled', bid: null });
    if (isOverAs(status)) news.push({ kind: 'auction_ended', bid: null });
  }
  const stands = status === auctionStatus(before.auction, before.seenAt / 1_000);
  if (same && stands && news.length === 0) return { tracked: there, changed: there !== before, news };
  const later = (auction.endTime ?? 0) > (before.auction.endTime ?? Number.POSITIVE_INFINITY);
  const tracked: TrackedAuction = {
    ...there,
    auction,
    seenAt: takenAt,
    extensions: before.extensions + (later ? 1 : 0),
    told: {
      ...told,
      started: told.started || status !== 'upcoming',
      bids: highestBids([...told.bids, ...beyond]),
      ended: told.ended || news.some(({ kind }) => kind === 'auction_ended'),
      cancelled: told.cancelled || news.some(({ kind }) => kind === 'auction_cancelled'),
    },
  };
  return { tracked, changed: true, news };
}
