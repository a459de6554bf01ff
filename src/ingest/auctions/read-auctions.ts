import { type AuctionSnapshot, MAX_EVENT_AGE_SECONDS } from '#src/alerts/auctions/auction-progress.ts';
import { endedAt } from '#src/alerts/auctions/auction-result.ts';
import { isClosed } from '#src/alerts/auctions/auction-retention.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { Clock } from '#src/chain/clock.ts';
import { type ForeignShare, unlimitedShare } from '#src/marketplace/foreign-memory.ts';
import type { AuctionSource } from '../sources.ts';
import { type AuctionList, openAuctionList } from './auction-list.ts';

/** The result of one poll of the auctions. */
export interface AuctionReading {
  /** By id; the latest snapshot where several lists contain the auction. */
  readonly seen: ReadonlyMap<string, AuctionSnapshot>;
  /** Ids of watched auctions that no list contains; empty where the lists are not reliable. */
  readonly missing: ReadonlySet<string>;
  /** Active auctions beyond the limit that were not read; a lower bound. */
  readonly unread: number;
  /** Auctions that are too large to be read: the list and the position in it, counted from 1. */
  readonly tooLarge: readonly { readonly list: string; readonly position: number }[];
  /** When the poll started, epoch ms by the reader's clock. */
  readonly at: number;
}

export type ReadAuctions = (
  forAlerts: ReadonlyMap<string, TrackedAuction>,
  signal: AbortSignal,
) => Promise<AuctionReading>;

/** Limits of one poll for active auctions, by weight (`auctionWeight`) and by pages: a faulty list may never end. */
const MAX_ACTIVE_WEIGHT = 10_000;
const MAX_ACTIVE_PAGES = 100;
/** Page limit for completed and cancelled auctions. */
const MAX_PAGES = 5;
/**
 * An absent auction is searched for at its 1st, 2nd, 4th, 8th … absence, then at every 32nd, and once after its end.
 */
const MAX_SEARCH_INTERVAL = 32;

/** Returns whether an auction with this end can only be on a later page of a list sorted by end, latest first. */
function isFurtherDown(list: AuctionList, endTime: number | null): boolean {
  const reached = list.last?.endTime ?? null;
  return !list.atEnd && (reached === null || endTime === null || reached >= endTime);
}

/** Reads pages until all are found, the list is past the position of each, or a limit is reached. */
async function readUntilFound(
  list: AuctionList,
  wanted: readonly TrackedAuction[],
  hasRoom: () => boolean,
): Promise<void> {
  const left = () => wanted.filter(({ auction }) => !list.found.has(auction.id));
  const more = () => left().some(({ auction }) => isFurtherDown(list, auction.endTime));
  while (list.pages < MAX_PAGES && (list.pages === 0 ? wanted.length > 0 : hasRoom() && more()))
    await list.readNext();
}

/** Sets the cancellation time of an auction from the cancelled list that has no other evidence of its end. */
function asCancelled({ auction, takenAt }: AuctionSnapshot): AuctionSnapshot {
  if (auction.active || auction.finalizedAt !== null || auction.cancelledAt !== null)
    return { auction, takenAt };
  const cancelledAt = auction.updatedAt ?? Math.floor(takenAt / 1_000);
  return { auction: { ...auction, cancelledAt }, takenAt };
}

/**
 * Reads the marketplace's auctions: all pages of active ones, and pages of completed ones until a known one is reached.
 * A watched auction in neither list is searched for on later pages and among the cancelled ones, at growing intervals.
 *
 * Pages shift while they are read, so an auction counts as missing only when the lists are consistent.
 *
 * Rejects with the marketplace's error when any request fails; the next poll starts over.
 * @param deps.clock the marketplace's time, as far as it is known
 * @param deps.memory heap share of the auctions; it limits how much is read at once, to at least one page per list
 */
