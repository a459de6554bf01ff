import type { Person } from '../../../sandbox/discord/local-discord.ts';
import type { Bot, BotWorld } from '../../support/bot-world.ts';
import { sellFoxes } from '../../support/sell-foxes.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { messageOf } from '../lookups/reading.ts';

export const STOPPED = 'channel rejects messages';
/** Longer than the bot's delay before it posts a notice. */
export const NOTICE_DELAY_MS = 5_000;

/** Sells foxes until Discord refuses the alerts, and advances the clock past the delay of the notice. */
export async function suspended(world: BotWorld, bot: Bot, sales = 1): Promise<string[]> {
  const stops = bot.log.linesWith(STOPPED).length;
  const due = sellFoxes(world, sales);
  await bot.app.poll();
  await bot.log.until(STOPPED, stops + 1);
  world.clock.advance(NOTICE_DELAY_MS);
  return due;
}

/** The same with users who refuse direct messages, until the notice is posted in a channel. */
export async function suspendedWithoutDirectMessages(world: BotWorld, bot: Bot, people = 1): Promise<void> {
  await suspended(world, bot);
  await bot.log.until(STOPPED, 1 + people);
  world.clock.advance(NOTICE_DELAY_MS);
}

/** Waits until the admin has at least `count` direct messages, and returns them. */
export function untilDirectMessages(world: BotWorld, count: number) {
  const { admin } = world.home;
  return waitUntil({
    read: () => (admin.directMessages().length >= count ? admin.directMessages() : undefined),
    listen: (changed) => world.discord.onMessage(changed),
    what: () => `${count} direct messages`,
  });
}

/** The stopped channels in `/alerts health`. */
export async function stoppedChannelsField(person: Person): Promise<string> {
  const { embeds } = messageOf(await person.command('alerts health'));
  return embeds[0]?.fields?.find(({ name }) => name === 'Stopped channels')?.value ?? '';
}

export const isNotice = ({ content }: { readonly content: string }) => content.includes('have stopped: ');
