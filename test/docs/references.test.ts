import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { documentedSettings } from '#src/config/documented.ts';
import { variableNames } from '#src/config.ts';
import type { Command } from '#src/discord/command.ts';
import { english } from '#src/messages/messages.ts';
import { commandsPage } from '../../scripts/docs/commands-page.ts';
import { generatedFiles } from '../../scripts/docs/pages.ts';

describe.each([...generatedFiles()])('%s', (file, text) => {
  it('is the output of `npm run docs`', () => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('the commands page', () => {
  const page = commandsPage(commands);

  it('lists every command and every option with its description', () => {
    for (const command of commands) {
      const parts = 'subcommands' in command ? command.subcommands : [command];
      for (const part of parts) {
        const name = [command.name, ...('subcommands' in command ? [part.name] : [])].join(' ');
        const section = page.split('\n### ').find((text) => text.startsWith(`\`/${name}\`\n`));
        expect(section).toContain(part.definition(english).description);
        for (const option of part.definition(english).options ?? []) {
          expect(section).toContain(`\`${option.name}\``);
          expect(section).toContain(option.description);
        }
      }
    }
  });

  it('changes when a definition changes', () => {
    const renamed = commands.map(
      (command): Command => ('subcommands' in command ? { ...command, name: 'renamed' } : command),
    );
    expect(commandsPage(renamed)).not.toBe(page);
  });
});

describe('the documented settings', () => {
  it('are the variables that the bot reads', () => {
    expect(documentedSettings().map(({ name }) => name)).toEqual(variableNames);
  });

  it('say what happens without a default', () => {
    const undocumented = documentedSettings().filter(
      ({ required, default: defaultValue, whenUnset }) =>
        !required && defaultValue === null && whenUnset === undefined,
    );
    expect(undocumented).toEqual([]);
  });
});
