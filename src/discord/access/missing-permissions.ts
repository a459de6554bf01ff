import type { CommandServices } from '../services.ts';
import type { Sentence } from '../user-error.ts';
import type { ChannelAccess } from './channel-access.ts';
import { MANAGE_THREADS, permissionList } from './needed-permissions.ts';

/**
 * Returns the permissions that the bot needs to post there and lacks; `null` if the gateway reports no such channel.
 */
export function missingIfKnown(
  channelId: string,
  { missingForAlerts, membership }: Pick<ChannelAccess, 'missingForAlerts' | 'membership'>,
): readonly string[] | null {
  return membership(channelId) === 'unknown' ? null : missingForAlerts(channelId);
}

/** Describes what the bot lacks in a channel and how to grant it; `null` if it can post there. */
export function missingPermissionsText(
  channelId: string,
  { channelAccess }: Pick<CommandServices, 'channelAccess'>,
): Sentence | null {
  const missing = channelAccess.missingForAlerts(channelId);
  if (missing.length === 0) return null;
  const membership = channelAccess.membership(channelId);
  const channel = `<#${channelId}>`;
  if (membership === 'unknown') return ({ permissions }) => permissions.channelUnknown(channel);
  if (membership === 'outside' && missing.every((name) => name === MANAGE_THREADS.name)) {
    return ({ permissions }) => permissions.outsidePrivateThread(channel);
  }
  return (messages) => messages.permissions.botMayNotPost(channel, permissionList(missing, messages));
}

/**
 * Describes the same in a few words, for a place that already names the channel: `I cannot post there: give me “Send
 * Messages”`. `null` if it can post there.
 */
export function missingPermissionsSummary(
  channelId: string,
  { channelAccess, view: { messages } }: Pick<CommandServices, 'channelAccess' | 'view'>,
): string | null {
  const missing = channelAccess.missingForAlerts(channelId);
  if (missing.length === 0) return null;
  const { permissions } = messages;
  if (channelAccess.membership(channelId) === 'unknown') return permissions.channelUnknownShort;
  return permissions.botMayNotPostShort(permissionList(missing, messages));
}
