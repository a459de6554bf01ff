import { dateFormat } from '#src/chain/local-time.ts';
import { numberFormat } from '#src/chain/number-format.ts';
import type { Segment, Segments } from './segment.ts';

/** The forms of a counted word, by the plural categories of the language (CLDR). */
export interface Forms {
  readonly one: string;
  readonly other: string;
}

/** A value in a sentence; a string is text that this writer wrote. */
type Part = Segment | Segments | string;

const partsOf = (value: Part): Segments =>
  typeof value === 'string' ? [{ type: 'text', text: value }] : [value].flat();

/**
 * What the sentences of a language are written with. Every word of a sentence goes through `text` or `segments`, so
 * that another writer can mark what is the bot's own.
 */
export interface Writer {
  /** A sentence as one string. Values are strings that were written by this writer, or that the caller has escaped. */
  text(words: TemplateStringsArray, ...values: readonly string[]): string;
  /** A sentence in parts. */
  segments(words: TemplateStringsArray, ...values: readonly Part[]): Segments;
  /** `12,345`. @param maximumFractionDigits 3 where left out */
  number(value: number | bigint, maximumFractionDigits?: number): string;
  /** `12.5%`. @param percent 12.5 for an eighth */
  percent(percent: number, options: { readonly digits: number; readonly signed?: boolean }): string;
  /** `1 token`, `12,345 tokens`. */
  count(count: number | bigint, forms: Forms): string;
  /** The form that goes with a number, without the number. */
  plural(count: number | bigint, forms: Forms): string;
  /** `2h 5m`, `3d 4h`, `0s`: the two largest units. @param seconds negative ones count as 0 */
  duration(seconds: number): string;
  /** `3 hours`, `14 months`: the unit of which it is at least two. @param seconds at least 60 */
  approximateDuration(seconds: number): string;
  /** `a`, `a and b`, `a, b and c`. */
  list(items: readonly string[], type: 'and' | 'or'): string;
  /** `January 31, 2026 at 9:30 PM`. @param at epoch ms @param timeZone an IANA name */
  dateTime(at: number, timeZone: string): string;
  /**
   * A command of the bot, to be clicked where Discord's id of it is known. @param name with its subcommand: `alerts
   * list`
   */
  command(name: string): string;
  /** `list` of items in parts. */
  listOf(items: readonly (Segment | Segments)[], type: 'and' | 'or'): Segments;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Of the Gregorian calendar, on average. */
const YEAR = 365.2425 * DAY;

const EXACT_UNITS = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', 1],
] as const;
const APPROXIMATE_UNITS = [
  ['years', YEAR],
  ['months', YEAR / 12],
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
] as const;

type DurationParts = Partial<Record<(typeof EXACT_UNITS)[number][0], number>>;

/** The two largest units, whole. */
function exactParts(seconds: number): DurationParts {
  const whole = Math.max(0, Math.round(seconds));
  const first = EXACT_UNITS.findIndex(([, length]) => whole >= length);
  const parts: DurationParts = {};
  let rest = whole;
  for (const [unit, length] of EXACT_UNITS.slice(first === -1 ? -1 : first).slice(0, 2)) {
    parts[unit] = Math.floor(rest / length);
    rest %= length;
  }
  return parts;
}

/** Discord's ids of the commands, by name without subcommand. */
export type CommandIds = ReadonlyMap<string, string>;

/**
 * @param language a BCP 47 tag that `Intl` knows: its words for counting, its numbers and its lists
 * @param commandIds empty until the commands are registered
 */
export function createWriter(language: string, commandIds: CommandIds = new Map()): Writer {
  const plurals = new Intl.PluralRules(language);
  const number = (value: number | bigint, maximumFractionDigits = 3): string =>
    numberFormat(language, { maximumFractionDigits }).format(value);
  const plural = (count: number | bigint, forms: Forms): string =>
    plurals.select(Number(count)) === 'one' ? forms.one : forms.other;
  const durations = {
    zero: new Intl.DurationFormat(language, { style: 'narrow', secondsDisplay: 'always' }),
    exact: new Intl.DurationFormat(language, { style: 'narrow' }),
    approximate: new Intl.DurationFormat(language, { style: 'long' }),
  };
  const lists = {
    and: new Intl.ListFormat(language, { type: 'conjunction' }),
    or: new Intl.ListFormat(language, { type: 'disjunction' }),
  };
  return {
    text: (words, ...values) => words.reduce((before, after, at) => before + (values[at - 1] ?? '') + after),
    segments: (words, ...values) =>
      words.flatMap((text, at): Segments => {
        const own: Segments = text === '' ? [] : [{ type: 'text', text }];
        const value = values[at];
        return value === undefined ? own : [...own, ...partsOf(value)];
      }),
    number,
    percent: (percent, { digits, signed = false }) =>
      numberFormat(language, {
        style: 'unit',
        unit: 'percent',
        maximumFractionDigits: digits,
        ...(signed ? { signDisplay: 'exceptZero' } : {}),
      }).format(percent),
    count: (count, forms) => `${number(count)} ${plural(count, forms)}`,
    plural,
    duration: (seconds) =>
      seconds < 0.5 ? durations.zero.format({ seconds: 0 }) : durations.exact.format(exactParts(seconds)),
    approximateDuration(seconds) {
      const [unit, length] = APPROXIMATE_UNITS.find(([, one]) => seconds >= 2 * one) ?? ['minutes', MINUTE];
      return durations.approximate.format({ [unit]: Math.floor(seconds / length) });
    },
    list: (items, type) => lists[type].format(items),
    dateTime: (at, timeZone) =>
      dateFormat(language, timeZone, { dateStyle: 'long', timeStyle: 'short' }).format(at),
    command(name) {
      const id = commandIds.get(name.split(' ')[0] ?? name);
      return id === undefined ? `\`/${name}\`` : `</${name}:${id}>`;
    },
    listOf(items, type) {
      const rest = items[Symbol.iterator]();
      return lists[type].formatToParts(items.map(() => '-')).flatMap((part): readonly Segment[] => {
        const item = part.type === 'element' ? rest.next().value : undefined;
        return item === undefined ? [{ type: 'text', text: part.value }] : [item].flat();
      });
    },
  };
}
