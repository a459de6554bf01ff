import type { ChannelInGuild } from './guilds.ts';
import { permissionsIn } from './permissions.ts';

/**
 * Computes the bot's own permissions in a channel; `null` while they are unknown.
 * @param now epoch ms, for time-outs
 */
export function ownPermissions(
  { guild, channel }: ChannelInGuild,
  botId: string,
  now: number,
): bigint | null {
  return guild.self === null ? null : permissionsIn(guild, channel, { userId: botId, ...guild.self }, now);
}
