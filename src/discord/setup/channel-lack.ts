import type { ChannelAccess } from '../channel-access.ts';
import { MANAGE_THREADS } from '../needed-permissions.ts';
import type { CommandServices } from '../services.ts';

/** Names of the permissions that posting there needs and the bot lacks; `null` where the gateway tells of no such channel. */
export function knownMissing(
  channelId: string,
  { missingForAlerts, standing }: Pick<ChannelAccess, 'missingForAlerts' | 'standing'>,
): readonly string[] | null {
  return standing(channelId) === 'unknown' ? null : missingForAlerts(channelId);
}

/** What the bot lacks in a channel and how to give it, or `null` when it can post there. */
export function lackText(
  channelId: string,
  { channelAccess }: Pick<CommandServices, 'channelAccess'>,
): string | null {
  const missing = channelAccess.missingForAlerts(channelId);
  if (missing.length === 0) return null;
  const standing = channelAccess.standing(channelId);
  if (standing === 'unknown') {
    return `I do not see <#${channelId}>: it was deleted, or it is a closed thread. Open the thread again, or choose another channel.`;
  }
  if (standing === 'outside' && missing.every((name) => name === MANAGE_THREADS.name)) {
    return `I am not in the private thread <#${channelId}>. Mention me there, which adds me, or give me “${MANAGE_THREADS.name}” in its channel, then try again.`;
  }
  const names = missing.map((name) => `“${name}”`).join(', ');
  return `I cannot post in <#${channelId}> yet. Give me ${names} there (channel settings → Permissions), then try again.`;
}

/**
 * The same in a few words, for a place that names the channel already: `I cannot post there: give me “Send Messages”`.
 * `null` when it can post there.
 */
export function shortLack(
  channelId: string,
  { channelAccess }: Pick<CommandServices, 'channelAccess'>,
): string | null {
  const missing = channelAccess.missingForAlerts(channelId);
  if (missing.length === 0) return null;
  if (channelAccess.standing(channelId) === 'unknown') {
    return 'I do not see the channel: deleted, or a closed thread, which the next alert opens';
  }
  return `I cannot post there: give me ${missing.map((name) => `“${name}”`).join(', ')}`;
}
