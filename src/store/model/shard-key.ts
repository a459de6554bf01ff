/** A shard: its id and the total number of shards. */
export interface ShardKey {
  readonly id: number;
  readonly count: number;
}

/** Returns all shards for this total number. */
export const allShards = (count: number): readonly ShardKey[] =>
  Array.from({ length: count }, (_, id) => ({ id, count }));

/** Prefix of the roles of shards. */
export const SHARD_ROLE_PREFIX = 'shard:';

/** Returns the role for holding the shard (`leases`): `shard:0/4`. */
export const shardRole = ({ id, count }: ShardKey): string => `${SHARD_ROLE_PREFIX}${id}/${count}`;

/** Whether the shard has the server (Discord docs: Gateway, Sharding). */
export const holdsGuild = ({ id, count }: ShardKey, guildId: string): boolean =>
  Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
