import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../commands/index.ts';
import { commandsPage } from '../../docs/generate/commands-page.ts';
import { generatedFiles } from '../../docs/generate/pages.ts';
import { documentedSettings } from '../../src/config/documented.ts';
import { variableNames } from '../../src/config.ts';
import type { Command } from '../../src/discord/command.ts';

describe.each([...generatedFiles()])('%s', (file, text) => {
  it('is what `npm run docs` writes', () => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('the page of commands', () => {
  const page = commandsPage(commands);

  it('has every command and every option with its description', () => {
    for (const command of commands) {
      const parts = 'subcommands' in command ? command.subcommands : [command];
      for (const { definition } of parts) {
        const name = [command.definition.name, ...('subcommands' in command ? [definition.name] : [])].join(
          ' ',
        );
        const section = page.split('\n### ').find((text) => text.startsWith(`\`/${name}\`\n`));
        expect(section).toContain(definition.description);
        for (const option of definition.options ?? []) {
          expect(section).toContain(`\`${option.name}\``);
          expect(section).toContain(option.description);
        }
      }
    }
  });

  it('changes with a definition', () => {
    const renamed = commands.map(
      (command): Command =>
        'subcommands' in command
          ? { ...command, definition: { ...command.definition, name: 'renamed' } }
          : command,
    );
    expect(commandsPage(renamed)).not.toBe(page);
  });
});

describe('the settings as the documents have them', () => {
  it('are the variables that are read', () => {
    expect(documentedSettings().map(({ name }) => name)).toEqual(variableNames);
  });

  it('say what holds without a default', () => {
    const silent = documentedSettings().filter(
      ({ required, default: usual, without }) => !required && usual === null && without === undefined,
    );
    expect(silent).toEqual([]);
  });
});
