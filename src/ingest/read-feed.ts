import type { FeedRecord } from '#src/alerts/feed-record.ts';
import { GavelError } from '#src/chain/errors.ts';
import { reached } from '#src/chain/points.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import type { FeedStore } from '#src/store/feed.ts';
import type { LateFactsStore } from '#src/store/late-facts.ts';

import { isPartial } from './record-keys.ts';
import { createShownRecords, type FoundRecords, type RecordLookup } from './shown-records.ts';
import type { Feed } from './sources.ts';

/** A record that was shown before. */
export interface KnownRecord {
  readonly activity: Activity;
  /** The stored record, if this poll looked it up; otherwise it is found by the activity's keys. */
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
  /** Number of distinct records read, and how many of them were invalid. */
  readonly read: number;
  readonly unreadable: number;
  /** Whether no record was known although records were stored before, so events in between were missed. */
  readonly gap: boolean;
  /** How many records have the id of another event. */
  readonly repeatedIds?: number;
  /** Whether the whole feed was read and has far fewer records than before, or none of the known ones. */
  readonly hasShrunk?: boolean;
}

/** Default page size. The API documents no maximum for the feed. */
const DEFAULT_LIMIT = 100;
/** The API's documented default, which every deployment must accept. */
const SAFE_LIMIT = 50;
/** Page size when the default page contains only new records. */
const WIDE_LIMIT = 500;
/** Further pages that are read before a gap is reported. */
const MAX_PAGES = 20;
/** Pages shift while they are read: one page without new items may repeat an earlier one, two in a row are the end. */
const MAX_EMPTY_PAGES = 2;
/** Further pages that are read to complete known events that lack a price or party. */
const MAX_AWAITED_PAGES = 5;

/** Resolves to a larger page, or `null` if the deployment rejects the limit. */
async function readWide(feed: Feed, signal: AbortSignal): Promise<Page<Activity> | null> {
  try {
    return await feed.activities({ limit: WIDE_LIMIT }, { signal });
  } catch (error) {
    if (error instanceof GavelError && error.code === 'MARKETPLACE_BAD_RESPONSE') return null;
    throw error;
  }
}

/** A feed that has at most this share of its records counts as shrunk. */
const SHRUNK_SHARE = 0.5;

/**
 * Reads the feed back to known records, usually with one request.
 * Reading continues, first with a larger limit and then page by page, while the oldest record read is new: a known
 * record among newer ones proves nothing, because records appear late and move up.
 * It reads further back, up to a few pages, if rules wait for a price or party of an earlier event, or if a record has
 * the same facts as one with another id, to see whether that one is still shown.
 *
 * Rejects with the marketplace's error when any request fails; nothing was written then, so the next poll starts over.
 */
export function createFeedReader(deps: {
  readonly feed: Feed;
  readonly store: Pick<FeedStore, 'feedState'> & Pick<LateFactsStore, 'awaitedSince'> & RecordLookup;
}): (signal: AbortSignal) => Promise<FeedReading> {
  const { feed, store } = deps;
  let limit = DEFAULT_LIMIT;
  let found: FoundRecords = new Map();
  /** Size of the feed when known records were last read, as far as it is known. */
  let sizeBefore = 0;

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
    const feedState = await store.feedState();
    const awaitedSince = (await store.awaitedSince()) ?? Number.POSITIVE_INFINITY;
    const shown = createShownRecords(store, found);
    const newest = await firstPage(signal);
    const pageSize = newest.items.length + newest.unreadable;
    await shown.add(newest);
    let isWhole = pageSize === 0 ? newest.total === null : newest.total !== null && newest.total <= pageSize;

    const isAwaited = (): boolean =>
      awaitedSince !== Number.POSITIVE_INFINITY && shown.oldestAt >= awaitedSince;
    /**
     * Number of records read when the oldest one was known for the first time; doubts about further records do not
     * matter.
     */
    let needed: number | null = null;
    const reachesFarEnough = (): boolean => {
      if (!shown.reachesKnown) return false;
      needed ??= shown.read;
      return !isAwaited() && !shown.isInDoubt(needed);
    };

    if (feedState !== 'blank' && newest.items.length > 0 && !reachesFarEnough()) {
      reached('the feed is read beyond its first page');
      const wide = pageSize < limit ? null : await readWide(feed, signal);
      if (wide !== null) await shown.add(wide);
      const firstPageToRead = Math.max(2, Math.floor(shown.read / pageSize) + 1);
      let emptyPages = 0;
      const mayReadPage = (pagesRead: number): boolean =>
        pagesRead < (shown.reachesKnown && !shown.isInDoubt(needed ?? 0) ? MAX_AWAITED_PAGES : MAX_PAGES);
      for (
        let pagesRead = 0;
        mayReadPage(pagesRead) && emptyPages < MAX_EMPTY_PAGES && !reachesFarEnough();
        pagesRead += 1
      ) {
        const page = await feed.activities({ limit, page: firstPageToRead + pagesRead }, { signal });
        const added = await shown.add(page);
        emptyPages = added === 0 ? emptyPages + 1 : 0;
        if (page.items.length + page.unreadable === 0) isWhole = true;
      }
    }

    const fresh = shown.identified.filter(({ isKnown }) => !isKnown).map(({ activity }) => activity);
    const known = shown.identified.filter(({ isKnown }) => isKnown);
    const size = isWhole ? shown.read + shown.unreadable : (newest.total ?? shown.read);
    const hasShrunk =
      isWhole && size < sizeBefore && (known.length === 0 || size <= sizeBefore * SHRUNK_SHARE);
    if (known.length > 0 || feedState === 'blank') sizeBefore = size;
    found = shown.found();
    return {
      baseline: feedState === 'blank',
      fresh,
      knownRecords: known
        .filter(({ activity }) => !isPartial(activity))
        .map(({ activity, record }) => ({ activity, record })),
      read: shown.read,
      unreadable: shown.unreadable,
      // A feed that has lost records has no gap: hidden records are posted when they appear again.
      gap: feedState === 'filled' && fresh.length > 0 && known.length === 0 && !hasShrunk,
      repeatedIds: shown.identified.filter(({ repeatsId }) => repeatsId).length,
      hasShrunk,
    };
  };
}
