import { pickWeighted, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { History } from './history.ts';

const MINUTE_MS = 60_000;
/** A history that goes on for so long waits for a floor or a recap most of the time. */
const LONG_MS = 40 * MINUTE_MS;

/** Seconds between two polls: mostly what the bot does when nothing else is set. */
const USUAL: readonly (readonly [seconds: number, weight: number])[] = [
  [5, 1],
  [15, 6],
  [30, 3],
];

/** The history with how often its bot reads the feed. */
export function withPollInterval(random: Random, history: History): History {
  const isLong = (history.steps.at(-1)?.at ?? 0) > LONG_MS;
  return { ...history, pollsEveryS: isLong ? 60 : pickWeighted(random, USUAL, ([, weight]) => weight)[0] };
}
