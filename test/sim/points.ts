import { subscribe } from 'node:diagnostics_channel';
import { POINTS, type Point, REACHED } from '#src/chain/points.ts';
import { COMMIT_NAMES, type CommitName } from '../crash-points/commits.ts';

/** What a run counts: the points of the bot, and its commits, at which the crash test kills it. */
export type CountedPoint = Point | `committed: ${CommitName}`;

/** How often each was reached; what is not in it was not. */
export type PointCounts = Partial<Record<CountedPoint, number>>;

/** Points that one bot alone cannot reach. */
const POINTS_OF_SEVERAL_BOTS = [
  'a role is taken over',
  'a write of a lost role is refused',
] as const satisfies readonly Point[];

/** Those that the simulator has to reach; the database is created before the first history. */
const EXPECTED: readonly CountedPoint[] = [
  ...POINTS.filter((point) => !POINTS_OF_SEVERAL_BOTS.some((one) => one === point)),
  ...COMMIT_NAMES.filter((name) => name !== 'migration').map((name) => `committed: ${name}` as const),
];

/** Those that several bots on one database have to reach. */
const EXPECTED_OF_BOTS: readonly CountedPoint[] = [
  ...POINTS_OF_SEVERAL_BOTS,
  'no answer to a message',
  'a repeated try is accepted',
  'a try that lies in the future',
  'a search finds the message',
  'a search finds nothing',
  'a message was under way when its process ended',
];

/** A run with as many histories has to reach every point. */
const RUNS_OF_ALL = 1_000;

/** Counts the points of the bots of this process from now on. */
export function countPoints(): { readonly counts: PointCounts; committed(name: CommitName): void } {
  const counts: PointCounts = {};
  function add(point: CountedPoint): void {
    counts[point] = (counts[point] ?? 0) + 1;
  }
  // Only the bot publishes there.
  subscribe(REACHED, (point) => add(point as Point));
  return { counts, committed: (name) => add(`committed: ${name}`) };
}

export function addCounts(one: PointCounts, other: PointCounts): PointCounts {
  const all = { ...one };
  for (const point of new Set([...EXPECTED, ...EXPECTED_OF_BOTS])) {
    const times = (one[point] ?? 0) + (other[point] ?? 0);
    if (times > 0) all[point] = times;
  }
  return all;
}

/**
 * What a run says of the points that it reached.
 * @param of.runs the number of its histories; `bots`: how many bots each has, `null` for one alone
 */
export function describePoints(
  counts: PointCounts,
  { runs, bots }: { readonly runs: number; readonly bots: number | null },
): { readonly text: string; readonly isFine: boolean } {
  const expected = bots === null ? EXPECTED : EXPECTED_OF_BOTS;
  const byTimes = expected.toSorted((one, other) => (counts[one] ?? 0) - (counts[other] ?? 0));
  const missed = byTimes.filter((point) => counts[point] === undefined);
  const lines = byTimes.map((point) => `${String(counts[point] ?? 0).padStart(8)}  ${point}`);
  const isFine = missed.length === 0 || runs < RUNS_OF_ALL;
  const verdict = isFine ? [] : [`not reached: ${missed.join(', ')}`];
  return { text: [`reached, of ${expected.length} points:`, ...lines, ...verdict].join('\n'), isFine };
}
