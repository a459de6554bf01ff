import { readDigits, unwrap } from './scalar.ts';

/** 2015-01-01 in epoch seconds: no EVM chain is older. */
const EARLIEST = 1_420_070_400;
/** 2100-01-01: a later end means no end. */
const LATEST = 4_102_444_800;
/** How far a timestamp may be in the future, seconds. */
const MAX_AHEAD_S = 600;

const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;

function zoneOf(text: string | undefined): string {
  if (text === undefined || /^(?:z|utc|gmt)$/i.test(text)) return 'Z';
  const digits = text.replace(':', '');
  return `${digits.slice(0, 3)}:${digits.slice(3).padEnd(2, '0')}`;
}

function isoToSeconds(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, day, minute = '00:00', second = '00', zone] = match;
  const parsed = Date.parse(`${day}T${minute}:${second}${zoneOf(zone)}`);
  return Number.isNaN(parsed) ? null : Math.floor(parsed / 1_000);
}

/** Converts seconds, milliseconds, microseconds or nanoseconds, distinguished by magnitude. */
function digitsToSeconds(digits: string): number | null {
  const value = Number(digits);
  if (!Number.isFinite(value)) return null;
  if (value < 1e11) return Math.floor(value);
  if (value < 1e14) return Math.floor(value / 1e3);
  return value < 1e17 ? Math.floor(value / 1e6) : Math.floor(value / 1e9);
}

/**
 * A time in epoch seconds, from ISO 8601 (UTC without a zone) or from digits in any unit; `null` when invalid or before
 * 2015.
 */
export function readSeconds(value: unknown): number | null {
  const text = readDigits(unwrap(value));
  if (text === null) return null;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? digitsToSeconds(text) : isoToSeconds(text);
  return seconds === null || seconds < EARLIEST ? null : seconds;
}

/**
 * A time that is not in the future; `null` if it is, by more than ten minutes (activity-decoding: timestamp).
 * @param seconds epoch seconds
 * @param now epoch milliseconds
 */
export const notAfter = (seconds: number | null, now: number): number | null =>
  seconds === null || seconds > now / 1_000 + MAX_AHEAD_S ? null : seconds;

/** `readSeconds` of a time that is not in the future. @param now epoch milliseconds */
export const readTime = (value: unknown, now: number): number | null => notAfter(readSeconds(value), now);

/**
 * Reads a time that may be in the future, such as an end: epoch seconds, or `null` if invalid or after the year 2100.
 */
export function readAnyTime(value: unknown): number | null {
  const seconds = readSeconds(value);
  return seconds === null || seconds > LATEST ? null : seconds;
}
