import type { Reply } from '../../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../../support/bot-world.ts';

/** The collection of these tests. */
export const FOXES = 'lantern-foxes';

/** A world with the bot online. */
export async function startReadyWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  await world.start();
  return world;
}

export const titleOf = (reply: Reply): string => reply.message?.embeds[0]?.title ?? '';
export const footerOf = (reply: Reply): string => reply.message?.embeds[0]?.footer?.text ?? '';
