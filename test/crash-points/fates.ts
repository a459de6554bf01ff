import { pick, type Random } from '../../sandbox/marketplace/random/random.ts';
import type { Fate } from './lives.ts';
import type { KillPoint } from './points.ts';

/** Of all kills, so many are at points in turn; the others at random moments. */
const SHARE_IN_TURN = 0.6;

/**
 * Deals out what each life is to end with: `first` in their order, then the points in turn (shuffled, so that no few of them
 * always come together) and at last none, for a death at random. Of the rare points, those that came least often may come
 * before in any life.
 * @param reached how often a point was reached so far
 */
export function* dealFates(
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
): Generator<Fate> {
  const usual = points.filter(({ rare }) => !rare);
  const rares = points.filter(({ rare }) => rare);
  let left: readonly KillPoint[] = [];

  function nextInTurn(): KillPoint {
    if (left.length === 0) left = usual;
    const next = pick(random, left);
    left = left.filter((point) => point !== next);
    return next;
  }

  function rarest(): readonly KillPoint[] {
    const least = Math.min(...rares.map(({ name }) => reached(name)));
    return rares.filter(({ name }) => reached(name) === least);
  }

  for (let kill = 0; kill < kills; kill += 1) {
    const beginning = first[kill];
    if (beginning !== undefined) yield { planned: beginning, rare: [] };
    else yield { planned: kill < kills * SHARE_IN_TURN ? nextInTurn() : null, rare: rarest() };
  }
}
