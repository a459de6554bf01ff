import { commands } from '#commands/index.ts';
import { TIME_ZONE_NAMES } from '#commands/settings/time-zones.ts';
import { behavioursOf } from '#src/discord/command.ts';
import { LANGUAGE_NAMES } from '#src/messages/languages.ts';
import { outsideBrackets } from '../../support/pseudo-language.ts';

/** Names that are the same in every language: of standards, of other sites, of languages and of time zones. */
const NAMES: readonly string[] = [
  ...Object.values(LANGUAGE_NAMES),
  ...TIME_ZONE_NAMES,
  'ERC-721',
  'ERC-1155',
  'GitHub',
  'Instagram',
  'UTC',
];

/** Of commands, subcommands and options: identifiers, which are never translated. */
const IDENTIFIERS: ReadonlySet<string> = new Set(
  [...behavioursOf(commands)].flatMap(([name, { options }]) => [
    ...name.split(' '),
    ...options.flatMap((option) => [
      option.name,
      ...('choices' in option ? (option.choices ?? []).map((choice) => String(choice.value)) : []),
    ]),
  ]),
);
/** Of `/help`: what one might type. */
const EXAMPLES: readonly string[] = [...behavioursOf(commands)].flatMap(([name, { example }]) =>
  example === undefined ? [] : [`/${name} ${example}`],
);

/** The name that somebody has at another site, in the address of their page there. */
const HANDLE = /https:\/\/(?:x|instagram|github)\.com\/([\w.-]+)/g;

const FOREIGN: readonly RegExp[] = [
  // The reference of an alert: reading back finds a message by it, whatever its language.
  /^(?:.* · )?alert [0-9a-z]{8}$|^[0-9a-z]{8}$/gm,
  /<(?:[@#][!&]?\d+|t:-?\d+(?::\w)?|\/[\w -]+:\d+|a?:\w+:\d+)>/g,
  /\w+:\/\/[^\s)>`]+/g,
  // The host of a link, and the site of one letter.
  /[\w.\u200b-]+\.\u200b?example\b|\bX\b/g,
  /\b0x[0-9a-f]+(?:…[0-9a-f]+)?/gi,
  // A date or a time of day, as the language writes it: on the axis and in the text of a chart.
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}\b|\b\d{1,2}:\d{2}\s[AP]M\b/g,
  // A number, with the unit that the language shortens it by.
  /\d[\d.,\u00a0]*(?:K|k|M|m|B|bn|T|tn|L|Cr|LCr)?(?![A-Za-z])/g,
];

const isIdentifiers = (text: string): boolean =>
  text.split(/[\s:/]+/).every((word) => word === '' || IDENTIFIERS.has(word));

/** Without what stands in code or in bold and consists of names of commands and options. */
const withoutIdentifiers = (text: string): string =>
  text.replaceAll(
    /`([^`]*)`|\*\*([\w ]+)\*\*/g,
    (whole, code: string | undefined, bold: string | undefined) =>
      isIdentifiers(code ?? bold ?? '') ? ' ' : whole,
  );

/** What of a text the bot says itself and not its messages: Latin words outside ⟦brackets⟧ that are no data. */
export function ownWords(text: string): readonly string[] {
  // The title or label of a command is its name, as one types it.
  if (/^\/[a-z ]+$/.test(text) && isIdentifiers(text)) return [];
  const pieces = outsideBrackets(text);
  // A sentence puts an identifier between its own words: `⟦Leave out **⟧rank⟦**.⟧`.
  const plain = pieces.filter((piece) => piece === text || !isIdentifiers(piece)).join('\n');
  const handles = [...text.matchAll(HANDLE)].map(([, handle = '']) => handle);
  const unnamed = [...EXAMPLES, ...NAMES].reduce((rest, name) => rest.replaceAll(name, ' '), plain);
  const own = FOREIGN.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), withoutIdentifiers(unnamed));
  const unhandled = handles.reduce((rest, handle) => rest.replaceAll(handle, ' '), own);
  // Words with nothing but blanks and apostrophes between them are one sentence.
  return unhandled.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}’' ]*/gu) ?? [];
}
