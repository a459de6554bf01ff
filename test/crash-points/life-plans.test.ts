import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../sandbox/marketplace/random/random.ts';
import { planLives } from './life-plans.ts';
import { firstPoints, pointsOf } from './points.ts';

const KILLS = 200;
const DATABASES = ['sqlite', 'postgres'] as const;

/**
 * Kills at the planned points with these chances; the first ones, in a new database, are not missed. A rare point that is armed comes before what is planned in every second run.
 * @returns how often each point was reached
 */
function play(
  database: (typeof DATABASES)[number],
  seed: number,
  chances: { readonly hard: ReadonlySet<number>; readonly ofHard: number },
): ReadonlyMap<string, number> {
  const [first, points] = [firstPoints(database), pointsOf(database)];
  const reached = new Map([...first, ...points].map(({ name }) => [name, 0]));
  const random = createRandom(`plans:${seed}`);
  const chanceOf = (name: string) => {
    const place = points.findIndex((point) => point.name === name);
    if (place < 0) return 1;
    return chances.hard.has(place) ? chances.ofHard : 0.8;
  };
  const plans = planLives(KILLS, { first, points, random, reached: (name) => reached.get(name) ?? 0 });
  for (const { planned, rare } of plans) {
    const before = rare.find(() => random.next() < 0.5 / rare.length);
    const meant = before ?? planned;
    if (meant !== null && random.next() < chanceOf(meant.name))
      reached.set(meant.name, (reached.get(meant.name) ?? 0) + 1);
  }
  return reached;
}

describe('the plan of 200 kills', () => {
  it.each(DATABASES)('reaches every point at any seed, some of them seldom (%s)', (database) => {
    const places = fc.uniqueArray(fc.nat(pointsOf(database).length - 1), { maxLength: 4 });
    fc.assert(
      fc.property(fc.integer(), places, (seed, hard) => {
        const reached = play(database, seed, { hard: new Set(hard), ofHard: 0.35 });
        expect([...reached].filter(([, times]) => times === 0)).toEqual([]);
      }),
    );
  });

  it('kills at random times, too', () => {
    const reached = () => 1;
    const plans = [
      ...planLives(KILLS, {
        first: [],
        points: pointsOf('sqlite'),
        random: createRandom('plans'),
        reached,
      }),
    ];
    expect(plans.filter(({ planned }) => planned === null)).toHaveLength(0.4 * KILLS);
  });

  it('waits longer, and for nothing else, at a point that was never reached', () => {
    const points = pointsOf('postgres');
    const [missing] = points.filter(({ name }) => name === 'as an edit is answered');
    const reached = (name: string) => (name === missing?.name ? 0 : 1);
    const plans = [...planLives(KILLS, { first: [], points, random: createRandom('plans'), reached })];
    const aimed = plans.filter(({ isAimed }) => isAimed);
    expect(aimed).toHaveLength(60);
    expect(aimed.every(({ planned, rare }) => planned === missing && rare.length === 0)).toBe(true);
  });
});
