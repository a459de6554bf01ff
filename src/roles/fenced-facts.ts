import { type ChannelFactsStore, createChannelFactsStore } from '#src/store/channel-facts.ts';
import type { Database } from '#src/store/database/database.ts';
import { fencedBy, type Lease } from '#src/store/leases.ts';
import type { HeldRole } from './held-role.ts';

/** A shard that is held under a lease. */
export type HeldShard = Pick<HeldRole, 'lose'> & { readonly lease: Lease };

/**
 * Restricts the channel facts that a holder of shards writes. Each server is written in a transaction fenced by the
 * lease of its shard, so that a process that lost the shard overwrites nothing. Servers of other processes' shards are
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
