import type { Reply } from '../../../../sandbox/discord/local-discord.ts';
import { type BotWorld, startBotWorld } from '../../../support/bot-world.ts';

/** The collection that these tests ask about. */
export const FOXES = 'lantern-foxes';

/** A world whose bot is online. */
export async function startedWorld(): Promise<BotWorld> {
  const world = await startBotWorld();
  await world.start();
  return world;
}

export const titleOf = (reply: Reply): string => reply.message?.embeds[0]?.title ?? '';
export const footerOf = (reply: Reply): string => reply.message?.embeds[0]?.footer?.text ?? '';
