import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { LifePlan } from './lives.ts';
import type { KillPoint } from './points.ts';

/** The share of kills at planned points; the others are at random times. */
const SHARE_PLANNED = 0.6;

/**
 * Plans where each run of the bot is killed: `first` in their order, then all points in random order, again and again, and
 * finally at random times, or, every second time, at a point that was never reached. In every run the rare points
 * reached least often so far may come before.
 * @param reached how often a point was reached so far
 */
export function* planLives(
  kills: number,
  {
    first,
    points,
    random,
    reached,
  }: {
    readonly first: readonly KillPoint[];
    readonly points: readonly KillPoint[];
    readonly random: Random;
    readonly reached: (name: string) => number;
  },
): Generator<LifePlan> {
  const common = points.filter(({ rare }) => !rare);
  const rares = points.filter(({ rare }) => rare);
  let left: readonly KillPoint[] = [];

  function nextPlanned(): KillPoint {
    if (left.length === 0) left = common;
    const next = pick(random, left);
    left = left.filter((point) => point !== next);
    return next;
  }

  function rarest(): readonly KillPoint[] {
    const least = Math.min(...rares.map(({ name }) => reached(name)));
    return rares.filter(({ name }) => reached(name) === least);
  }

  const neverReached = (): KillPoint | null => points.find(({ name }) => reached(name) === 0) ?? null;

  for (let kill = 0; kill < kills; kill += 1) {
    const firstPoint = first[kill];
    if (firstPoint !== undefined) yield { planned: firstPoint, rare: [] };
    else if (kill < kills * SHARE_PLANNED) yield { planned: nextPlanned(), rare: rarest() };
    else yield { planned: kill % 2 === 0 ? neverReached() : null, rare: rarest() };
  }
}
