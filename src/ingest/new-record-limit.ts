import { HOUR_MS } from '#src/chain/durations.ts';
import type { FeedReading } from './read-feed.ts';

/** Limits how many new records are ingested. */
export interface NewRecordLimit {
  /** Returns how many of `wanted` records are within the limit, and counts them. */
  take(wanted: number): number;
}

/** More than one day of a busy marketplace, which may arrive at once after a downtime. */
const MAX_BURST = 100_000;
/** About fourteen per second. */
const RECORDS_PER_HOUR = 50_000;

/** @param deps.now epoch ms; setting the clock back has no effect */
export function createNewRecordLimit(deps: {
  readonly now: () => number;
  readonly burst?: number;
  readonly perHour?: number;
}): NewRecordLimit {
  const { now, burst = MAX_BURST, perHour = RECORDS_PER_HOUR } = deps;
  let left = burst;
  let at = now();

  return {
    take(wanted) {
      const time = now();
      left = Math.min(burst, left + (Math.max(0, time - at) * perHour) / HOUR_MS);
      at = time;
      const taken = Math.min(wanted, Math.floor(left));
      left -= taken;
      return taken;
    },
  };
}

/**
 * Limits the new records of a poll to the newest ones within the limit. The others count as seen and as missed, like a
 * gap: a marketplace that invents records must not fill the disk.
 */
export function withNewRecordLimit(
  readFeed: (signal: AbortSignal) => Promise<FeedReading>,
  limit: NewRecordLimit,
): (signal: AbortSignal) => Promise<FeedReading> {
  return async (signal) => {
    const reading = await readFeed(signal);
    // The first poll is not limited: it stores record keys but creates no alerts.
    const taken = reading.baseline ? reading.fresh.length : limit.take(reading.fresh.length);
    if (taken === reading.fresh.length) return reading;
    const [fresh, overBudget] = [reading.fresh.slice(0, taken), reading.fresh.slice(taken)];
    return { ...reading, fresh, overBudget, gap: true };
  };
}
