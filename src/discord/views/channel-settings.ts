import type { ChannelSettings, Look, QuietHours } from '../../domain/settings.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { exactAmount } from './price.ts';

const LOOK_WORDS: Readonly<Record<Look, string>> = {
  compact: 'compact, two lines without a picture',
  normal: 'normal, with a small picture',
  big: 'big, with a large picture',
};

/** `22:00`, from minutes since midnight. */
function clockText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function quietText(quiet: QuietHours | null, { settings }: ViewContext): string {
  if (quiet === null) return 'none';
  return `from ${clockText(quiet.from)} to ${clockText(quiet.to)} (${settings.timeZone}); what happens then comes as one summary`;
}

function pingText({ ping }: ChannelSettings, context: ViewContext): string {
  if (ping === null) return 'nobody';
  const from = ping.minimum === null ? '' : ` from ${exactAmount(ping.minimum, context)}`;
  const pause =
    ping.coolDownMinutes === 0 ? '' : `, at most once in ${counted(ping.coolDownMinutes, 'minute', context)}`;
  return `<@&${ping.roleId}>${from}${pause}`;
}

/** How alerts come to a channel, a line each. */
export function channelSettingsText(
  channelId: string,
  settings: ChannelSettings,
  context: ViewContext,
): string {
  const { look, publish, quiet, hourlyLimit } = settings;
  const limit =
    hourlyLimit === null
      ? 'none'
      : `${counted(hourlyLimit, 'message', context)} an hour; what is beyond comes as summaries`;
  return [
    `**How alerts come to <#${channelId}>**`,
    `Pings: ${pingText(settings, context)}`,
    `Look: ${LOOK_WORDS[look]}`,
    `Published to servers that follow the channel: ${publish ? 'yes; Discord takes about 10 an hour' : 'no'}`,
    `Quiet hours: ${quietText(quiet, context)}`,
    `Limit: ${limit}`,
  ].join('\n');
}
