import type { FeedRecord } from '../alerts/feed-record.ts';
import { GavelError } from '../chain/errors.ts';
import { reached } from '../chain/points.ts';
import type { Activity } from '../marketplace/model/activity.ts';
import type { Page } from '../marketplace/model/page.ts';
import type { LateFactsStore } from '../store/late-facts-store.ts';
import type { FeedStore } from '../store/store.ts';
import { matchStoredRecords } from './match-stored-records.ts';
import { isPartial, lookupKeys } from './record-keys.ts';
import type { Feed } from './sources.ts';

/** A record that was shown before. */
export interface KnownRecord {
  readonly activity: Activity;
  /** The stored record, where it was not found by the keys of the activity; else `null`. */
  readonly record: FeedRecord | null;
}

/** The result of one poll of the feed. */
export interface FeedReading {
  /** The first poll ever: everything is marked as seen and nothing is announced. */
  readonly baseline: boolean;
  /** Records not known before, newest first. */
  readonly fresh: readonly Activity[];
  /** New records over the limit: they count as seen and are not announced (`new-record-limit.ts`). */
  readonly overBudget?: readonly Activity[];
  /** Records that were known before, with their current content. */
  readonly knownRecords: readonly KnownRecord[];
  /** How many different records were read, and how many were invalid. */
  readonly read: number;
  readonly unreadable: number;
  /** No record was known although records were stored before: those in between were missed. */
  readonly gap: boolean;
}

/** Default page size. The API documents no maximum for the feed. */
const DEFAULT_LIMIT = 100;
/** The documented default, which every deployment must accept. */
const SAFE_LIMIT = 50;
/** Page size when the default page contains only new records. */
const WIDE_LIMIT = 500;
/** Further pages that are read before a gap is reported. */
const MAX_PAGES = 20;
/** Pages shift while they are read: one page without new items may be an earlier one, two in a row are the end. */
const MAX_EMPTY_PAGES = 2;
/** Further pages that are read for late facts of known events. */
const MAX_AWAITED_PAGES = 5;

interface ReadingState {
  readonly fresh: Activity[];
  readonly knownRecords: KnownRecord[];
  /** Ids of stored records that were matched by transaction or time. */
  readonly matchedIds: Set<number>;
  /** Time of the oldest record that was read, epoch seconds. */
  oldestAt: number;
  /** Known record keys of this poll; the next poll need not query them, because stored keys are never removed. */
  readonly knownKeys: Set<string>;
  readonly seenKeys: Set<string>;
  knownCount: number;
  read: number;
  unreadable: number;
}

/** Adds a page. Resolves to whether its oldest record is known, and how many records were not read before. */
async function add(
  readingState: ReadingState,
  page: Page<Activity>,
  inbox: Pick<FeedStore, 'feedState' | 'known'> & Pick<LateFactsStore, 'recordsAtPlaces'>,
  knownBefore: ReadonlySet<string>,
): Promise<{ readonly reachesKnown: boolean; readonly added: number }> {
  readingState.unreadable += page.unreadable;
  const unread = page.items.filter(
    (activity) => !activity.keys.some((key) => readingState.seenKeys.has(key)),
  );
  const unresolved = unread
    .map(lookupKeys)
    .filter((matchingKeys) => !matchingKeys.some((recordKey) => knownBefore.has(recordKey)));
  const known = unresolved.length === 0 ? knownBefore : await inbox.known(unresolved.flat());
  const isKnown = (recordKey: string): boolean => known.has(recordKey) || knownBefore.has(recordKey);
  const shownKeys = new Set(
    unread.filter((activity) => lookupKeys(activity).some(isKnown)).flatMap(({ keys }) => keys),
  );
  const unmatched = new Map(
    unread
      .filter((activity) => !isPartial(activity) && !lookupKeys(activity).some(isKnown))
      .map((activity) => [activity.keys[0], activity]),
  );
  const matched = await matchStoredRecords(
    [...unmatched.values()],
    inbox,
    (key) => shownKeys.has(key) || readingState.seenKeys.has(key),
    readingState.matchedIds,
  );
  let reachesKnown = false;
  let added = 0;
  for (const activity of unread) {
    if (activity.keys.some((key) => readingState.seenKeys.has(key))) continue;
    for (const key of activity.keys) readingState.seenKeys.add(key);
    added += 1;
    readingState.read += 1;
    if (activity.timestamp !== null)
      readingState.oldestAt = Math.min(readingState.oldestAt, activity.timestamp);
    const matchingKeys = lookupKeys(activity).filter(isKnown);
    for (const recordKey of matchingKeys) readingState.knownKeys.add(recordKey);
    const record = matched.get(activity) ?? null;
    reachesKnown = matchingKeys.length > 0 || record !== null;
    if (reachesKnown) readingState.knownCount += 1;
    else readingState.fresh.push(activity);
    if (reachesKnown && !isPartial(activity)) readingState.knownRecords.push({ activity, record });
  }
  return { reachesKnown, added };
}

