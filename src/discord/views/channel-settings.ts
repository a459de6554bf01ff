import type { ChannelSettings } from '#src/alerts/settings.ts';
import type { ViewContext } from './context.ts';
import { exactAmount } from './price.ts';

/** Formats minutes since midnight as `22:00`. */
export function clockText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function pingText({ ping }: ChannelSettings, context: ViewContext): string {
  const { channelSettings: words } = context.messages;
  if (ping === null) return words.nobody;
  const role = `<@&${ping.roleId}>`;
  const from = ping.minimum === null ? role : words.pingFrom(role, exactAmount(ping.minimum, context));
  return ping.coolDownMinutes === 0 ? from : words.pingAtMost(from, ping.coolDownMinutes);
}

/** Formats a channel's alert settings, one per line. */
export function channelSettingsText(
  channelId: string,
  settings: ChannelSettings,
  context: ViewContext,
): string {
  const { channelSettings: words } = context.messages;
  const { size: look, auctions, publish, quiet, hourlyLimit, sound, loudFrom } = settings;
  return [
    words.title(`<#${channelId}>`),
    words.pings(pingText(settings, context)),
    words.look[look],
    words.auctions[auctions],
    publish ? words.published : words.notPublished,
    quiet === null
      ? words.noQuietHours
      : words.quietHours(clockText(quiet.from), clockText(quiet.to), context.settings.timeZone),
    hourlyLimit === null ? words.noLimit : words.limit(hourlyLimit),
    loudFrom === null ? words.sound[sound] : words.loudFrom(exactAmount(loudFrom, context)),
  ].join('\n');
}
