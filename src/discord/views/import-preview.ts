import type { APIEmbed } from 'discord-api-types/v10';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import { truncate } from '../text.ts';
import type { ViewContext } from './context.ts';
import { alertName, givenName, ruleText } from './rule-words.ts';

const COLOUR = 0x3498db;
/** Below Discord's limit of 4,096 characters for descriptions. */
const ROOM = 4_000;
const RULE_LENGTH = 200;
const LINE_LENGTH = 300;

/** Changes that an import would make. */
export interface ImportChanges {
  readonly added: readonly { readonly channelId: string; readonly rule: Rule; readonly paused: boolean }[];
  /** Alerts that the server has with another name, end or template. */
  readonly renewed: readonly { readonly channelId: string; readonly rule: Rule }[];
  /** Alerts of the file that the server already has. */
  readonly present: number;
  readonly removed: readonly Subscription[];
  /** Channels whose settings would change. */
  readonly settings: readonly string[];
  /** Number of changed templates of the server and its channels. */
  readonly templates: number;
  /** Sentences, here and below. */
  readonly leftOut: readonly string[];
  readonly warnings: readonly string[];
}

/** Lists everything that an import would change, and what is left out; as many lines as fit. */
export function importEmbed(changes: ImportChanges, context: ViewContext): APIEmbed {
  const { added, renewed, present, removed, settings, templates, leftOut, warnings } = changes;
  const { alertFiles: words } = context.messages;
  const rule = (one: Rule) => truncate(ruleText(one, context), RULE_LENGTH);
  /** Those of the file have no number yet. */
  const named = (one: Rule) => {
    const name = givenName(one);
    return name === '' ? '' : `${name} `;
  };
  /** Generates lines lazily while they fit, because only a few of a thousand alerts are listed. */
  function* lines(): Generator<string> {
    for (const text of warnings) yield `⚠️ ${truncate(text, LINE_LENGTH)}`;
    for (const text of leftOut) yield words.leftOut(truncate(text, LINE_LENGTH));
    for (const one of removed) yield `➖ ${alertName(one)} <#${one.channelId}> ${rule(one)}`;
    for (const one of added) {
      const line = `➕ ${named(one.rule)}<#${one.channelId}> ${rule(one.rule)}`;
      yield one.paused ? words.paused(line) : line;
    }
    for (const one of renewed) yield `✏️ ${named(one.rule)}<#${one.channelId}> ${rule(one.rule)}`;
    if (templates > 0) yield words.templates(templates);
    for (const id of settings) yield words.settingsOf(`<#${id}>`);
  }
  const kept: string[] = [];
  let room = ROOM;
  for (const line of lines()) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const all = [warnings, leftOut, removed, added, renewed, settings].reduce(
    (sum, { length }) => sum + length,
    templates > 0 ? 1 : 0,
  );
  const more = all - kept.length;
  if (more > 0) kept.push(words.more(more));
  const other = renewed.length === 0 ? '' : words.renewed(renewed.length);
  const same = present === 0 ? '' : words.present(present);
  return {
    color: COLOUR,
    title: words.title,
    description: `${words.summary(added.length, removed.length)}${other}${same}\n${kept.join('\n')}`.slice(
      0,
      4_096,
    ),
  };
}
