import { z } from 'zod';
import { innerOf, MAX_ELEMENTS } from './lenient.ts';
import { isAbsent, isRecord } from './record.ts';

/** A value that is present in a record, and that its schema could not read. */
export interface Unread {
  /** Such as `bids[].amount`. */
  readonly path: string;
  readonly value: unknown;
}

const isReadable = (schema: z.core.$ZodType, value: unknown): boolean =>
  (z.safeParse(schema, value).data ?? null) !== null;

function* unreadElements(item: z.ZodType, elements: readonly unknown[], path: string): Iterable<Unread> {
  for (const element of elements.slice(0, MAX_ELEMENTS)) {
    if (!isReadable(item, element)) yield { path, value: element };
    yield* unreadFields(item, element, `${path}.`);
  }
}

function* unreadField(field: z.core.$ZodType, value: unknown, path: string): Iterable<Unread> {
  const inner = innerOf(field);
  if (isAbsent(value) || inner?.kind === 'fallback') return;
  if (!isReadable(field, value)) yield { path, value };
  else if (inner?.kind === 'part') yield* unreadFields(inner.of, value, `${path}.`);
  else if (inner?.kind === 'list' && Array.isArray(value))
    yield* unreadElements(inner.of, value, `${path}[]`);
}

function* unreadFields(schema: z.ZodType, record: unknown, prefix: string): Iterable<Unread> {
  const object = innerOf(schema)?.of ?? schema;
  if (!(object instanceof z.ZodObject) || !isRecord(record)) return;
  for (const [name, field] of Object.entries(object.shape)) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    yield* unreadField(field, value, `${prefix}${name}`);
  }
}

/**
 * The values of a record that the schema of its resource could not read, except absent ones (`isAbsent`) and fallbacks.
 */
export function findUnread(schema: z.ZodType, record: unknown): readonly Unread[] {
  return [...unreadFields(schema, record, '')];
}
