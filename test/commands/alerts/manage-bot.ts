import { commands } from '#commands/index.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import { createServerDirectory } from '#src/discord/access/server-directory.ts';
import type { CommandServices } from '#src/discord/services.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type CommandBot, startCommandBot } from '../../discord/command-bot.ts';
import { inMemoryServices, type TestData } from '../../discord/command-services.ts';
import { newSubscription } from '../../support/build-alert.ts';

type Memory = ReturnType<typeof inMemoryServices>;

/** A bot with every command, the channels and roles of its local Discord, and an in-memory store. */
export interface ManageBot extends AsyncDisposable, Pick<Memory, 'subscriptions' | 'drafts' | 'posted'> {
  readonly bot: CommandBot;
  readonly services: CommandServices;
  /** Adds a subscription, by default in the bot's first channel. */
  keep(change?: Partial<Subscription>): Subscription;
}

export async function startManageBot(known: Partial<TestData> = {}): Promise<ManageBot> {
  const started: { memory: Memory | null } = { memory: null };
  const bot = await startCommandBot({
    commands,
    services() {
      if (started.memory === null) throw new Error('The bot is not ready.');
      const { services } = started.memory;
      return { ...services, view: services.viewWith(services.settings.guild(bot.guildId)) };
    },
  });
  const memory = inMemoryServices({
    serverDirectory: createServerDirectory(bot.guilds, Date.now),
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
        lastPostAt: null,
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

/** The custom id of the action with this name. */
export function idOf(reply: Reply, action: string): string {
  const text = JSON.stringify(messageOf(reply).components);
  const id = new RegExp(String.raw`do\.${action}\.[^"]*`).exec(text)?.[0];
  if (id === undefined) throw new Error(`There is no ${action}.`);
  return id;
}
