import { describe, expect, it } from 'vitest';
import { PLAN_SEEN_MS, planAfterChange, planTowards } from '#src/discord/gateway/shard-plan.ts';
import type { ShardBoard, ShardPlan } from '#src/store/shards.ts';

const boardOf = (plan: ShardPlan | null, held: readonly string[] = [], saved = held): ShardBoard => ({
  plan,
  holders: new Map(held.map((role) => [role, 'a'])),
  processes: ['a'],
  saved: new Set(saved),
});

const plan = (shardCount: number, nextShardCount: number | null, ageMs = 0): ShardPlan => ({
  shardCount,
  nextShardCount,
  ageMs,
});

describe('the number of shards', () => {
  it('is what the first process wants', () => {
    expect(planTowards(boardOf(null), 4)).toEqual({ shardCount: 4, nextShardCount: null });
    expect(planTowards(boardOf(plan(4, null)), 4)).toBeNull();
  });

  it('is changed at once where nobody holds a shard, and beside the old shards where somebody does', () => {
    expect(planTowards(boardOf(plan(2, null)), 4)).toEqual({ shardCount: 4, nextShardCount: null });
    expect(planTowards(boardOf(plan(2, null), ['shard:1/2']), 4)).toEqual({
      shardCount: 2,
      nextShardCount: 4,
    });
    expect(planTowards(boardOf(plan(2, 3), ['shard:1/2']), 4)).toBeNull();
  });

  it('has changed when every new shard is held and has its servers, and all processes know of the change', () => {
    const ready = ['shard:0/2', 'shard:1/2'];
    expect(planAfterChange(boardOf(plan(1, 2, PLAN_SEEN_MS), ready))).toEqual({
      shardCount: 2,
      nextShardCount: null,
    });
    expect(planAfterChange(boardOf(plan(1, 2, PLAN_SEEN_MS - 1), ready))).toBeNull();
    expect(planAfterChange(boardOf(plan(1, 2, PLAN_SEEN_MS), ready, ['shard:0/2']))).toBeNull();
    expect(planAfterChange(boardOf(plan(1, 2, PLAN_SEEN_MS), ['shard:0/2'], ready))).toBeNull();
    expect(planAfterChange(boardOf(plan(2, null, PLAN_SEEN_MS), ready))).toBeNull();
  });
});
