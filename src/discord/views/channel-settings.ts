import type { APIEmbed } from 'discord-api-types/v10';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import { column } from './columns.ts';
import type { ViewContext } from './context.ts';
import { exactAmount } from './price.ts';

const COLOUR = 0x3498db;

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

/** Lists what is left out; `null` for nothing. */
function hiddenText({ hiddenParts }: ChannelSettings, { messages }: ViewContext): string | null {
  if (hiddenParts.length === 0) return null;
  const { cardParts } = messages.channelSettings;
  const names = hiddenParts.map((part) => cardParts[part]);
  return messages.writer.list(names, 'and');
}

/** Shows a channel's alert settings in two columns. */
export function channelSettingsEmbed(settings: ChannelSettings, context: ViewContext): APIEmbed {
  const { channelSettings: words } = context.messages;
  const { size: look, auctions, publish, quiet, hourlyLimit, sound, loudFrom } = settings;
  return {
    color: COLOUR,
    fields: [
      column(
        words.notificationsTitle,
        [
          [words.pings, pingText(settings, context)],
          [
            words.sound,
            loudFrom === null ? words.sounds[sound] : words.loudFrom(exactAmount(loudFrom, context)),
          ],
          [
            words.quietHours,
            quiet === null
              ? words.none
              : words.quietFrom(clockText(quiet.from), clockText(quiet.to), context.settings.timeZone),
          ],
        ],
        context,
      ),
      column(
        words.messagesTitle,
        [
          [words.look, words.looks[look]],
          [words.hidden, hiddenText(settings, context)],
          [words.auctions, words.auctionPosts[auctions]],
          [words.limit, hourlyLimit === null ? words.none : words.limitOf(hourlyLimit)],
          [words.followers, publish ? words.published : null],
        ],
        context,
      ),
    ],
    ...(publish ? { footer: { text: words.publishedNote } } : {}),
  };
}
