import { type FeedRecord, factsOf, locationKeysOf } from '#src/alerts/feed-record.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { tokensText } from '#src/marketplace/resources/activity/tokens.ts';
import type { FeedStore } from '#src/store/feed.ts';
import type { LateFactsStore } from '#src/store/late-facts.ts';

import { type IdentifiedRecord, identifyRecords, isDuplicate } from './identify-records.ts';
import { isPartial, lookupKeys } from './record-keys.ts';

/** Lookups for the records of a poll. */
export type RecordLookup = Pick<FeedStore, 'known'> &
  Pick<LateFactsStore, 'recordsOfKeys' | 'recordsAtChainPositions'>;

/**
 * Records that a poll found by their keys, by their full content (`contentOf`), so that the next poll need not look
 * them up.
 */
export type FoundRecords = ReadonlyMap<
  string,
  Pick<Activity, 'keys'> & Pick<IdentifiedRecord, 'repeatsId'> & { readonly recordId: number | null }
>;

/** The distinct records of one poll, and which events they are. */
export interface ShownRecords {
  /** Adds a page and identifies its records. Resolves to how many of them were not read before. */
  add(page: Page<Activity>): Promise<number>;
  /** Newest first. */
  readonly identified: readonly IdentifiedRecord[];
  /** Whether the oldest record of the last added page is known; false if all its records were read before. */
  readonly reachesKnown: boolean;
  /** Returns whether any of the first `count` records is in doubt (`IdentifiedRecord.isInDoubt`). */
  isInDoubt(count: number): boolean;
  readonly read: number;
  readonly unreadable: number;
  /** Time of the oldest record that was read, epoch seconds. */
  readonly oldestAt: number;
  found(): FoundRecords;
}

/** By decoded record: an unchanged record is decoded to the same object (`activity-reader.ts`). */
const contents = new WeakMap<Activity, string>();

function contentOf(activity: Activity): string {
  const known = contents.get(activity);
  if (known !== undefined) return known;
  const { keys, kind, collection, logIndex, timestamp } = activity;
  const content = JSON.stringify([
    keys,
    kind,
    collection,
    tokensText(activity),
    logIndex,
    timestamp,
    factsOf(activity),
  ]);
  contents.set(activity, content);
  return content;
}

const NO_TIME = Number.POSITIVE_INFINITY;

interface ShownRecord {
  readonly activity: Activity;
  readonly content: string;
  readonly page: number;
}

/** @param before records that the previous poll found by keys; stored keys are never removed while a record is shown */
export function createShownRecords(store: RecordLookup, before: FoundRecords): ShownRecords {
  /** In the order of the feed. */
  const shown: ShownRecord[] = [];
  const byKey = new Map<string, ShownRecord[]>();
  const seen = new Set<string>();
  const owners = new Map<string, FeedRecord>();
  const nearby = new Map<number, FeedRecord>();
  let identified: readonly IdentifiedRecord[] = [];
  let pages = 0;
  let lastAdded = 0;
  let unreadable = 0;
  let oldestAt = NO_TIME;

  /** Returns whether the record was read before. Compares ids, because a record may change between two pages. */
  function isRead(activity: Activity): boolean {
    return activity.keys.some((key) =>
      byKey
        .get(key)
        ?.some((one) =>
          isDuplicate(one.activity, one.page === pages ? activity : { ...activity, price: null }),
        ),
    );
  }

  async function lookUp(records: readonly ShownRecord[]): Promise<void> {
    const unknown = records.flatMap(({ activity, content }) => (before.has(content) ? [] : [activity]));
    if (unknown.length === 0) return;
    const keys = [...new Set(unknown.flatMap(lookupKeys))];
    const known = [...(await store.known(keys))];
    for (const key of known) seen.add(key);
    const found = known.length === 0 ? [] : await store.recordsOfKeys(known);
    for (const [index, key] of known.entries()) {
      const record = found[index] ?? null;
      if (record !== null) owners.set(key, record);
    }
    const complete = unknown.filter((activity) => !isPartial(activity));
    if (complete.length === 0) return;
    for (const record of await store.recordsAtChainPositions(complete.map(locationKeysOf)))
      nearby.set(record.id, record);
  }

  function identify(): void {
    const oldest: number[] = [];
    let time = NO_TIME;
    for (const { activity } of shown.toReversed()) {
      oldest.push(time);
      time = Math.min(time, activity.timestamp ?? NO_TIME);
    }
    oldest.reverse();
    oldestAt = time;
    const found = shown.map(({ content }) => before.get(content));
    const open = [...shown.keys()].filter((position) => found[position] === undefined);
    const answers = identifyRecords(
      open.flatMap((position) => shown[position]?.activity ?? []),
      {
        isSeen: (key) => seen.has(key),
        ownerOf: (key) => owners.get(key),
        nearby: [...nearby.values()],
        taken: new Set(found.flatMap((one) => one?.recordId ?? [])),
      },
      (index) => oldest[open[index] ?? 0] ?? NO_TIME,
    ).values();
    identified = shown.flatMap(({ activity }, position) => {
      const known = found[position];
      if (known === undefined) return answers.next().value ?? [];
      const { keys, repeatsId } = known;
      const state = { record: null, isKnown: true, isByKey: true, isInDoubt: false, repeatsId };
      return { ...state, activity: keys === activity.keys ? activity : { ...activity, keys } };
    });
  }

  return {
    async add(page) {
      pages += 1;
      unreadable += page.unreadable;
      const added: ShownRecord[] = [];
      for (const activity of page.items) {
        if (isRead(activity)) continue;
        const one = { activity, content: contentOf(activity), page: pages };
        added.push(one);
        for (const key of activity.keys) {
          const others = byKey.get(key);
          if (others === undefined) byKey.set(key, [one]);
          else others.push(one);
        }
      }
      shown.push(...added);
      await lookUp(added);
      identify();
      lastAdded = added.length;
      return lastAdded;
    },
    get identified() {
      return identified;
    },
    get reachesKnown() {
      return lastAdded > 0 && identified.at(-1)?.isKnown === true;
    },
    isInDoubt: (count) => identified.slice(0, count).some((one) => one.isInDoubt),
    get read() {
      return shown.length;
    },
    get unreadable() {
      return unreadable;
    },
    get oldestAt() {
      return oldestAt;
    },
    found: () =>
      new Map(
        identified.flatMap(({ activity: { keys }, record, isByKey, repeatsId }, position) => {
          const content = shown[position]?.content;
          if (!isByKey || content === undefined) return [];
          const recordId = record?.id ?? before.get(content)?.recordId ?? null;
          return [[content, { keys, repeatsId, recordId }] as const];
        }),
      ),
  };
}
