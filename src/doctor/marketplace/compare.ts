import { isRecord } from '../record.ts';
import type { Fields, Kind } from './documented-fields.ts';

/** How records differ from the document. */
export interface Comparison {
  /** A line for each documented field that is missing or of another type. */
  readonly differences: readonly string[];
  /** Documented fields that are in no record. */
  readonly missing: readonly string[];
  /** Undocumented fields. */
  readonly extra: readonly string[];
}

type Unsuffixed<K extends string> = K extends `${infer Name}?` ? Name : K;

const CHECKS: Readonly<
  Record<Unsuffixed<Kind>, { matches: (value: unknown) => boolean; documentedAs: string }>
> = {
  text: { matches: (value) => typeof value === 'string', documentedAs: 'a text' },
  'text or number': {
    matches: (value) => typeof value === 'string' || typeof value === 'number',
    documentedAs: 'a text or a number',
  },
  integer: { matches: Number.isInteger, documentedAs: 'a whole number' },
  number: { matches: Number.isFinite, documentedAs: 'a number' },
  boolean: { matches: (value) => typeof value === 'boolean', documentedAs: 'true or false' },
  amount: {
    matches: (value) => typeof value === 'string' && /^\d+$/.test(value),
    documentedAs: 'an amount in decimal digits, as a text',
  },
  time: {
    matches: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value),
    documentedAs: 'a time in ISO 8601',
  },
  // Thirteen digits would be milliseconds.
  seconds: {
    matches: (value) => Number.isInteger(value) && Number(value) < 1e11,
    documentedAs: 'a time in Unix seconds',
  },
  list: { matches: Array.isArray, documentedAs: 'a list' },
  object: { matches: isRecord, documentedAs: 'an object' },
  anything: { matches: () => true, documentedAs: 'anything' },
};

/** The documentation has a placeholder for the service's name; real answers contain the name. */
const ALIASES: Readonly<Record<string, string>> = { 'the service': 'discord' };
const MAX_SAMPLE_LENGTH = 40;

function sampleOf(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH)}…` : text;
}

function checkOf(kind: Kind): { check: (typeof CHECKS)[Unsuffixed<Kind>]; optional: boolean } {
  const optional = kind.endsWith('?');
  const name = kind.replace('?', '');
  const found = Object.entries(CHECKS).find(([known]) => known === name)?.[1] ?? CHECKS.anything;
  return { check: found, optional };
}

function valueOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return record[name] ?? record[ALIASES[name] ?? name];
}

/**
 * Compares records with the documented fields. A field counts as missing if no record has it, because most fields may
 * be empty in single records.
 * @param prefix prefix of the fields' names, such as `stats.`
 */
export function compare(records: readonly unknown[], fields: Fields, prefix = ''): Comparison {
  const known = records.filter(isRecord);
  const missing: string[] = [];
  const differences: string[] = [];
  if (known.length === 0) return { differences, missing, extra: [] };
  for (const [name, kind] of Object.entries(fields)) {
    const { check, optional } = checkOf(kind);
    const values = known
      .map((record) => valueOf(record, name))
      .filter((value) => value !== undefined && value !== null);
    if (values.length === 0) {
      if (optional) continue;
      missing.push(`${prefix}${name}`);
      differences.push(`${prefix}${name}: missing (documented as ${check.documentedAs})`);
      continue;
    }
    const others = values.filter((value) => !check.matches(value));
    if (others.length > 0)
      differences.push(
        `${prefix}${name}: documented as ${check.documentedAs}, but is ${sampleOf(others[0])}${others.length < known.length ? ` in ${others.length} of ${known.length}` : ''}`,
      );
  }
  const documented = new Set([
    ...Object.keys(fields),
    ...Object.keys(fields).flatMap((name) => ALIASES[name] ?? []),
  ]);
  const extra = [...new Set(known.flatMap(Object.keys))].filter((name) => !documented.has(name));
  return { differences, missing, extra };
}
