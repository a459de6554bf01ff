import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import type { Command, SingleCommand, Subcommand } from '#src/discord/command.ts';
import { declarationsOf } from '#src/discord/registration/declarations.ts';
import { english } from '#src/messages/messages.ts';
import { sizeOf } from '../../sandbox/discord/validation/command-size.ts';

const subcommands = commands.flatMap((command): (readonly [string, Command, Subcommand | SingleCommand])[] =>
  'subcommands' in command
    ? command.subcommands.map(
        (subcommand) => [`/${command.name} ${subcommand.name}`, command, subcommand] as const,
      )
    : [[`/${command.name}`, command, command] as const],
);
/** Commands that change what a server has, as the blueprint of the bot names them. */
const administration = subcommands.filter(([, { name }]) =>
  ['alerts', 'silence', 'template', 'why', 'settings'].includes(name),
);

describe('the commands', () => {
  it('have names of their own', () => {
    const names = subcommands.map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  });

  it.each(administration)(
    '%s asks for the right to manage alerts in its handler, and is hidden from nobody (decision 010)',
    (_name, command, subcommand) => {
      expect(['manage-alerts', 'manage-server']).toContain(subcommand.requires);
      expect(command.definition(english).default_member_permissions).toBeUndefined();
    },
  );

  it('ask for the same right to set the template of a server, by itself or in a file', () => {
    const requirements = subcommands
      .filter(([name]) => name === '/template' || name === '/alerts import')
      .map(([, , { requires }]) => requires);
    expect(requirements).toEqual(['manage-alerts', 'manage-alerts']);
  });

  it.each(administration)('%s answers with an ephemeral message', (_name, _command, subcommand) => {
    expect(subcommand.answerTo).toBe('asker');
  });

  it.each(subcommands.filter((entry) => !administration.includes(entry)))(
    '%s is for every member',
    (_name, command, subcommand) => {
      expect(subcommand.requires).toBeUndefined();
      expect(command.definition(english).default_member_permissions).toBeUndefined();
    },
  );

  it.each(subcommands)('%s completes exactly the options that say so', (_name, _command, subcommand) => {
    const completed = (subcommand.definition(english).options ?? []).some(
      (option) => 'autocomplete' in option && option.autocomplete,
    );
    expect(subcommand.autocomplete !== undefined).toBe(completed);
  });

  it.each(subcommands)('%s bounds what can be typed into it', (_name, _command, subcommand) => {
    for (const option of subcommand.definition(english).options ?? []) {
      if (option.type !== ApplicationCommandOptionType.String || 'choices' in option) continue;
      expect(option.max_length).toBeLessThanOrEqual(500);
    }
  });

  it.each(declarationsOf(commands, null, english))(
    'leave room in /$name for what comes: Discord takes 8,000 characters',
    (declaration) => {
      expect(sizeOf(declaration)).toBeLessThanOrEqual(6_000);
    },
  );

  it.each(['/alerts add', '/alerts edit'])(
    '%s asks for what people type, the preview for the rest',
    (name) => {
      const [, , command] = subcommands.find(([called]) => called === name) ?? [];
      const options = (command?.definition(english).options ?? []).map((option) => option.name);
      expect(options.slice(1)).toEqual([
        'alerts',
        'collection',
        'price_from',
        'price_to',
        'below_floor',
        'rank',
        'ping_role',
      ]);
    },
  );
});
