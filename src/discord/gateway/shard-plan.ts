import { allShards, shardRole } from '#src/store/model/shard-key.ts';
import type { ShardBoard, ShardPlan } from '#src/store/shards.ts';

type Counts = Pick<ShardPlan, 'shardCount' | 'nextShardCount'>;

/** Time after which every process has read a change of the plan, ms. */
export const PLAN_SEEN_MS = 5_000;

/** Returns the holders of the shards with this shard count, by shard id. */
export const holdersOf = (
  { holders }: Pick<ShardBoard, 'holders'>,
  count: number,
): readonly (string | null)[] => allShards(count).map((key) => holders.get(shardRole(key)) ?? null);

/** Returns the shard counts that are connected now. */
export const plannedCounts = ({ shardCount, nextShardCount }: Counts): readonly number[] =>
  nextShardCount === null ? [shardCount] : [shardCount, nextShardCount];

/**
 * Returns the plan that leads to this shard count; `null` if the current plan already does, or if another change must
 * finish first. Held shards stay until the new ones are ready.
 */
export function planTowards(board: ShardBoard, wanted: number): Counts | null {
  const { plan } = board;
  if (plan === null) return { shardCount: wanted, nextShardCount: null };
  if (plan.nextShardCount !== null || plan.shardCount === wanted) return null;
  const isHeld = holdersOf(board, plan.shardCount).some((holder) => holder !== null);
  return isHeld
    ? { shardCount: plan.shardCount, nextShardCount: wanted }
    : { shardCount: wanted, nextShardCount: null };
}

/**
 * Returns the plan after a change, once all new shards are ready and every process knows about them; `null` before
 * that.
 */
export function planAfterChange({ plan, holders, saved }: ShardBoard): Counts | null {
  if (plan === null || plan.nextShardCount === null || plan.ageMs < PLAN_SEEN_MS) return null;
  // Its session is saved once its servers were received.
  const isReady = allShards(plan.nextShardCount).every(
    (key) => holders.has(shardRole(key)) && saved.has(shardRole(key)),
  );
  return isReady ? { shardCount: plan.nextShardCount, nextShardCount: null } : null;
}
