import type { DocumentedSetting } from '../../src/config/documented.ts';
import { GROUPS } from '../../src/config/registry.ts';
import { code, plain, table } from './table.ts';

const HEAD = `# Settings

All settings are environment variables, usually from the file \`.env\` beside the bot (copy \`.env.example\`). Blanks around a
value are no part of it, and a variable without a value counts as not set. A wrong value is refused at the start, with its
name, what was given and what is accepted; secrets are never repeated.

This page is written by \`npm run docs\` from \`src/config/environment.ts\`.`;

const acceptedOf = ({ accepted }: DocumentedSetting): string => accepted.replace(/^accepted (?:is|are) /, '');

function defaultOf(setting: DocumentedSetting): string {
  if (setting.required) return '**required**';
  return setting.default === null ? (setting.without ?? 'nothing') : code(setting.default);
}

/** The page on the settings, as Markdown. */
export function configurationPage(settings: readonly DocumentedSetting[]): string {
  const sections = GROUPS.map((group) => {
    const rows = settings
      .filter((setting) => setting.group === group)
      .map((setting) => [
        code(setting.name),
        setting.description,
        plain(acceptedOf(setting)),
        defaultOf(setting),
        code(setting.example),
      ]);
    return `## ${group}\n\n${table(['variable', 'what it does', 'accepted', 'default', 'example'], rows)}`;
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}
