import { hexOf } from '../random/hex.ts';
import { createRandom, pick } from '../random/random.ts';
import { isRecord } from './record.ts';
import type { FaultSpec } from './spec.ts';

type Chosen = NonNullable<FaultSpec['nulls']>;

/** Values of every JSON type. */
const VALUES: readonly unknown[] = ['text', 42, true, [], {}, -1.5, 'not-a-date', [null]];

/** `nulls`, `missing` and `wrongTypes` on one record. A record is changed in the same way in every answer. */
export function corruptedRecord(record: unknown, spec: FaultSpec): unknown {
  if (!isRecord(record)) return record;
  // What a record says of a collection changes with its market.
  const { address } = record;
  const identity = typeof address === 'string' ? address : JSON.stringify(record);
  const seed = `${spec.seed ?? 1}:${hexOf(identity, 32)}`;
  const drawn = (what: string, field: string, chosen: Chosen | undefined): boolean => {
    if (chosen === undefined || chosen.fields?.includes(field) === false) return false;
    return createRandom(`${seed}:${what}:${field}`).chance(chosen.share);
  };
  return Object.fromEntries(
    Object.entries(record)
      .filter(([field]) => !drawn('missing', field, spec.missing))
      .map(([field, value]) => {
        if (drawn('nulls', field, spec.nulls)) return [field, null];
        if (!drawn('wrongTypes', field, spec.wrongTypes)) return [field, value];
        const others = VALUES.filter((other) => typeOf(other) !== typeOf(value));
        return [field, pick(createRandom(`${seed}:${field}`), others)];
      }),
  );
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null && 'rawJSON' in value ? 'number' : typeof value;
}
