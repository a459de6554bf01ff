import type { DocumentedSetting } from '#src/config/documented.ts';
import { GROUPS } from '#src/config/setting-documentation.ts';
import { escapeMarkdown, inlineCode, table } from './table.ts';

const HEAD = `# Settings

All settings are environment variables, usually from the file \`.env\` beside the bot (copy \`.env.example\`). Whitespace
around a value is ignored, and a variable without a value counts as not set. An invalid value stops the start. The
message has its name, the value given and the values accepted, but never a secret.

This page is written by \`npm run docs\` from \`src/config/environment.ts\`.`;

const acceptedOf = ({ accepted }: DocumentedSetting): string => accepted.replace(/^accepted (?:is|are) /, '');

function defaultOf(setting: DocumentedSetting): string {
  if (setting.required) return '**required**';
  return setting.default === null ? (setting.whenUnset ?? 'nothing') : inlineCode(setting.default);
}

/** The page about the settings, as Markdown. */
export function configurationPage(settings: readonly DocumentedSetting[]): string {
  const sections = GROUPS.map((group) => {
    const rows = settings
      .filter((setting) => setting.group === group)
      .map((setting) => [
        inlineCode(setting.name),
        setting.description,
        escapeMarkdown(acceptedOf(setting)),
        defaultOf(setting),
        inlineCode(setting.example),
      ]);
    return `## ${group}\n\n${table(['variable', 'description', 'accepted', 'default', 'example'], rows)}`;
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}
