import { isRecord } from '../record.ts';
import type { Fields, Kind } from './documented-fields.ts';

/** How records differ from their document. */
export interface Comparison {
  /** A line for each documented field that is missing or of another type. */
  readonly differences: readonly string[];
  /** Documented fields that no record has. */
  readonly missing: readonly string[];
  /** Fields that the document does not have. */
  readonly extra: readonly string[];
}

type Unsuffixed<K extends string> = K extends `${infer Name}?` ? Name : K;

const CHECKS: Readonly<Record<Unsuffixed<Kind>, { holds: (value: unknown) => boolean; means: string }>> = {
  text: { holds: (value) => typeof value === 'string', means: 'a text' },
  'text or number': {
    holds: (value) => typeof value === 'string' || typeof value === 'number',
    means: 'a text or a number',
  },
  integer: { holds: Number.isInteger, means: 'a whole number' },
  number: { holds: Number.isFinite, means: 'a number' },
  boolean: { holds: (value) => typeof value === 'boolean', means: 'true or false' },
  amount: {
    holds: (value) => typeof value === 'string' && /^\d+$/.test(value),
    means: 'an amount in decimal digits, as a text',
  },
  time: {
    holds: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value),
    means: 'a time in ISO 8601',
  },
  // Thirteen digits are milliseconds.
  seconds: {
    holds: (value) => Number.isInteger(value) && Number(value) < 1e11,
    means: 'a time in Unix seconds',
  },
  list: { holds: Array.isArray, means: 'a list' },
  object: { holds: isRecord, means: 'an object' },
  anything: { holds: () => true, means: 'anything' },
};

/** The document calls this field after the service that it leads to, whose own name live answers have. */
const ALSO_CALLED: Readonly<Record<string, string>> = { 'the service': 'discord' };
const LONGEST_SAMPLE = 40;

function sampleOf(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST_SAMPLE ? `${text.slice(0, LONGEST_SAMPLE)}…` : text;
}

function checkOf(kind: Kind): { check: (typeof CHECKS)[Unsuffixed<Kind>]; optional: boolean } {
  const optional = kind.endsWith('?');
  const name = kind.replace('?', '');
  const found = Object.entries(CHECKS).find(([known]) => known === name)?.[1] ?? CHECKS.anything;
  return { check: found, optional };
}

function valueOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return record[name] ?? record[ALSO_CALLED[name] ?? name];
}

/**
 * Compares records with the fields that the document gives them. A field counts as missing when no record has it: most may
 * be empty in some.
 * @param where what stands before a field's name, such as `stats.`
 */
export function compare(records: readonly unknown[], fields: Fields, where = ''): Comparison {
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
      missing.push(`${where}${name}`);
      differences.push(`${where}${name}: missing (documented as ${check.means})`);
      continue;
    }
    const others = values.filter((value) => !check.holds(value));
    if (others.length > 0)
      differences.push(
        `${where}${name}: documented as ${check.means}, but is ${sampleOf(others[0])}${others.length < known.length ? ` in ${others.length} of ${known.length}` : ''}`,
      );
  }
  const documented = new Set([
    ...Object.keys(fields),
    ...Object.keys(fields).flatMap((name) => ALSO_CALLED[name] ?? []),
  ]);
  const extra = [...new Set(known.flatMap(Object.keys))].filter((name) => !documented.has(name));
  return { differences, missing, extra };
}
