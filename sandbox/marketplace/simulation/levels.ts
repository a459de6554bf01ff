import type { Random } from '../random/random.ts';

const MINUTE_MS = 60_000;
/** How far a level wanders in a minute, as a share of itself. */
const WANDER = 0.012;
/** How long half of a distance from the usual level lasts. */
const HALF_LIFE_MS = 6 * 60 * MINUTE_MS;

/** What the tokens of each collection are worth, in whole coins for a common one, as it wanders in time. */
export interface Levels {
  of(address: string): number;
  /** Lets the level wander up to `atMs` (world ms). */
  wander(address: string, atMs: number, random: Random): void;
  /** Moves the level by a share of itself: 0.01 is one percent up. */
  push(address: string, share: number): void;
}

interface Level {
  readonly usual: number;
  value: number;
  atMs: number;
}

/** Log-random-walks that are drawn back to where they began, so that no floor runs away for ever. */
export function createLevels(usual: ReadonlyMap<string, number>, startMs: number): Levels {
  const levels = new Map<string, Level>(
    [...usual].map(([address, coins]) => [address, { usual: coins, value: coins, atMs: startMs }]),
  );
  return {
    of: (address) => levels.get(address)?.value ?? 0,
    wander(address, atMs, random) {
      const level = levels.get(address);
      if (level === undefined) return;
      const elapsedMs = Math.max(0, atMs - level.atMs);
      const minutes = Math.min(elapsedMs / MINUTE_MS, 30);
      const distance = Math.log(level.value / level.usual) * 2 ** (-elapsedMs / HALF_LIFE_MS);
      level.value = level.usual * Math.exp(distance + WANDER * Math.sqrt(minutes) * random.normal());
      level.atMs = atMs;
    },
    push(address, share) {
      const level = levels.get(address);
      if (level !== undefined) level.value *= 1 + share;
    },
  };
}
