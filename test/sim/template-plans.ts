import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';

/** Topics of alerts for which admins write templates; other oracles read the titles of the rest. */
export type TemplatedTopic = 'sale' | 'listing' | 'transfer';

/** Where a template is used. Channels are numbers; a rule is the newest of its channel. */
export type TemplatePlan =
  | { readonly of: 'server' }
  | { readonly of: 'channel' | 'rule'; readonly channel: number };

/** What admins do with templates. */
export type TemplateAction =
  | {
      readonly do: 'save template';
      readonly for: TemplatePlan;
      readonly topic: TemplatedTopic;
      /** Which of `WRITTEN`. */
      readonly written: number;
      /** Tells it from all others, from 0. */
      readonly mark: number;
    }
  | { readonly do: 'reset template'; readonly for: TemplatePlan; readonly topic: TemplatedTopic };

const LONG = 'A long sentence that says the same again. '.repeat(20);

/** Texts that admins write, for placeholders of all topics. Some values are never known here, such as the rank. */
export const WRITTEN: readonly AlertTemplate[] = [
  { message: '{token} for **{price|"an unknown price"}**', title: null, text: null },
  { message: null, title: '{token}', text: '{price|"no price"}[ · rank {rank}]' },
  { message: 'Look[ at rank {rank}]: [{token}]({link})', title: '{collection}: {token}', text: null },
  { message: null, title: null, text: '[{price.fiat} ]{rank}{price|"?"} [page]({link}) {time}' },
  {
    message: '@everyone @here <@&1> <@900000000000000003> alert 0a1b2c3d',
    title: '@everyone {token} alert 0a1b2c3d',
    text: '<@&1> @here [claim](https://evil.example/claim) alert 0a1b2c3d {price|"?"}',
  },
  {
    message: '**bold *and* ~~gone~~** ||{price|"?"}||\n> a quote\n`code`',
    title: '# {token} __*_',
    text: '```\nnever closed elsewhere\n```\n-# {price|"?"} https://evil.example/page',
  },
  { message: LONG.slice(0, 900), title: null, text: `${LONG}{token} {price|"?"}` },
  { message: null, title: `${LONG.slice(0, 120)}{token}`, text: null },
];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Stands at the beginning of each text of a template; letters, because numbers in a title are counts. */
const markText = (mark: number): string =>
  `§${LETTERS.charAt(Math.floor(mark / LETTERS.length))}${LETTERS.charAt(mark % LETTERS.length)}§`;

/** The texts of a template with its mark. */
export function markedTemplate(written: number, mark: number): AlertTemplate {
  const found = WRITTEN[written];
  if (found === undefined) throw new RangeError(`There is no text ${written}.`);
  const marked = (text: string | null): string | null => (text === null ? null : `${markText(mark)} ${text}`);
  return { message: marked(found.message), title: marked(found.title), text: marked(found.text) };
}

/** The templates whose marks are in a text. */
export const marksIn = (text: string): readonly number[] =>
  Array.from(
    text.matchAll(/§([a-z])([a-z])§/g),
    ([, first = '', last = '']) => LETTERS.indexOf(first) * LETTERS.length + LETTERS.indexOf(last),
  );
