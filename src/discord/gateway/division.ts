/** Current division of the shards of one shard count, as seen by one process. */
export interface Division {
  /** Id of this process. */
  readonly self: string;
  /** Processes that may hold shards, including this one. */
  readonly processes: readonly string[];
  /** Holder of each shard, by its id; `null` for a free one. */
  readonly holders: readonly (string | null)[];
  /** Shards that were free for so long that the process that should take them evidently does not. */
  readonly overdue: ReadonlySet<number>;
  /** Own shards that receive no events yet, which are the cheapest to move. */
  readonly unready: ReadonlySet<number>;
}

/** The next action of this process. */
export interface DivisionStep {
  readonly action: 'take' | 'give up';
  readonly shardId: number;
}

function countShards({ processes, holders }: Division): ReadonlyMap<string, number> {
  const counts = new Map(processes.map((process) => [process, 0]));
  // A holder that is no longer seen keeps its shards until its lease ends.
  for (const holder of holders) if (holder !== null) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  return counts;
}

function freeShards({ holders }: Division): readonly number[] {
  return holders.flatMap((holder, shardId) => (holder === null ? [shardId] : []));
}

function shardToTake(division: Division, counts: ReadonlyMap<string, number>): number | null {
  const { self, holders, overdue } = division;
  const free = freeShards(division);
  const own = counts.get(self) ?? 0;
  const leastShare = Math.floor(holders.length / counts.size);
  const greatestShare = Math.ceil(holders.length / counts.size);
  const others = [...counts].filter(([process]) => process !== self);
  const neededByOthers = others.reduce((sum, [, count]) => sum + Math.max(0, leastShare - count), 0);
  const mayTake = own < leastShare || (own < greatestShare && free.length > neededByOthers);
  if (!mayTake) return free.find((shardId) => overdue.has(shardId)) ?? null;
  // Several processes take shards at once, so each begins with a different shard.
  const rank = [...counts.keys()].toSorted().indexOf(self);
  return free[rank % free.length] ?? null;
}

function shardToGiveUp({ self, holders, unready }: Division, counts: ReadonlyMap<string, number>) {
  const own = counts.get(self) ?? 0;
  const fewest = Math.min(...counts.values());
  const most = Math.max(...counts.values());
  const giver = [...counts.keys()].filter((process) => counts.get(process) === most).toSorted()[0];
  if (giver !== self || own - fewest < 2) return null;
  const ownShards = holders.flatMap((holder, shardId) => (holder === self ? [shardId] : []));
  return ownShards.findLast((shardId) => unready.has(shardId)) ?? ownShards.at(-1) ?? null;
}

/**
 * Returns the next step of this process towards an even division, in which shard counts differ by at most one. `null`
 * if there is nothing to do: the division is even, or it is another process's turn. While a shard is free no process
 * gives one up, and only one process at a time does.
 */
export function nextDivisionStep(division: Division): DivisionStep | null {
  const counts = countShards(division);
  if (!division.processes.includes(division.self)) return null;
  const isTaking = division.holders.includes(null);
  const shardId = isTaking ? shardToTake(division, counts) : shardToGiveUp(division, counts);
  return shardId === null ? null : { action: isTaking ? 'take' : 'give up', shardId };
}
