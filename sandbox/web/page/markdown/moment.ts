import type { TimeStyle } from './nodes.ts';

const FORMATS: Readonly<Record<Exclude<TimeStyle, 'R'>, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** Largest first, in seconds. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_628_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

function relative(seconds: number, nowMs: number, locale: string): string {
  const away = seconds - Math.floor(nowMs / 1_000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale).format(Math.round(away / size), unit);
}

/**
 * A timestamp as Discord shows it (Discord docs: Timestamp Styles).
 * @param seconds epoch seconds
 * @param nowMs epoch ms, for `R`
 */
export function momentText(seconds: number, style: TimeStyle, nowMs: number, locale: string): string {
  if (style === 'R') return relative(seconds, nowMs, locale);
  return new Intl.DateTimeFormat(locale, FORMATS[style]).format(seconds * 1_000);
}

function dayOf(ms: number): string {
  return new Date(ms).toDateString();
}

/** When a message was written, as shown beside its author: the time, with the day unless it is today. Both epoch ms. */
export function writtenAtText(atMs: number, nowMs: number, locale: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(atMs);
  if (dayOf(atMs) === dayOf(nowMs)) return time;
  if (dayOf(atMs) === dayOf(nowMs - 86_400_000)) return `Yesterday at ${time}`;
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).format(atMs)}, ${time}`;
}

/** The time in an embed's footer: `Today at 3:04 PM`. Both epoch ms. */
export function embedTimeText(atMs: number, nowMs: number, locale: string): string {
  const text = writtenAtText(atMs, nowMs, locale);
  return dayOf(atMs) === dayOf(nowMs) ? `Today at ${text}` : text;
}
