import type { Activity } from '../../domain/activity.ts';
import { GavelError } from '../../domain/errors.ts';
import type { FeedRecord } from '../../domain/feed-record.ts';
import type { Page } from '../../domain/page.ts';
import type { Feed, Inbox, LateBook } from '../ports.ts';
import { isInPart, marksToLookFor } from './marks.ts';
import { recognise } from './recognise.ts';

/** A record that was shown before. */
export interface ShownAgain {
  readonly activity: Activity;
  /** What is remembered of it, where it is known by none of its keys any more or only by new ones; else `null`. */
  readonly record: FeedRecord | null;
}

/** What one look at the feed brought. */
export interface FeedReading {
  /** Nothing was ever read before: everything is marked as seen and nothing is told. */
  readonly baseline: boolean;
  /** Records not known before, newest first. */
  readonly fresh: readonly Activity[];
  /** New ones that there is no room for: they count as seen and are not told (`news-budget.ts`). */
  readonly crowdedOut?: readonly Activity[];
  /** Records that were known before, as they are shown now. */
  readonly again: readonly ShownAgain[];
  /** How many different records were read, and how many could not be understood. */
  readonly read: number;
  readonly unreadable: number;
  /** Nothing of what was read was known although earlier records are: what lies in between was missed. */
  readonly gap: boolean;
}

/** What one request asks for in the ordinary case. The API documents no maximum for the feed. */
const USUAL_LIMIT = 100;
/** The documented default: what every deployment must accept when it refuses more. */
const SAFE_LIMIT = 50;
/** What is asked for when the usual page does not reach back to what is known. */
const WIDE_LIMIT = 500;
/** How many further pages are read before the rest is called a gap. */
const MAX_PAGES = 20;
/** Pages move while they are read: one that brings nothing may be an earlier one pushed down, two in a row are the end. */
const IDLE_PAGES = 2;
/** How many further pages are read for what the feed has to tell of events that are known. */
const MAX_AWAITED_PAGES = 5;

interface Pile {
  readonly fresh: Activity[];
  readonly again: ShownAgain[];
  /** Remembered records that were found by their place. */
  readonly taken: Set<number>;
  /** Time of the oldest record that was read, epoch seconds. */
  oldestAt: number;
  /** Marks of this look that are known: the next one need not ask for them. A mark that was written is never taken back. */
  readonly knownMarks: Set<string>;
  readonly seenKeys: Set<string>;
  knownCount: number;
  read: number;
  unreadable: number;
}

/** Adds a page to what was read. Resolves to whether its oldest record is known, and whether it held anything unread yet. */
async function add(
  pile: Pile,
  page: Page<Activity>,
  inbox: Inbox & Pick<LateBook, 'recordsAt'>,
  knownBefore: ReadonlySet<string>,
): Promise<{ readonly reachesKnown: boolean; readonly brought: number }> {
  pile.unreadable += page.unreadable;
  const unread = page.items.filter((activity) => !activity.keys.some((key) => pile.seenKeys.has(key)));
  const unsure = unread.map(marksToLookFor).filter((marks) => !marks.some((mark) => knownBefore.has(mark)));
  const known = unsure.length === 0 ? knownBefore : await inbox.known(unsure.flat());
  const isKnown = (mark: string): boolean => known.has(mark) || knownBefore.has(mark);
  const shownKeys = new Set(
    unread.filter((activity) => marksToLookFor(activity).some(isKnown)).flatMap(({ keys }) => keys),
  );
  const strangers = new Map(
    unread
      .filter((activity) => !isInPart(activity) && !marksToLookFor(activity).some(isKnown))
      .map((activity) => [activity.keys[0], activity]),
  );
  const recognised = await recognise(
    [...strangers.values()],
    inbox,
    (key) => shownKeys.has(key) || pile.seenKeys.has(key),
    pile.taken,
  );
  let reachesKnown = false;
  let brought = 0;
  for (const activity of unread) {
    if (activity.keys.some((key) => pile.seenKeys.has(key))) continue;
    for (const key of activity.keys) pile.seenKeys.add(key);
    brought += 1;
    pile.read += 1;
    if (activity.timestamp !== null) pile.oldestAt = Math.min(pile.oldestAt, activity.timestamp);
    const marks = marksToLookFor(activity).filter(isKnown);
    for (const mark of marks) pile.knownMarks.add(mark);
    const record = recognised.get(activity) ?? null;
    reachesKnown = marks.length > 0 || record !== null;
    if (reachesKnown) pile.knownCount += 1;
    else pile.fresh.push(activity);
    if (reachesKnown && !isInPart(activity)) pile.again.push({ activity, record });
  }
  return { reachesKnown, brought };
}

