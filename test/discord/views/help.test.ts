import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { behavioursOf, type Command, type Subcommand } from '#src/discord/command.ts';
import {
  commandHelpEmbed,
  type HelpReader,
  helpEmbed,
  JOB_NAMES,
  JOBS,
  jobEmbed,
} from '#src/discord/views/help.ts';
import { validateMessage } from '../../../sandbox/discord/validation/message.ts';
import { flatErrors } from '../../sandbox/discord/validation/flat-errors.ts';
import { viewContext } from './view-context.ts';

const sub = (name: string, change: Partial<Subcommand> = {}): Subcommand => ({
  name,
  definition: () => ({ description: `Does ${name}` }),
  answerTo: 'members',
  execute: async () => ({}),
  ...change,
});

const CAT_OPTIONS = ['cat', 'colour'].map((name) => ({
  type: ApplicationCommandOptionType.String as const,
  name,
  description: name,
  required: name === 'cat',
}));

const cats: Command = {
  name: 'cat',
  definition: () => ({ description: 'Looks up cats' }),
  subcommands: [
    sub('show', {
      example: 'cat:Tom',
      definition: () => ({ description: 'Does show', options: CAT_OPTIONS }),
    }),
    sub('feed', { requires: 'manage-alerts' }),
  ],
};
const dog: Command = { ...sub('dog') };

const MEMBER = { mayManage: false, mayManageServer: false, isInServer: true };
const MANAGER = { ...MEMBER, mayManage: true };
const ADMIN = { ...MANAGER, mayManageServer: true };
const OUTSIDE = { ...MEMBER, isInServer: false };

const help = (person: Omit<HelpReader, 'commandIds'>, commandIds: ReadonlyMap<string, string> = new Map()) =>
  helpEmbed([cats, dog], { ...person, commandIds }, viewContext()).description ?? '';

describe('the help', () => {
  it('lists what the person may use by subject', () => {
    expect(help(MEMBER).split('\n\n')).toEqual([
      '**Looks up cats**\n`/cat show` · Does show',
      '`/dog` · Does dog',
      '-# Members with “Manage Server” can also set up alerts in channels.',
    ]);
  });

  it('lists outside of servers what works everywhere, and says that there is more in them', () => {
    const anywhere: Command = { ...sub('owl'), worksIn: 'everywhere' };
    const { description } = helpEmbed([cats, anywhere], { ...OUTSIDE, commandIds: new Map() }, viewContext());
    expect((description ?? '').split('\n\n')).toEqual([
      '`/owl` · Does owl',
      '-# In servers with the bot, members with “Manage Server” can also set up alerts.',
    ]);
  });

  it('lists all to who may manage alerts, also by a role', () => {
    const text = help(MANAGER);
    expect(text).toContain('`/cat feed`');
    expect(text).not.toContain('Members with “Manage Server”');
  });

  it('leads to commands whose ids are known', () => {
    const text = help(MEMBER, new Map([['cat', '123456789012345678']]));
    expect(text).toContain('</cat show:123456789012345678> · Does show');
    expect(text).toContain('`/dog`');
  });

  it('is cut between lines where it does not fit', () => {
    const many = Array.from({ length: 300 }, (_, number): Command => sub(`dog-${number}`));
    const reader = { ...ADMIN, commandIds: new Map() };
    const { description = '' } = helpEmbed(many, reader, viewContext());
    const lines = description.split('\n').filter((line) => line.startsWith('`/dog-'));
    expect(description.length).toBeLessThanOrEqual(4_096);
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => !/^`\/dog-\d+` · Does dog-\d+$/.test(line))).toEqual([]);
  });

  it.each(JOB_NAMES)('names commands that there are for the job %s, with an example each', (job) => {
    const all = behavioursOf(commands);
    const reader = { ...ADMIN, commandIds: new Map() };
    const { title, description = '' } = jobEmbed(job, commands, reader, viewContext());

    expect(title).toBe(viewContext().messages.help.jobs[job]);
    for (const name of JOBS[job]) {
      const example = all.get(name)?.example;
      expect(all.has(name)).toBe(true);
      expect(description).toContain(`\`/${name}\` · `);
      const line = example === undefined ? '' : `-# for example \`/${name} ${example}\``;
      expect(description).toContain(line);
    }
    expect(all.get(JOBS[job][0])?.example).toBeDefined();
  });

  it('says who can do a job that the person cannot', () => {
    const embedFor = (reader: Omit<HelpReader, 'commandIds'>) =>
      jobEmbed('post', commands, { ...reader, commandIds: new Map() }, viewContext()).description;
    expect(embedFor(MEMBER)).toBe('Members with “Manage Server” can also set up alerts in channels.');
    expect(embedFor(OUTSIDE)).toBe(
      'In servers with the bot, members with “Manage Server” can also set up alerts.',
    );
  });

  it('fits into one message for every command there is', () => {
    const commandIds = new Map(commands.map(({ name }) => [name, '9'.repeat(20)]));
    const reader = { ...ADMIN, commandIds };
    const embeds = [
      helpEmbed(commands, reader, viewContext()),
      ...JOB_NAMES.map((job) => jobEmbed(job, commands, reader, viewContext())),
      ...commands.map((command) => commandHelpEmbed(command, reader, viewContext())),
    ];
    for (const embed of embeds) {
      const errors = validateMessage({ embeds: [embed] }, { operation: 'create', fileNames: [] });
      expect(flatErrors(errors)).toEqual([]);
      expect(embed.description).not.toMatch(/…$/);
    }
  });

  it('says in full what people can rely on, under the commands that promise it', () => {
    for (const command of commands) {
      const { description = '' } = commandHelpEmbed(
        command,
        { ...ADMIN, commandIds: new Map() },
        viewContext(),
      );
      for (const promise of command.promises?.(viewContext().messages) ?? [])
        expect(description).toContain(promise);
    }
    const watch = commands.find(({ name }) => name === 'watch');
    expect(watch?.promises?.(viewContext().messages).join(' ')).toMatch(
      /A new bid.*Is outbid.*Wins an auction.*Sells.*Sold/,
    );
  });

  it('has examples and options of one command', () => {
    const { title, description } = commandHelpEmbed(
      cats,
      { ...MEMBER, commandIds: new Map() },
      viewContext(),
    );
    expect(title).toBe('/cat');
    expect(description?.split('\n')).toEqual([
      '`/cat show` · Does show',
      '-# for example `/cat show cat:Tom`',
      '-# options: **`cat`** and `colour`',
    ]);
  });
});
