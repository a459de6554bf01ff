import { commands } from '#commands/index.ts';
import { documentedSettings } from '#src/config/documented.ts';
import { commandsPage } from './commands-page.ts';
import { configurationPage } from './configuration-page.ts';
import { envExample } from './env-example.ts';

/** The generated files by path from the project's root. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const settings = documentedSettings();
  return new Map([
    ['docs/commands.md', commandsPage(commands)],
    ['docs/configuration.md', configurationPage(settings)],
    ['.env.example', envExample(settings)],
  ]);
}
