import type { FieldError, Report } from './error-tree.ts';

/** Checks one value and reports what Discord would refuse about it. */
export type Check = (value: unknown, report: Report) => void;

interface Field {
  readonly check: Check;
  readonly required: boolean;
}

interface Range {
  readonly min?: number;
  readonly max?: number;
}

export const REQUIRED: FieldError = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list itself, or an empty one where there is none; what is not a list is reported by `listOf`. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Discord's API treats null as absent. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Whether the value is blank: absent, or only white space, which Discord trims. */
export const isBlank = (value: unknown): boolean =>
  isAbsent(value) || (typeof value === 'string' && value.trim() === '');

/**
 * The length as Discord counts it: in Unicode code points, because its API runs on Python 3 (stated by
 * Discord's staff in discord/discord-api-docs issue 1315), so 😀 counts once, not twice as in `length`.
 */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function lengthError({ min = 0, max = Number.POSITIVE_INFINITY }: Range): FieldError {
  if (max === Number.POSITIVE_INFINITY)
    return { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${min} or more in length.` };
  if (min === 0) return { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` };
  return { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${min} and ${max} in length.` };
}

const outside = (length: number, { min = 0, max = Number.POSITIVE_INFINITY }: Range) =>
  length < min || length > max;

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * A string of `min` to `max` code points. With `trimmed`, white space around it is not counted
 * (Discord docs: Embed limits).
 */
export function text(limits: Range & { readonly trimmed?: boolean } = {}): Check {
  return (value, report) => {
    if (typeof value !== 'string') {
      report.add({
        code: 'STRING_TYPE_CONVERT',
        message: `Could not interpret "${shown(value)}" as string.`,
      });
    } else if (outside(lengthOf(limits.trimmed ? value.trim() : value), limits)) {
      report.add(lengthError(limits));
    }
  };
}

function ranged(kind: 'int' | 'float', { min, max }: Range): Check {
  return (value, report) => {
    if (
      typeof value !== 'number' ||
      !Number.isFinite(value) ||
      (kind === 'int' && !Number.isInteger(value))
    ) {
      report.add({ code: 'NUMBER_TYPE_COERCE', message: `Value "${shown(value)}" is not ${kind}.` });
    } else if (max !== undefined && value > max) {
      report.add({
        code: 'NUMBER_TYPE_MAX',
        message: `${kind} value should be less than or equal to ${max}.`,
      });
    } else if (min !== undefined && value < min) {
      report.add({
        code: 'NUMBER_TYPE_MIN',
        message: `${kind} value should be greater than or equal to ${min}.`,
      });
    }
  };
}

export const integer = (range: Range = {}): Check => ranged('int', range);

export const number = (range: Range = {}): Check => ranged('float', range);

export const boolean: Check = (value, report) => {
  if (typeof value !== 'boolean')
    report.add({ code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' });
};

/** One of a fixed set of values. */
export function choice(values: readonly (string | number)[]): Check {
  const listed = values.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(', ');
  return (value, report) => {
    if (!values.some((known) => known === value))
      report.add({ code: 'BASE_TYPE_CHOICES', message: `Value must be one of (${listed}).` });
  };
}

/** A Discord id: a 64-bit number written as a decimal string. */
export const snowflake: Check = (value, report) => {
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,19})$/.test(value))
    report.add({ code: 'NUMBER_TYPE_COERCE', message: `Value "${shown(value)}" is not snowflake.` });
};

/** A list of `min` to `max` items; every item is checked, also in a list that is too long. */
export function listOf(item: Check, limits: Range = {}): Check {
  return (value, report) => {
    if (!Array.isArray(value)) {
      report.add({ code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' });
      return;
    }
    if (outside(value.length, limits)) report.add(lengthError(limits));
    for (const [index, entry] of value.entries()) item(entry, report.at(index));
  };
}

/** Reports every entry that repeats an earlier one; two entries are the same when `keyOf` returns the same key. */
export function reportDuplicates(keyOf: (item: unknown) => unknown, error: FieldError): Check {
  return (value, report) => {
    const seen = new Set<unknown>();
    for (const [index, entry] of asList(value).entries()) {
      const key = keyOf(entry);
      if (key === undefined) continue;
      if (seen.has(key)) report.at(index).add(error);
      seen.add(key);
    }
  };
}

/** A list without repeated entries. */
export const uniqueItems = reportDuplicates((item) => item, {
  code: 'SET_TYPE_ALREADY_CONTAINS_VALUE',
  message: 'The set already contains this value',
});

/** A field that must not be blank. */
export const required = (check: Check): Field => ({ check, required: true });

/** A field that may be absent or null. */
export const optional = (check: Check): Field => ({ check, required: false });

/** An object with these fields; other keys are ignored, as Discord ignores them. */
export function object(shape: Readonly<Record<string, Field>>): Check {
  const fields = Object.entries(shape);
  return (value, report) => {
    if (!isRecord(value)) {
      report.add({ code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' });
      return;
    }
    for (const [key, field] of fields) {
      const held = value[key];
      if (field.required && isBlank(held)) report.at(key).add(REQUIRED);
      else if (!isAbsent(held)) field.check(held, report.at(key));
    }
  };
}

/** Runs all of the checks on the same value. */
export const all =
  (...checks: readonly Check[]): Check =>
  (value, report) => {
    for (const check of checks) check(value, report);
  };

/** Runs a check only on objects: for rules between fields, where `object` has reported everything else. */
export const onRecord =
  (rule: (value: Readonly<Record<string, unknown>>, report: Report) => void): Check =>
  (value, report) => {
    if (isRecord(value)) rule(value, report);
  };
