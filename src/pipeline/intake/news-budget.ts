import type { FeedReading } from './read-feed.ts';

/** How much news is taken in, whatever a marketplace shows. */
export interface NewsBudget {
  /** How many of `wanted` there is room for now; they count as taken. */
  take(wanted: number): number;
}

/** More than a day of a busy marketplace, which may come at once after the bot was stopped. */
const AT_ONCE = 100_000;
/** Fourteen a second, day and night. */
const AN_HOUR = 50_000;
const HOUR_MS = 3_600_000;

/** @param deps.now epoch ms; a clock that goes back gives nothing and takes nothing */
export function createNewsBudget(deps: {
  readonly now: () => number;
  readonly atOnce?: number;
  readonly anHour?: number;
}): NewsBudget {
  const { now, atOnce = AT_ONCE, anHour = AN_HOUR } = deps;
  let left = atOnce;
  let at = now();

  return {
    take(wanted) {
      const time = now();
      left = Math.min(atOnce, left + (Math.max(0, time - at) * anHour) / HOUR_MS);
      at = time;
      const taken = Math.min(wanted, Math.floor(left));
      left -= taken;
      return taken;
    },
  };
}

/**
 * Looks at the feed that bring no more news than there is room for, the newest: what else there is counts as seen and as
 * missed, as a gap does. Nobody could be told so much, and a marketplace that makes records up must not fill the disk.
 */
export function withinBudget(
  readFeed: (signal: AbortSignal) => Promise<FeedReading>,
  budget: NewsBudget,
): (signal: AbortSignal) => Promise<FeedReading> {
  return async (signal) => {
    const reading = await readFeed(signal);
    // Of the first look nothing is told, so nothing but marks comes of it.
    const taken = reading.baseline ? reading.fresh.length : budget.take(reading.fresh.length);
    if (taken === reading.fresh.length) return reading;
    const [fresh, crowdedOut] = [reading.fresh.slice(0, taken), reading.fresh.slice(taken)];
    return { ...reading, fresh, crowdedOut, gap: true };
  };
}
