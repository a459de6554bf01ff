import { commands } from '../../../commands/index.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { createServerPlaces } from '../../../src/discord/server-places.ts';
import type { CommandServices } from '../../../src/discord/services.ts';
import type { Subscription } from '../../../src/domain/subscription.ts';
import { type CommandBot, startCommandBot } from '../../discord/command-bot.ts';
import { type Known, memoryServices } from '../../discord/command-services.ts';
import { newSubscription } from '../../support/build-alert.ts';

type Memory = ReturnType<typeof memoryServices>;

/** A bot with every command, the channels and roles of its local Discord, and memory for a store. */
export interface ManageBot extends AsyncDisposable, Pick<Memory, 'subscriptions' | 'drafts' | 'posted'> {
  readonly bot: CommandBot;
  readonly services: CommandServices;
  /** Keeps one more subscription, in the bot's first channel where nothing else is said. */
  keep(change?: Partial<Subscription>): Subscription;
}

export async function startManageBot(known: Partial<Known> = {}): Promise<ManageBot> {
  const started: { memory: Memory | null } = { memory: null };
  const bot = await startCommandBot({
    commands,
    services() {
      if (started.memory === null) throw new Error('The bot is not ready.');
      const { services } = started.memory;
      return { ...services, view: { ...services.view, settings: services.settings.guild(bot.guildId) } };
    },
  });
  const memory = memoryServices({
    places: createServerPlaces(bot.client),
    apiUrl: bot.discord.apiUrl,
    ...known,
  });
  started.memory = memory;
  return {
    bot,
    ...memory,
    keep(change = {}) {
      const subscription: Subscription = {
        ...newSubscription(bot.channelId),
        guildId: bot.guildId,
        id: memory.subscriptions.length + 1,
        createdBy: bot.ownerId,
        createdAt: 1_000,
        pausedAt: null,
        lastMatchAt: null,
        ...change,
      };
      memory.subscriptions.push(subscription);
      return subscription;
    },
    [Symbol.asyncDispose]: () => bot[Symbol.asyncDispose](),
  };
}

export const textOf = (reply: Reply): string => reply.message?.content ?? '';

/** The message of a reply. */
export function messageOf(reply: Reply): NonNullable<Reply['message']> {
  if (reply.message === null) throw new Error(`There is no message: ${reply.outcome}.`);
  return reply.message;
}

/** The custom id on a message whose action is called so. */
export function idOf(reply: Reply, action: string): string {
  const text = JSON.stringify(messageOf(reply).components);
  const id = new RegExp(String.raw`do\.${action}\.[^"]*`).exec(text)?.[0];
  if (id === undefined) throw new Error(`There is no ${action}.`);
  return id;
}
