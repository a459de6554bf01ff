import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import type { Command, Subcommand } from '../../../src/discord/command.ts';
import { helpEmbed } from '../../../src/discord/views/help.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { viewContext } from './view-context.ts';

const sub = (name: string, change: Partial<Subcommand> = {}): Subcommand => ({
  definition: { name, description: `Does ${name}` },
  answerTo: 'members',
  execute: async () => ({}),
  ...change,
});

const cats: Command = {
  definition: { name: 'cat', description: 'Looks up cats' },
  subcommands: [
    sub('show', { example: 'cat:Tom' }),
    sub('feed', { requires: PermissionFlagsBits.ManageGuild }),
  ],
};
const dog: Command = { ...sub('dog') };

const help = (permissions: bigint, ids: ReadonlyMap<string, string> = new Map()) =>
  helpEmbed([cats, dog], ids, { permissions }, viewContext()).description ?? '';

describe('the help', () => {
  it('lists what the person may use by subject, with examples', () => {
    expect(help(0n).split('\n\n').slice(1)).toEqual([
      '**Looks up cats**\n`/cat show` · Does show\n-# for example `/cat show cat:Tom`',
      '`/dog` · Does dog',
      '-# Who may manage this server can also set up what is posted into its channels.',
    ]);
  });

  it('lists all to who may manage the server', () => {
    const text = help(PermissionFlagsBits.ManageGuild | PermissionFlagsBits.SendMessages);
    expect(text).toContain('`/cat feed`');
    expect(text).not.toContain('Who may manage');
  });

  it('leads to commands whose ids are known', () => {
    const text = help(0n, new Map([['cat', '123456789012345678']]));
    expect(text).toContain('</cat show:123456789012345678> · Does show');
    expect(text).toContain('`/dog`');
  });

  it('fits into one message for every command there is', () => {
    const ids = new Map(commands.map(({ definition }) => [definition.name, '9'.repeat(20)]));
    const embed = helpEmbed(commands, ids, { permissions: 2n ** 53n - 1n }, viewContext());
    const errors = validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] });
    expect(flatErrors(errors)).toEqual([]);
  });
});
