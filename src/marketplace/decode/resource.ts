import { z } from 'zod';
import type { OwnCoin } from '../own-coin.ts';
import { withInner } from './lenient.ts';
import { isRecord, type JsonRecord } from './record.ts';

/** Why a record is left out, as the end of a sentence. */
export class LeftOut {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** What reads a record as `T`. */
export type Schema<T = unknown> = z.ZodType<T>;

/** What the schemas of resources with times and prices need. */
export interface ReadContext {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly ownCoin: Pick<OwnCoin, 'isOwn'>;
}

/** A type with everything in it read-only. */
export type ReadOnly<T> = { readonly [K in keyof T]: ReadOnly<T[K]> };

/**
 * The schema of a resource: reads the fields of a record, each leniently, and makes the resource of them.
 * @param make also gets the record, for fields that are not documented
 */
export function resource<Fields extends z.ZodObject, T>(
  fields: Fields,
  make: (read: z.output<Fields>, record: JsonRecord) => T | LeftOut,
) {
  const schema = z.unknown().transform((record, context): T => {
    const { data } = fields.safeParse(record);
    const made = data === undefined || !isRecord(record) ? new LeftOut('is no object') : make(data, record);
    if (!(made instanceof LeftOut)) return made;
    context.addIssue(made.reason);
    return z.NEVER;
  });
  return withInner(schema, { kind: 'resource', of: fields });
}
