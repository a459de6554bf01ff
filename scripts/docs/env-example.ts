import type { DocumentedSetting } from '#src/config/documented.ts';
import { GROUPS } from '#src/config/setting-documentation.ts';
import { wrapLines } from './wrap.ts';

const HEAD = [
  "# Gavel's settings. Copy this file to `.env`, fill in the first two parts, and start with `npm start`.",
  '# Without the second part, alerts have no links and prices are shown in ETH.',
  '# Everything further down is optional: remove the # from a line to change it. A line without a value counts as not set.',
  '# This file is written by `npm run docs`; docs/configuration.md has the same settings as tables.',
].join('\n');

/** Left uncommented for the operator to fill in, although the bot starts without them. */
const TO_FILL_IN = 'Needed for prices and links';

/** A setting's paragraph: description, accepted values, and its line, commented out unless it is to be filled in. */
function paragraph(setting: DocumentedSetting): string {
  const accepted = setting.accepted.replace(/^a/, 'A').replaceAll('’', "'");
  const { name, group, required, default: defaultValue, whenUnset, example } = setting;
  const isToFillIn = group === TO_FILL_IN;
  const words = `${setting.description.replaceAll('’', "'")} ${accepted}.`;
  const comment = [...wrapLines(words, '# '), ...(isToFillIn ? [`# For example ${example}`] : [])];
  if (required || isToFillIn) return [...comment, `${name}=`].join('\n');
  // Link templates have no default; an example is more useful than an empty line.
  const value = defaultValue ?? (whenUnset === 'no links' ? example : '');
  return [...comment, `#${name}=${value}`].join('\n');
}

/** The text of `.env.example`. */
export function envExample(settings: readonly DocumentedSetting[]): string {
  const sections = GROUPS.map((group) => {
    const paragraphs = settings.filter((setting) => setting.group === group).map(paragraph);
    return [`# --- ${group} ---`, ...paragraphs].join('\n\n');
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}