/** A wider page, or `null` where the deployment refuses the limit. */
async function readWide(feed: Feed, signal: AbortSignal): Promise<Page<Activity> | null> {
  try {
    return await feed.activities({ limit: WIDE_LIMIT }, { signal });
  } catch (error) {
    if (error instanceof GavelError && error.code === 'MARKETPLACE_BAD_RESPONSE') return null;
    throw error;
  }
}

/**
 * Reads the feed back to what is known. Usually that takes one request. It is read on, first with a larger limit and
 * then page by page, while the oldest record read is new: one known record among the newest proves nothing, because
 * records come late and are moved up. Where the feed has yet to tell a price or party of an event that rules wait for, it is
 * read back to that event, as far as a few pages go.
 *
 * Rejects with the marketplace's error when any request fails; nothing was written then, so the next look starts over.
 */
export function createFeedReader(deps: {
  readonly feed: Feed;
  readonly inbox: Inbox & Pick<LateBook, 'recordsAt' | 'awaitedSince'>;
}): (signal: AbortSignal) => Promise<FeedReading> {
  const { feed, inbox } = deps;
  let limit = USUAL_LIMIT;
  let knownBefore: ReadonlySet<string> = new Set();

  async function firstPage(signal: AbortSignal): Promise<Page<Activity>> {
    try {
      return await feed.activities({ limit }, { signal });
    } catch (error) {
      const refused = error instanceof GavelError && error.code === 'MARKETPLACE_BAD_RESPONSE';
      if (!refused || limit === SAFE_LIMIT) throw error;
      const page = await feed.activities({ limit: SAFE_LIMIT }, { signal });
      limit = SAFE_LIMIT;
      return page;
    }
  }

  return async (signal) => {
    const memory = await inbox.memory();
    const awaitedSince = (await inbox.awaitedSince()) ?? Number.POSITIVE_INFINITY;
    const pile: Pile = {
      fresh: [],
      again: [],
      taken: new Set(),
      oldestAt: Number.POSITIVE_INFINITY,
      knownMarks: new Set(),
      seenKeys: new Set(),
      knownCount: 0,
      read: 0,
      unreadable: 0,
    };
    const newest = await firstPage(signal);
    let last = await add(pile, newest, inbox, knownBefore);

    const isAwaited = (): boolean =>
      awaitedSince !== Number.POSITIVE_INFINITY && pile.oldestAt >= awaitedSince;
    const reachesFarEnough = (): boolean => last.reachesKnown && !isAwaited();

    if (memory !== 'blank' && newest.items.length > 0 && !reachesFarEnough()) {
      const pageSize = newest.items.length + newest.unreadable;
      const wide = pageSize < limit ? null : await readWide(feed, signal);
      if (wide !== null) last = await add(pile, wide, inbox, knownBefore);
      const firstPageToRead = Math.max(2, Math.floor(pile.read / pageSize) + 1);
      let idle = 0;
      const mayTurn = (turn: number): boolean => turn < (last.reachesKnown ? MAX_AWAITED_PAGES : MAX_PAGES);
      for (let turn = 0; mayTurn(turn) && idle < IDLE_PAGES && !reachesFarEnough(); turn += 1) {
        last = await add(
          pile,
          await feed.activities({ limit, page: firstPageToRead + turn }, { signal }),
          inbox,
          knownBefore,
        );
        idle = last.brought === 0 ? idle + 1 : 0;
      }
    }

    knownBefore = pile.knownMarks;
    return {
      baseline: memory === 'blank',
      fresh: pile.fresh,
      again: pile.again,
      read: pile.read,
      unreadable: pile.unreadable,
      gap: memory === 'filled' && pile.fresh.length > 0 && pile.knownCount === 0,
    };
  };
}
