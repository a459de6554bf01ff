import { dateFormat } from '#src/chain/local-time.ts';
import { numberFormat } from '#src/chain/number-format.ts';
import type { Segment, Segments } from './segment.ts';

/** The forms of a counted word, by the plural categories of the language (CLDR). */
export interface Forms {
  readonly one: string;
  readonly other: string;
}

/** A value in a sentence; a string was already formatted by this writer. */
type Part = Segment | Segments | string;

const partsOf = (value: Part): Segments =>
  typeof value === 'string' ? [{ type: 'text', text: value }] : [value].flat();

/**
 * Formats the sentences of a language. Every word goes through `text` or `segments`, so that a different writer can
 * tell the bot's own words from external text.
 */
export interface Writer {
  /** Formats a sentence as one string. String values must come from this writer, or be escaped by the caller. */
  text(words: TemplateStringsArray, ...values: readonly string[]): string;
  /** Formats a sentence as parts. */
  segments(words: TemplateStringsArray, ...values: readonly Part[]): Segments;
  /**
   * Formats a number: `12,345`.
   * @param maximumFractionDigits 3 by default
   */
  number(value: number | bigint, maximumFractionDigits?: number): string;
  /**
   * Formats a percentage: `12.5%`.
   * @param percent 12.5 for an eighth
   */
  percent(percent: number, options: { readonly digits: number; readonly signed?: boolean }): string;
  /** Formats a count with its noun: `1 token`, `12,345 tokens`. */
  count(count: number | bigint, forms: Forms): string;
  /** Returns the form of the noun for a number, without the number. */
  plural(count: number | bigint, forms: Forms): string;
  /**
   * Formats a duration with its two largest units: `2h 5m`, `3d 4h`, `0s`.
   * @param seconds negative ones count as 0
   */
  duration(seconds: number): string;
  /**
   * Formats a duration in the largest unit of which it has at least two: `3 hours`, `14 months`.
   * @param seconds at least 60
   */
  approximateDuration(seconds: number): string;
  /** Formats a list: `a`, `a and b`, `a, b and c`. */
  list(items: readonly string[], type: 'and' | 'or'): string;
  /**
   * Formats date and time: `January 31, 2026 at 9:30 PM`.
   * @param at epoch ms
   * @param timeZone an IANA name
   */
  dateTime(at: number, timeZone: string): string;
  /**
   * Formats a command of the bot, clickable if its Discord id is known.
   * @param name with its subcommand: `alerts list`
   */
  command(name: string): string;
  /** Formats a list whose items consist of parts. */
  listOf(items: readonly (Segment | Segments)[], type: 'and' | 'or'): Segments;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Average length of a Gregorian year, seconds. */
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
  ['weeks', 7 * DAY],
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
] as const;

type DurationParts = Partial<Record<(typeof EXACT_UNITS)[number][0], number>>;

/** Returns the two largest units, as whole numbers. */
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

/** Discord ids of the commands, by name without subcommand. */
export type CommandIds = ReadonlyMap<string, string>;

/**
 * @param language a BCP 47 tag that `Intl` supports, for plural rules, numbers and lists
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
