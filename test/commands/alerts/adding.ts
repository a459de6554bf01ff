import { onTestFinished } from 'vitest';
import { add } from '#commands/alerts/add.ts';
import { edit } from '#commands/alerts/edit.ts';
import type { Command } from '#src/discord/command.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { previewRule } from '../../../sandbox/demo/preview-rule.ts';
import type { Reply } from '../../../sandbox/discord/local-discord.ts';
import { type CommandBot, startCommandBot } from '../../discord/command-bot.ts';
import { inMemoryServices, summary, type TestData } from '../../discord/command-services.ts';
import { address } from '../../support/build-activity.ts';

export const ETH = 10n ** 18n;
export const PUNKS = address(0xc0);
export const FOXES = address(0xc1);
export const alerts: Command = {
  name: 'alerts',
  definition: () => ({ description: 'Alerts' }),
  subcommands: [add, edit],
};

/** A bot with `/alerts add` and `/alerts edit`, until the test ends. */
export async function startBot(
  known: Partial<TestData> = {},
  change: (services: CommandServices) => CommandServices = (s) => s,
) {
  const memory = inMemoryServices({
    collections: [summary(), summary({ address: FOXES, name: 'Lantern Foxes', path: 'foxes' })],
    ...known,
  });
  const bot = await startCommandBot({ commands: [alerts], services: change(memory.services) });
  onTestFinished(() => bot[Symbol.asyncDispose]());
  return { bot, ...memory };
}

export const textOf = (reply: Reply) => reply.message?.content ?? '';

/** The message of a reply. */
export function messageOf(reply: Reply) {
  if (reply.message === null) throw new Error(`There is no message: ${reply.outcome}.`);
  return reply.message;
}

export function formOf(reply: Reply) {
  if (reply.modal === null) throw new Error(`There is no form: ${reply.outcome} ${textOf(reply)}`);
  return reply.modal;
}

/** Runs the command, and says in its preview what the command does not take. */
export const begin = (bot: CommandBot, options: Record<string, string> = {}): Promise<Reply> =>
  previewRule(bot.owner, 'alerts add', options);

/** The custom id of the menu that a person would open, by what its id begins with. */
export function menuOf(reply: Reply, name: string): string {
  const id = JSON.stringify(messageOf(reply).components).match(
    new RegExp(String.raw`do\.${name}\.[^"]+`),
  )?.[0];
  if (id === undefined) throw new Error(`There is no menu ${name}.`);
  return id;
}