/** A larger page, or `null` where the deployment rejects the limit. */
async function readWide(feed: Feed, signal: AbortSignal): Promise<Page<Activity> | null> {
  try {
    return await feed.activities({ limit: WIDE_LIMIT }, { signal });
  } catch (error) {
    if (error instanceof GavelError && error.code === 'MARKETPLACE_BAD_RESPONSE') return null;
    throw error;
  }
}

/**
 * Reads the feed back to known records, usually with one request. Reading continues, first with a larger limit and then page
 * by page, while the oldest record read is new: a known record among newer ones proves nothing, because records appear late
 * and move up. Where rules wait for a price or party of an earlier event, the feed is read back to that event, up to a few
 * pages.
 *
 * Rejects with the marketplace's error when any request fails; nothing was written then, so the next poll starts over.
 */
export function createFeedReader(deps: {
  readonly feed: Feed;
  readonly inbox: Pick<FeedStore, 'feedState' | 'known'> &
    Pick<LateFactsStore, 'recordsAtPlaces' | 'awaitedSince'>;
}): (signal: AbortSignal) => Promise<FeedReading> {
  const { feed, inbox } = deps;
  let limit = DEFAULT_LIMIT;
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
    const feedState = await inbox.feedState();
    const awaitedSince = (await inbox.awaitedSince()) ?? Number.POSITIVE_INFINITY;
    const readingState: ReadingState = {
      fresh: [],
      knownRecords: [],
      matchedIds: new Set(),
      oldestAt: Number.POSITIVE_INFINITY,
      knownKeys: new Set(),
      seenKeys: new Set(),
      knownCount: 0,
      read: 0,
      unreadable: 0,
    };
    const newest = await firstPage(signal);
    let last = await add(readingState, newest, inbox, knownBefore);

    const isAwaited = (): boolean =>
      awaitedSince !== Number.POSITIVE_INFINITY && readingState.oldestAt >= awaitedSince;
    const reachesFarEnough = (): boolean => last.reachesKnown && !isAwaited();

    if (feedState !== 'blank' && newest.items.length > 0 && !reachesFarEnough()) {
      reached('the feed is read beyond its first page');
      const pageSize = newest.items.length + newest.unreadable;
      const wide = pageSize < limit ? null : await readWide(feed, signal);
      if (wide !== null) last = await add(readingState, wide, inbox, knownBefore);
      const firstPageToRead = Math.max(2, Math.floor(readingState.read / pageSize) + 1);
      let emptyPages = 0;
      const mayReadPage = (pagesRead: number): boolean =>
        pagesRead < (last.reachesKnown ? MAX_AWAITED_PAGES : MAX_PAGES);
      for (
        let pagesRead = 0;
        mayReadPage(pagesRead) && emptyPages < MAX_EMPTY_PAGES && !reachesFarEnough();
        pagesRead += 1
      ) {
        last = await add(
          readingState,
          await feed.activities({ limit, page: firstPageToRead + pagesRead }, { signal }),
          inbox,
          knownBefore,
        );
        emptyPages = last.added === 0 ? emptyPages + 1 : 0;
      }
    }

    knownBefore = readingState.knownKeys;
    return {
      baseline: feedState === 'blank',
      fresh: readingState.fresh,
      knownRecords: readingState.knownRecords,
      read: readingState.read,
      unreadable: readingState.unreadable,
      gap: feedState === 'filled' && readingState.fresh.length > 0 && readingState.knownCount === 0,
    };
  };
}
