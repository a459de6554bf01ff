import { recordOf } from './start.ts';

/** Whether a value has the documented type; the names below are those of its tables. */
type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

// Ten digits: seconds, not milliseconds.
const isUnixSeconds: Check = (value) => Number.isInteger(value) && /^\d{10}$/.test(JSON.stringify(value));

const checks = {
  string: isString,
  'string or null': (value) => value === null || isString(value),
  'string or number': (value) => isString(value) || Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  wei: matches(/^\d+$/),
  'wei or null': (value) => value === null || matches(/^\d+$/)(value),
  'unix seconds or null': (value) => value === null || isUnixSeconds(value),
  'url or null': (value) => value === null || matches(/^https?:\/\/\S+$/)(value),
  address: matches(/^0x[0-9a-f]{40}$/),
  'address or null': (value) => value === null || matches(/^0x[0-9a-f]{40}$/)(value),
  'tx hash': matches(/^0x[0-9a-f]{64}$/),
  'tx hash or null': (value) => value === null || matches(/^0x[0-9a-f]{64}$/)(value),
  'integer or null': (value) => value === null || Number.isInteger(value),
  url: matches(/^https?:\/\/\S+$/),
  iso: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  'unix seconds': isUnixSeconds,
} satisfies Record<string, Check>;

/** Fields with their types. */
export type Fields = Readonly<Record<string, keyof typeof checks>>;

/** Whether a value has this type. */
export function isA(kind: Fields[string], value: unknown): boolean {
  return checks[kind](value);
}

/** Documented fields that are missing or of another type; empty when there are none. */
export function deviations(value: unknown, fields: Fields): readonly string[] {
  const record = recordOf(value);
  return Object.entries(fields)
    .filter(([name, kind]) => !checks[kind](record[name]))
    .map(([name, kind]) => `${name} should be ${kind}, is ${JSON.stringify(record[name])}`);
}
