import { type ChannelFactsStore, createChannelFactsStore } from '#src/store/channel-facts.ts';
import type { Database } from '#src/store/database/database.ts';
import { fencedBy, type Lease } from '#src/store/leases.ts';
import type { HeldRole } from './held-role.ts';

/** A shard that is held under a lease. */
export type HeldShard = Pick<HeldRole, 'lose'> & { readonly lease: Lease };

/**
 * The facts of channels as the holder of shards writes them: of each server within a transaction that the lease of its
 * shard fences, so that a process that lost the shard overwrites nothing. What belongs to no shard of this process is
 * left out.
 * @param deps.shardOf the held shard of a server; `null` for none
 */
export function createFencedFacts(deps: {
  readonly database: Database;
  readonly shardOf: (guildId: string) => HeldShard | null;
}): ChannelFactsStore {
  const { database, shardOf } = deps;
  return {
    channelsToCheck: createChannelFactsStore(database).channelsToCheck,
    async recordFacts(changes) {
      const byShard = Map.groupBy(changes, ({ guildId }) => shardOf(guildId));
      for (const [shard, ofShard] of byShard) {
        if (shard === null) continue;
        const { lease } = shard;
        const lose = () => shard.lose('another process took it');
        await createChannelFactsStore(fencedBy(lease, database, lose)).recordFacts(ofShard);
      }
    },
  };
}
