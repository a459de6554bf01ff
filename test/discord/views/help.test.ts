import { describe, expect, it } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import type { Command, Subcommand } from '../../../src/discord/command.ts';
import type { Rights } from '../../../src/discord/rights.ts';
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
  subcommands: [sub('show', { example: 'cat:Tom' }), sub('feed', { requires: 'manage-alerts' })],
};
const dog: Command = { ...sub('dog') };

const MEMBER = { mayManage: false, mayManageServer: false };
const MANAGER = { mayManage: true, mayManageServer: false };
const ADMIN = { mayManage: true, mayManageServer: true };

const help = (person: Rights, ids: ReadonlyMap<string, string> = new Map()) =>
  helpEmbed([cats, dog], ids, person, viewContext()).description ?? '';

describe('the help', () => {
  it('lists what the person may use by subject, with examples', () => {
    expect(help(MEMBER).split('\n\n').slice(1)).toEqual([
      '**Looks up cats**\n`/cat show` · Does show\n-# for example `/cat show cat:Tom`',
      '`/dog` · Does dog',
      '-# Who may manage this server can also set up what is posted into its channels.',
    ]);
  });

  it('lists all to who may manage alerts, also by a role', () => {
    const text = help(MANAGER);
    expect(text).toContain('`/cat feed`');
    expect(text).not.toContain('Who may manage');
  });

  it('leads to commands whose ids are known', () => {
    const text = help(MEMBER, new Map([['cat', '123456789012345678']]));
    expect(text).toContain('</cat show:123456789012345678> · Does show');
    expect(text).toContain('`/dog`');
  });

  it('fits into one message for every command there is', () => {
    const ids = new Map(commands.map(({ definition }) => [definition.name, '9'.repeat(20)]));
    const embed = helpEmbed(commands, ids, ADMIN, viewContext());
    const errors = validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] });
    expect(flatErrors(errors)).toEqual([]);
  });
});
