import type { CommandServices } from '../services.ts';

/** What the bot lacks in a channel and how to give it, or `null` when it can post there. */
export function lackText(
  channelId: string,
  { channelAccess }: Pick<CommandServices, 'channelAccess'>,
): string | null {
  const missing = channelAccess.missingForAlerts(channelId);
  if (missing.length === 0) return null;
  const names = missing.map((name) => `“${name}”`).join(', ');
  return `I cannot post in <#${channelId}> yet. Give me ${names} there (channel settings → Permissions), then try again.`;
}
