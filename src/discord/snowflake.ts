import { SnowflakeUtil } from 'discord.js';

/**
 * Returns the lowest id that Discord can assign at this time (Discord docs: Snowflakes).
 * @param at epoch ms; times before Discord's epoch count as its beginning
 */
export function lowestIdAt(at: number): bigint {
  const timestamp = Math.max(Math.trunc(at), Number(SnowflakeUtil.epoch));
  return SnowflakeUtil.generate({ timestamp, increment: 0n, processId: 0n, workerId: 0n });
}

/** Returns when Discord assigned this id, epoch ms. */
export const timeOfSnowflake = (id: string): number => SnowflakeUtil.timestampFrom(id);
