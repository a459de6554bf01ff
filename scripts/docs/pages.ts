import path from 'node:path';
import { commands } from '#commands/index.ts';
import { documentedSettings } from '#src/config/documented.ts';
import { commandsPage } from './commands-page.ts';
import { configurationPage } from './configuration-page.ts';
import { envExample } from './env-example.ts';
import { EXAMPLE_TEMPLATES } from './example-templates.ts';
import { readLogCalls } from './log-calls.ts';
import { LOG_EXPLANATIONS } from './log-explanations.ts';
import { logLinesPage } from './log-lines-page.ts';
import { templatesPage } from './templates-page.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** The generated files by path from the project's root. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const settings = documentedSettings();
  return new Map([
    ['docs/commands.md', commandsPage(commands)],
    ['docs/configuration.md', configurationPage(settings)],
    ['docs/log-lines.md', logLinesPage(readLogCalls(root), LOG_EXPLANATIONS)],
    ['docs/templates.md', templatesPage(EXAMPLE_TEMPLATES)],
    ['.env.example', envExample(settings)],
  ]);
}
