import type { DocumentedSetting } from '../../src/config/documented.ts';
import { GROUPS } from '../../src/config/registry.ts';
import { wrapped } from './wrap.ts';

const HEAD = [
  "# Gavel's settings. Copy this file to `.env`, fill in the first two parts, and start with `npm start`.",
  '# Without the second part, alerts have no links and prices are told in ETH.',
  '# Everything further down is optional: take the # away from a line to change it. A line without a value counts as not set.',
  '# This file is written by `npm run docs`; docs/configuration.md has the same as tables.',
].join('\n');

/** To be filled in, although the bot starts without. */
const TO_FILL_IN = 'Needed for prices and links';

/** A setting's paragraph: what it is, what is accepted, and its line, commented out unless it is needed. */
function paragraph(setting: DocumentedSetting): string {
  const accepted = setting.accepted.replace(/^a/, 'A').replaceAll('’', "'");
  const { name, group, required, default: usual, without, example } = setting;
  const fillIn = group === TO_FILL_IN;
  const words = `${setting.description.replaceAll('’', "'")} ${accepted}.`;
  const said = [...wrapped(words, '# '), ...(fillIn ? [`# For example ${example}`] : [])];
  if (required || fillIn) return [...said, `${name}=`].join('\n');
  // A page to link to has no default; its example says more than an empty line.
  const value = usual ?? (without === 'no links' ? example : '');
  return [...said, `#${name}=${value}`].join('\n');
}

/** The file to copy to `.env`. */
export function envExample(settings: readonly DocumentedSetting[]): string {
  const sections = GROUPS.map((group) => {
    const paragraphs = settings.filter((setting) => setting.group === group).map(paragraph);
    return [`# --- ${group} ---`, ...paragraphs].join('\n\n');
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}
