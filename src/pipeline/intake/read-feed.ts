import type { Activity } from '../../domain/activity.ts';
import { GavelError } from '../../domain/errors.ts';
import type { Page } from '../../domain/page.ts';
import type { Feed, Inbox } from '../ports.ts';
import { marksToLookFor } from './marks.ts';

/** What one look at the feed brought. */
export interface FeedReading {
  /** Nothing was ever read before: everything is marked as seen and nothing is told. */
  readonly baseline: boolean;
  /** Records not known before, newest first. */
  readonly fresh: readonly Activity[];
  /** New ones that there is no room for: they count as seen and are not told (`news-budget.ts`). */
  readonly crowdedOut?: readonly Activity[];
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

interface Pile {
  readonly fresh: Activity[];
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
  inbox: Inbox,
  knownBefore: ReadonlySet<string>,
): Promise<{ readonly reachesKnown: boolean; readonly brought: number }> {
  pile.unreadable += page.unreadable;
  const unread = page.items.filter((activity) => !activity.keys.some((key) => pile.seenKeys.has(key)));
  const unsure = unread.map(marksToLookFor).filter((marks) => !marks.some((mark) => knownBefore.has(mark)));
  const known = unsure.length === 0 ? knownBefore : await inbox.known(unsure.flat());
  let reachesKnown = false;
  let brought = 0;
  for (const activity of unread) {
    if (activity.keys.some((key) => pile.seenKeys.has(key))) continue;
    for (const key of activity.keys) pile.seenKeys.add(key);
    brought += 1;
    pile.read += 1;
    const marks = marksToLookFor(activity).filter((mark) => known.has(mark) || knownBefore.has(mark));
    for (const mark of marks) pile.knownMarks.add(mark);
    reachesKnown = marks.length > 0;
    if (reachesKnown) pile.knownCount += 1;
    else pile.fresh.push(activity);
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
 * records come late and are moved up.
 *
 * Rejects with the marketplace's error when any request fails; nothing was written then, so the next look starts over.
 */
export function createFeedReader(deps: {
  readonly feed: Feed;
  readonly inbox: Inbox;
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
    const pile: Pile = {
      fresh: [],
      knownMarks: new Set(),
      seenKeys: new Set(),
      knownCount: 0,
      read: 0,
      unreadable: 0,
    };
    const newest = await firstPage(signal);
    let last = await add(pile, newest, inbox, knownBefore);

    if (memory !== 'blank' && newest.items.length > 0 && !last.reachesKnown) {
      const pageSize = newest.items.length + newest.unreadable;
      const wide = pageSize < limit ? null : await readWide(feed, signal);
      if (wide !== null) last = await add(pile, wide, inbox, knownBefore);
      const firstPageToRead = Math.max(2, Math.floor(pile.read / pageSize) + 1);
      let idle = 0;
      for (let turn = 0; turn < MAX_PAGES && idle < IDLE_PAGES && !last.reachesKnown; turn += 1) {
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
      read: pile.read,
      unreadable: pile.unreadable,
      gap: memory === 'filled' && pile.fresh.length > 0 && pile.knownCount === 0,
    };
  };
}
