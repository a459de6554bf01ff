import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { LifePlan } from './lives.ts';
import type { KillPoint } from './points.ts';

/** The share of kills at common points, each planned about as often; in the others, points that were never reached are aimed at. */
const SHARE_PLANNED = 0.6;
/** Of the others, every so many are at a random time, whatever is missing. */
const RANDOM_EVERY = 4;

/**
 * Plans where each run of the bot is killed: `first` in their order, then the points reached least often so far, and of these those
 * planned least often. Rare ones are planned for only towards the end, if they were never reached; in all other runs, those reached
 * least often may come before what is planned.
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
  const planned = new Map<string, number>();

  function leastBy(among: readonly KillPoint[], times: (name: string) => number): readonly KillPoint[] {
    const least = Math.min(...among.map(({ name }) => times(name)));
    return among.filter(({ name }) => times(name) === least);
  }

  function nextOf(among: readonly KillPoint[]): KillPoint {
    const times = (name: string) => planned.get(name) ?? 0;
    const next = pick(random, leastBy(leastBy(among, reached), times));
    planned.set(next.name, times(next.name) + 1);
    return next;
  }

  for (let kill = 0; kill < kills; kill += 1) {
    const firstPoint = first[kill];
    const missing = points.filter(({ name }) => reached(name) === 0);
    const rare = leastBy(rares, reached);
    if (firstPoint !== undefined) yield { planned: firstPoint, rare: [], isAimed: true };
    else if (kill < kills * SHARE_PLANNED) yield { planned: nextOf(common), rare, isAimed: false };
    else if (missing.length === 0 || kill % RANDOM_EVERY === 0) yield { planned: null, rare, isAimed: false };
    else yield { planned: nextOf(missing), rare: [], isAimed: true };
  }
}
