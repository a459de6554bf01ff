import type { Command, PlainCommand } from '../src/discord/command.ts';
import { helpEmbed } from '../src/discord/views/help.ts';

/** `/help`: what the bot can do, and what of it the asker may use. */
export function createHelp(others: readonly Command[]): PlainCommand {
  const help: PlainCommand = {
    definition: { name: 'help', description: 'Shows what I can do and what you may use' },
    answerTo: 'asker',
    async execute(_interaction, { services, mayManage, mayManageServer }) {
      const { commandIds, view } = services;
      const person = { mayManage, mayManageServer };
      return { embeds: [helpEmbed([...others, help], commandIds(), person, view)] };
    },
  };
  return help;
}
