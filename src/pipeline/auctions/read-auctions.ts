import { type AuctionSnapshot, endedAt, NEWS_SECONDS } from '../../domain/auction-progress.ts';
import { isClosed } from '../../domain/auction-watching.ts';
import type { TrackedAuction } from '../../domain/tracked-auction.ts';
import type { AuctionSource, Clock } from '../ports.ts';
import { type AuctionList, openAuctionList } from './read-list.ts';

/** What one look at the auctions brought. */
export interface AuctionReading {
  /** By id; of one that several lists hold, the latest. */
  readonly seen: ReadonlyMap<string, AuctionSnapshot>;
  /** Ids of watched ones that no list holds, as far as the lists can be trusted. */
  readonly missing: ReadonlySet<string>;
  /** Active ones that the list says to have and that were not read, at least: there are too many. */
  readonly unread: number;
  /** When the look began, epoch ms by the clock that looks are taken by. */
  readonly at: number;
}

export type ReadAuctions = (
  watched: ReadonlyMap<string, TrackedAuction>,
  signal: AbortSignal,
) => Promise<AuctionReading>;

/** So much may the active auctions of a look weigh (`auctionWeight`), and so many pages are read: a list may never end. */
const MOST_ACTIVE = 10_000;
const MOST_ACTIVE_PAGES = 100;
/** So many pages of the others: what came to its end in hours, or is looked for. */
const MOST_PAGES = 5;
/** An auction that is not found is looked for at its 1st, 2nd, 4th, 8th … absence and then at every 32nd. */
const RARELY = 32;

/** Whether an auction that ended so can only be further down, in a list of the latest ends. */
function isBeyond(list: AuctionList, endTime: number | null): boolean {
  const reached = list.last?.endTime ?? null;
  return !list.atEnd && (reached === null || endTime === null || reached >= endTime);
}

/** Reads on until all are found, the list has passed the place where they would be, or it is enough. */
async function lookIn(list: AuctionList, wanted: readonly TrackedAuction[]): Promise<void> {
  const left = () => wanted.filter(({ auction }) => !list.found.has(auction.id));
  const more = () => left().some(({ auction }) => isBeyond(list, auction.endTime));
  while (list.pages < MOST_PAGES && (list.pages === 0 ? wanted.length > 0 : more())) await list.readNext();
}

/** One of the list of cancelled ones that says nothing else of how it came to its end. */
function asCancelled({ auction, takenAt }: AuctionSnapshot): AuctionSnapshot {
  if (auction.active || auction.finalizedAt !== null || auction.cancelledAt !== null)
    return { auction, takenAt };
  const cancelledAt = auction.updatedAt ?? Math.floor(takenAt / 1_000);
  return { auction: { ...auction, cancelledAt }, takenAt };
}

/**
 * Reads the marketplace's auctions: every page of the active ones and the first of the completed ones, further pages of
 * those only until what is known is reached. A watched one that is in neither is looked for further down and among the
 * cancelled ones, again and again but ever more rarely.
 *
 * Pages move while they are read, so an auction counts as missing only when nothing hints at that.
 *
 * Rejects with the marketplace's error when any request fails; the next look starts over.
 * @param deps.clock the marketplace's, as far as it is known
 */
export function createAuctionReader(deps: {
  readonly source: AuctionSource;
  readonly clock: Pick<Clock, 'now'>;
}): ReadAuctions {
  const { source, clock } = deps;
  /** How often in a row each was in neither list. */
  const absences = new Map<string, number>();

  function isTurn(id: string, trusted: boolean): boolean {
    const count = absences.get(id) ?? 0;
    // The first absence may come of a page that moved.
    if (count === 1) return trusted;
    return Number.isInteger(Math.log2(count)) || count % RARELY === 0;
  }

  function countAbsences(absent: readonly TrackedAuction[]): void {
    const counts = absent.map(({ auction: { id } }) => [id, (absences.get(id) ?? 0) + 1] as const);
    absences.clear();
    for (const [id, count] of counts) absences.set(id, count);
  }

  return async (watched, signal) => {
    const at = clock.now();
    const open = (status: 'active' | 'completed' | 'cancelled') =>
      openAuctionList(status, { source, clock, signal });

    const active = open('active');
    while (!active.atEnd && active.pages < MOST_ACTIVE_PAGES && active.weight < MOST_ACTIVE)
      await active.readNext();

    const completed = open('completed');
    const reachesKnown = () => {
      const { last } = completed;
      const end = last === undefined ? null : endedAt(last);
      if (last === undefined || end === null || end < at / 1_000 - NEWS_SECONDS) return true;
      const tracked = watched.get(last.id);
      return tracked !== undefined && isClosed(tracked);
    };
    do await completed.readNext();
    while (!completed.atEnd && completed.pages < MOST_PAGES && !reachesKnown());

    const absent = [...watched.values()].filter(
      (tracked) =>
        !isClosed(tracked) &&
        !active.found.has(tracked.auction.id) &&
        !completed.found.has(tracked.auction.id),
    );
    countAbsences(absent);
    const trusted = active.atEnd && active.consistent;
    const wanted = absent.filter(({ auction }) => isTurn(auction.id, trusted));
    await lookIn(completed, wanted);
    const cancelled = open('cancelled');
    const rest = wanted.filter(({ auction }) => !completed.found.has(auction.id));
    await lookIn(cancelled, rest);

    const seen = new Map([...active.found, ...completed.found]);
    const missing = new Set<string>();
    for (const { auction } of rest) {
      const snapshot = cancelled.found.get(auction.id);
      if (snapshot !== undefined) seen.set(auction.id, asCancelled(snapshot));
      else if (trusted) missing.add(auction.id);
    }
    return { seen, missing, unread: active.unread, at };
  };
}
