import type { Random } from '../random/random.ts';

const MINUTE_MS = 60_000;
/** The standard deviation of a level's change per minute, relative to the level. */
const DRIFT_PER_MINUTE = 0.012;
/** The half-life of a level's distance from its usual value. */
const HALF_LIFE_MS = 6 * 60 * MINUTE_MS;

/** The price level of each collection over time: the price of a common token in whole coins. */
export interface Levels {
  of(address: string): number;
  /** Updates the level to `atMs` (world ms). */
  drift(address: string, atMs: number, random: Random): void;
  /** Changes the level by a share of itself: 0.01 is one percent up. */
  push(address: string, share: number): void;
}

interface Level {
  readonly usual: number;
  value: number;
  atMs: number;
}

/** Log-random-walks with mean reversion, so that no price runs away. */
export function createLevels(usual: ReadonlyMap<string, number>, startMs: number): Levels {
  const levels = new Map<string, Level>(
    [...usual].map(([address, coins]) => [address, { usual: coins, value: coins, atMs: startMs }]),
  );
  return {
    of: (address) => levels.get(address)?.value ?? 0,
    drift(address, atMs, random) {
      const level = levels.get(address);
      if (level === undefined) return;
      const elapsedMs = Math.max(0, atMs - level.atMs);
      const minutes = Math.min(elapsedMs / MINUTE_MS, 30);
      const distance = Math.log(level.value / level.usual) * 2 ** (-elapsedMs / HALF_LIFE_MS);
      level.value =
        level.usual * Math.exp(distance + DRIFT_PER_MINUTE * Math.sqrt(minutes) * random.normal());
      level.atMs = atMs;
    },
    push(address, share) {
      const level = levels.get(address);
      if (level !== undefined) level.value *= 1 + share;
    },
  };
}
