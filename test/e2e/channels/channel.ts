import type { APIMessage } from 'discord-api-types/v10';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { BotServer } from '../../support/bot-server.ts';
import type { BotWorld } from '../../support/bot-world.ts';
import { screenText } from '../../support/screen-text.ts';
import { waitUntil } from '../../support/wait-until.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** Logged when a channel's alerts are held back for a summary. */
export const SUMMARY_PENDING = 'waiting alerts summarised';

/** Changes a channel's settings with `/alerts channel`, and returns the bot's answer. */
export async function configureChannel(
  { admin }: BotServer,
  channel: string,
  options: OptionValues,
): Promise<string> {
  const { message, outcome } = await admin.command('alerts channel', { channel, ...options });
  const content = message?.content ?? outcome;
  if (!content.startsWith('✅')) throw new Error(`Nothing was changed: ${content}`);
  return screenText(message);
}

/** The local time as `22:05`. */
function wallClock(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Options of `/alerts channel` for quiet hours from `before` hours ago until `after` hours from now, in a time zone. */
export function quietHoursAround(
  { clock }: BotWorld,
  hours: { readonly before: number; readonly after: number },
  timeZone = 'UTC',
): { readonly quiet_from: string; readonly quiet_to: string } {
  const now = clock.now();
  return {
    quiet_from: wallClock(now - hours.before * HOUR_MS, timeZone),
    quiet_to: wallClock(now + hours.after * HOUR_MS, timeZone),
  };
}

/** The messages of a channel in their current state. */
export function messagesIn({ discord }: BotWorld, channelId: string): readonly APIMessage[] {
  return discord.messages(channelId).map(({ payload }) => payload);
}

/** Waits until the messages of a channel satisfy the condition, and returns them. */
export function untilMessages(
  world: BotWorld,
  channelId: string,
  matches: (messages: readonly APIMessage[]) => boolean,
): Promise<readonly APIMessage[]> {
  return waitUntil({
    read() {
      const messages = messagesIn(world, channelId);
      return matches(messages) ? messages : undefined;
    },
    listen: (changed) => world.discord.onMessage(changed),
    what: () => `other messages in channel ${channelId} than ${JSON.stringify(messagesIn(world, channelId))}`,
  });
}

/** Waits until the channel has at least `count` messages, and returns them. */
export const untilSent = (world: BotWorld, channelId: string, count: number) =>
  untilMessages(world, channelId, (messages) => messages.length >= count);