export function createAuctionReader(deps: {
  readonly source: AuctionSource;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly memory?: ForeignShare;
}): ReadAuctions {
  const { source, clock, memory = unlimitedShare } = deps;
  /**
   * Number of consecutive polls in which each auction was in neither list, and when it was last searched for, epoch
   * seconds.
   */
  const absences = new Map<string, { readonly count: number; searchedAt: number }>();

  function isSearchDue({ id, endTime }: TrackedAuction['auction'], trusted: boolean, now: number): boolean {
    const { count, searchedAt } = absences.get(id) ?? { count: 0, searchedAt: now };
    // The first absence may be caused by a shifted page.
    if (count === 1) return trusted;
    // After the end time, an outdated active list would make a cancelled auction look ended.
    if (endTime !== null && searchedAt < endTime && now >= endTime) return true;
    return Number.isInteger(Math.log2(count)) || count % MAX_SEARCH_INTERVAL === 0;
  }

  function countAbsences(absent: readonly TrackedAuction[]): void {
    const counts = absent.map(({ auction: { id } }) => {
      const before = absences.get(id) ?? { count: 0, searchedAt: 0 };
      return [id, { ...before, count: before.count + 1 }] as const;
    });
    absences.clear();
    for (const [id, absence] of counts) absences.set(id, absence);
  }

  function noteSearches(wanted: readonly TrackedAuction[], now: number): void {
    for (const { auction } of wanted) {
      const absence = absences.get(auction.id);
      if (absence !== undefined) absence.searchedAt = now;
    }
  }

  return async (forAlerts, signal) => {
    const startedAt = clock.monotonic();
    const open = (status: 'active' | 'completed' | 'cancelled') =>
      openAuctionList(status, { source, clock, signal });

    const active = open('active');
    const hasRoom = (...lists: readonly AuctionList[]) =>
      lists.reduce((sum, { bytes }) => sum + bytes, 0) < memory.limit;
    const isWithinLimits = () => active.pages < MAX_ACTIVE_PAGES && active.weight < MAX_ACTIVE_WEIGHT;
    while (!active.atEnd && isWithinLimits() && hasRoom(active)) await active.readNext();
    // Read the clock after the responses, which may have corrected it.
    const at = clock.now() - (clock.monotonic() - startedAt);

    const completed = open('completed');
    const reachesKnown = () => {
      const { last } = completed;
      const end = last === undefined ? null : endedAt(last);
      if (last === undefined || end === null || end < at / 1_000 - MAX_EVENT_AGE_SECONDS) return true;
      const tracked = forAlerts.get(last.id);
      return tracked !== undefined && isClosed(tracked);
    };
    do await completed.readNext();
    while (!completed.atEnd && completed.pages < MAX_PAGES && hasRoom(active, completed) && !reachesKnown());

    const absent = [...forAlerts.values()].filter(
      (tracked) =>
        !isClosed(tracked) &&
        !active.found.has(tracked.auction.id) &&
        !completed.found.has(tracked.auction.id),
    );
    countAbsences(absent);
    const trusted = active.atEnd && active.consistent;
    const seconds = at / 1_000;
    const wanted = absent.filter(({ auction }) => isSearchDue(auction, trusted, seconds));
    noteSearches(wanted, seconds);
    await readUntilFound(completed, wanted, () => hasRoom(active, completed));
    const cancelled = open('cancelled');
    const rest = wanted.filter(({ auction }) => !completed.found.has(auction.id));
    await readUntilFound(cancelled, rest, () => hasRoom(active, completed, cancelled));

    const seen = new Map([...active.found, ...completed.found]);
    const missing = new Set<string>();
    for (const { auction } of rest) {
      const snapshot = cancelled.found.get(auction.id);
      if (snapshot !== undefined) seen.set(auction.id, asCancelled(snapshot));
      else if (trusted) missing.add(auction.id);
    }
    const tooLarge = Object.entries({ active, completed, cancelled }).flatMap(
      ([list, { tooLarge: positions }]) => positions.map((position) => ({ list, position })),
    );
    return { seen, missing, unread: active.unread, tooLarge, at };
  };
}
