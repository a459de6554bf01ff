import { eachInSteps, type StepGenerator } from '#src/chain/steps.ts';
import { isRecord } from '../../decode/record.ts';
import { finishInChunks } from '../../finish-in-chunks.ts';
import { type ForeignShare, unlimitedShare } from '../../foreign-memory.ts';
import type { IsOwnCoin } from '../../own-coin.ts';
import { type DecodedActivities, decodeActivitiesInSteps } from './activities.ts';
import type { Activity } from './activity.ts';

/** Twice the largest poll of the feed. */
const MAX_CACHED = 1_000;
/** Records take about 1,000 characters; longer ones are decoded each time and not cached. */
const MAX_CACHED_LENGTH = 8_000;
/** Maximum characters of all cached records. */
const MAX_CACHED_CHARACTERS = 2 * 1_024 * 1_024;
/** Heap use of a character of a record and of the decoded result, bytes. */
const CHARACTER_BYTES = 4;

/** Returns whether the decoded record does not depend on the rest of its page or on the time of decoding. */
function isPageIndependent({ keys, kind, timestamp }: Activity): boolean {
  return kind !== 'unknown' && timestamp !== null && /^(?:id|log):/.test(keys[0]);
}

/**
 * Decodes like `decodeActivitiesInSteps`, with a cache: nearly every record of a poll was in the previous one,
 * unchanged, and comparing its text takes a tenth of the time of decoding. Caches 1,000 records with two million
 * characters in total. Records whose keys depend on the rest of the page are decoded each time. Yields to the event
 * loop in between.
 * @param memory their heap share
 */
export function createActivityReader(
  isOwnCoin: IsOwnCoin,
  memory: ForeignShare = unlimitedShare,
): (records: readonly unknown[], now: number) => Promise<DecodedActivities> {
  const cache = new Map<string, Activity>();
  let characters = 0;
  /** By the record itself, because an answer that equals the previous one is the same object (`answer-memory.ts`). */
  const ofRecords = new WeakMap<object, Activity>();

  function find(record: unknown): { readonly text: string; readonly activity: Activity | undefined } {
    const same = isRecord(record) ? ofRecords.get(record) : undefined;
    if (same !== undefined) return { text: '', activity: same };
    const text = JSON.stringify(record);
    // The texts of a page of long records take as much memory as the page.
    if (text.length > MAX_CACHED_LENGTH) return { text: '', activity: undefined };
    const activity = cache.get(text);
    if (activity !== undefined && isRecord(record)) ofRecords.set(record, activity);
    return { text, activity };
  }

  function addToCache(text: string, record: unknown, activity: Activity): void {
    if (text === '' || !isPageIndependent(activity)) return;
    if (!cache.has(text)) characters += text.length;
    cache.set(text, activity);
    if (isRecord(record)) ofRecords.set(record, activity);
    for (const oldest of cache.keys()) {
      const isShort = characters <= MAX_CACHED_CHARACTERS && characters * CHARACTER_BYTES <= memory.limit;
      if (cache.size <= MAX_CACHED && isShort) break;
      cache.delete(oldest);
      characters -= oldest.length;
    }
    memory.keep(characters * CHARACTER_BYTES);
  }

  function* read(records: readonly unknown[], now: number): StepGenerator<DecodedActivities> {
    const found: ReturnType<typeof find>[] = [];
    yield* eachInSteps(records, 1, (record) => void found.push(find(record)));
    const others = records.filter((_, index) => found[index]?.activity === undefined);
    const decoded = yield* decodeActivitiesInSteps(others, now, isOwnCoin);
    const unreadable = new Set(decoded.unreadable);
    const fresh = decoded.items.values();
    const items = records.flatMap((record, index): readonly Activity[] => {
      const { text = '', activity: before } = found[index] ?? {};
      if (before !== undefined) return [before];
      if (unreadable.has(record)) return [];
      const { value: activity } = fresh.next();
      if (activity === undefined) return [];
      addToCache(text, record, activity);
      return [activity];
    });
    return { ...decoded, items };
  }

  return (records, now) => finishInChunks(read(records, now));
}
