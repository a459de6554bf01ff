/** A shard: its number, of so many. */
export interface ShardKey {
  readonly id: number;
  readonly count: number;
}

/** Whether the shard has the server (Discord docs: Gateway, Sharding). */
export const holdsGuild = ({ id, count }: ShardKey, guildId: string): boolean =>
  Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;

/** All shards of this number. */
export const allShards = (count: number): readonly ShardKey[] =>
  Array.from({ length: count }, (_, id) => ({ id, count }));
