import type { ShardKey } from '#src/store/model/shard-key.ts';

/** Returns whether the shard has the server (Discord docs: Gateway, Sharding). */
export const holdsGuild = ({ id, count }: ShardKey, guildId: string): boolean =>
  Number((BigInt(guildId) >> 22n) % BigInt(count)) === id;
