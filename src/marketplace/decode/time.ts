import { readDigits, unwrap } from './scalar.ts';

/** 2015-01-01 in epoch seconds: no EVM chain is older. */
const EARLIEST = 1_420_070_400;
/** 2100-01-01: what ends later never ends. */
const LATEST = 4_102_444_800;
/** How far a server's clock may be ahead of ours, in seconds. */
const TOLERATED_AHEAD = 600;

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

/** Seconds, milliseconds, microseconds or nanoseconds, told apart by size. */
function digitsToSeconds(digits: string): number | null {
  const value = Number(digits);
  if (!Number.isFinite(value)) return null;
  if (value < 1e11) return Math.floor(value);
  if (value < 1e14) return Math.floor(value / 1e3);
  return value < 1e17 ? Math.floor(value / 1e6) : Math.floor(value / 1e9);
}

function toSeconds(value: unknown): number | null {
  const text = readDigits(unwrap(value));
  if (text === null) return null;
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? digitsToSeconds(text) : isoToSeconds(text);
  return seconds === null || seconds < EARLIEST ? null : seconds;
}

/**
 * A moment in epoch seconds, from ISO 8601 (without a zone it is UTC) or from digits in any unit; `null` where it
 * is none, before 2015 or more than ten minutes ahead (activity-decoding: timestamp).
 * @param now epoch milliseconds
 */
export function readTime(value: unknown, now: number): number | null {
  const seconds = toSeconds(value);
  return seconds === null || seconds > now / 1_000 + TOLERATED_AHEAD ? null : seconds;
}

/** A moment that may lie ahead, such as an end: epoch seconds, or `null` where it is none or after the year 2100. */
export function readMoment(value: unknown): number | null {
  const seconds = toSeconds(value);
  return seconds === null || seconds > LATEST ? null : seconds;
}
