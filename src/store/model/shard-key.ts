/** A shard: its number, of so many. */
export interface ShardKey {
  readonly id: number;
  readonly count: number;
}

/** All shards of this number. */
export const allShards = (count: number): readonly ShardKey[] =>
  Array.from({ length: count }, (_, id) => ({ id, count }));

/** What the roles of shards begin with. */
export const SHARD_ROLE_PREFIX = 'shard:';

/** The role under which a process holds the shard (`leases`): `shard:0/4`. */
export const shardRole = ({ id, count }: ShardKey): string => `${SHARD_ROLE_PREFIX}${id}/${count}`;

/** Whether the shard has the server (Discord docs: Gateway, Sharding). */
export const holdsGuild = ({ id, count }: ShardKey, guildId: string): boolean =>
  Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
