import { type Alert, isMarketAlert, kindOf } from './kinds/registry.ts';
import type { ChannelSettings } from './settings.ts';

/**
 * Returns whether a new message with these alerts is posted silently: Discord then shows it without a notification.
 * A notice is never silent, because somebody has to act.
 * @param pingRoleIds the roles that the message pings
 */
export function isSilentPost(
  alerts: readonly Alert[],
  pingRoleIds: readonly string[],
  { sound, loudFrom }: Pick<ChannelSettings, 'sound' | 'loudFrom'>,
): boolean {
  if (sound === 'loud' || !alerts.every(isMarketAlert)) return false;
  if (sound === 'silent') return true;
  if (pingRoleIds.length > 0) return false;
  if (loudFrom === null) return true;
  return !alerts.some((alert) => {
    const price = kindOf(alert).price(alert);
    return price !== null && price >= loudFrom;
  });
}
