import { createRandom, pickWeighted } from '../random/random.ts';

/** The type of a simulated event. */
export type Activity =
  | 'sale'
  | 'sweep'
  | 'wash'
  | 'listing'
  | 'price change'
  | 'delisting'
  | 'transfer'
  | 'mint'
  | 'offer'
  | 'collection offer'
  | 'burn';

/** One planned event. */
export interface ScheduledActivity {
  /** Counts from 0, events before the start included. */
  readonly index: number;
  /** World ms; zero or less is before the start. */
  readonly atMs: number;
  readonly activity: Activity;
}

/**
 * Events per minute for 40 sales a minute: 24.1 single sales, 2.5 repeat trades, and 3 sweeps of 4.45 sales on
 * average.
 */
const PER_MINUTE: ReadonlyMap<Activity, number> = new Map([
  ['sale', 24.1],
  ['wash', 2.5],
  ['sweep', 3],
  ['listing', 42],
  ['price change', 4],
  ['delisting', 4],
  ['transfer', 5],
  ['mint', 2],
  ['offer', 6],
  ['collection offer', 0.7],
  ['burn', 0.4],
]);
const SALES_OF_TABLE = 40;
const PAST_MOMENTS = 420;
/** Each interval before the start is longer than the next one by this factor, so 420 of them cover two days. */
const PAST_STRETCH = 1.02;
const BASE_GAP_MS = 60_000 / [...PER_MINUTE.values()].reduce((sum, rate) => sum + rate, 0);

/**
 * All planned events, generated on demand: those before the start, then an endless sequence (at 0 sales a
 * minute, none).
 */
export function* activitySchedule(seed: number, salesPerMinute: number): Generator<ScheduledActivity, never> {
  const past = pastTimes(seed);
  for (const [index, atMs] of past.entries()) yield scheduled(seed, index, atMs);
  const gapMs = (BASE_GAP_MS * SALES_OF_TABLE) / salesPerMinute;
  let atMs = 0;
  for (let index = past.length; ; index += 1) {
    atMs =
      salesPerMinute > 0
        ? atMs + createRandom(`${seed}:gap:${index}`).exponential(gapMs)
        : Number.POSITIVE_INFINITY;
    yield scheduled(seed, index, atMs);
  }
}

/** World ms of the first planned event. */
export function scheduleStartMs(seed: number): number {
  return pastTimes(seed)[0] ?? 0;
}

/** Events before the start depend on the seed alone, not on the rate, because they only fill the first pages. */
function pastTimes(seed: number): readonly number[] {
  const random = createRandom(`${seed}:past`);
  let atMs = 0;
  return Array.from({ length: PAST_MOMENTS }, (_, back) => {
    atMs -= random.exponential(BASE_GAP_MS * PAST_STRETCH ** back);
    return atMs;
  }).toReversed();
}

function scheduled(seed: number, index: number, atMs: number): ScheduledActivity {
  const random = createRandom(`${seed}:happening:${index}`);
  const [activity] = pickWeighted(random, [...PER_MINUTE], ([, rate]) => rate);
  return { index, atMs, activity };
}
