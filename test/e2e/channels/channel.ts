import type { APIMessage } from 'discord-api-types/v10';
import type { OptionValues } from '../../../sandbox/discord/person/options.ts';
import type { BotServer } from '../../support/bot-server.ts';
import type { BotWorld } from '../../support/bot-world.ts';
import { untilHeard } from '../../support/until-heard.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** What the log says when a lane holds alerts back. */
export const HELD = 'what waits is told in a summary';

/** Changes how a channel is told, and answers what the admin reads. */
export async function tune({ admin }: BotServer, channel: string, options: OptionValues): Promise<string> {
  const { message, outcome } = await admin.command('alerts channel', { channel, ...options });
  const content = message?.content ?? outcome;
  if (!content.startsWith('✅')) throw new Error(`Nothing was changed: ${content}`);
  return content;
}

/** What a clock on the wall shows: `22:05`. */
function wallClock(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Quiet hours as options of `/alerts channel`, from so many hours ago to so many from now by the clocks of a zone. */
export function quietAround(
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

/** What everybody in a channel sees, as it is now. */
export function messagesIn({ discord }: BotWorld, channelId: string): readonly APIMessage[] {
  return discord.messages(channelId).map(({ payload }) => payload);
}

/** Waits until the messages of a channel are as they should be, and answers them. */
export function untilMessages(
  world: BotWorld,
  channelId: string,
  fits: (messages: readonly APIMessage[]) => boolean,
): Promise<readonly APIMessage[]> {
  return untilHeard({
    look() {
      const messages = messagesIn(world, channelId);
      return fits(messages) ? messages : undefined;
    },
    listen: (changed) => world.discord.onMessage(changed),
    what: () => `other messages in channel ${channelId} than ${JSON.stringify(messagesIn(world, channelId))}`,
  });
}

/** Waits for so many messages. */
export const untilSent = (world: BotWorld, channelId: string, count: number) =>
  untilMessages(world, channelId, (messages) => messages.length >= count);
