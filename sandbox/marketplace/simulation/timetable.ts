import { createRandom, pickWeighted } from '../random/random.ts';

/** What a moment of the simulation is about. */
export type Happening =
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

/** One moment of the timetable. */
export interface Appointment {
  /** Counts from 0, history included. */
  readonly index: number;
  /** World ms; zero or less is history. */
  readonly atMs: number;
  readonly happening: Happening;
}

/**
 * Moments per minute when 40 sales a minute are asked for: 24.1 single sales, 2.5 wash trades, and 3 sweeps of 4.45
 * sales on average.
 */
const PER_MINUTE: ReadonlyMap<Happening, number> = new Map([
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
/** Each gap of the past is this much longer than the one after it, so 420 of them reach back two days. */
const PAST_STRETCH = 1.02;
const BASE_GAP_MS = 60_000 / [...PER_MINUTE.values()].reduce((sum, rate) => sum + rate, 0);

/** The whole course of appointments, made on demand: the past first, then without end (at 0 sales a minute, never). */
export function* timetable(seed: number, salesPerMinute: number): Generator<Appointment, never> {
  const past = pastTimes(seed);
  for (const [index, atMs] of past.entries()) yield appointment(seed, index, atMs);
  const gapMs = (BASE_GAP_MS * SALES_OF_TABLE) / salesPerMinute;
  let atMs = 0;
  for (let index = past.length; ; index += 1) {
    atMs =
      salesPerMinute > 0
        ? atMs + createRandom(`${seed}:gap:${index}`).exponential(gapMs)
        : Number.POSITIVE_INFINITY;
    yield appointment(seed, index, atMs);
  }
}

/** World ms at which the timetable begins. */
export function timetableStartMs(seed: number): number {
  return pastTimes(seed)[0] ?? 0;
}

/** The past depends on the seed alone, not on the rate: it only fills the first pages. */
function pastTimes(seed: number): readonly number[] {
  const random = createRandom(`${seed}:past`);
  let atMs = 0;
  return Array.from({ length: PAST_MOMENTS }, (_, back) => {
    atMs -= random.exponential(BASE_GAP_MS * PAST_STRETCH ** back);
    return atMs;
  }).toReversed();
}

function appointment(seed: number, index: number, atMs: number): Appointment {
  const random = createRandom(`${seed}:happening:${index}`);
  const [happening] = pickWeighted(random, [...PER_MINUTE], ([, rate]) => rate);
  return { index, atMs, happening };
}
