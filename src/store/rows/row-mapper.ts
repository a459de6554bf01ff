import { z } from 'zod';
import { TOPICS } from '../../alerts/topic.ts';
import { GavelError } from '../../chain/errors.ts';

/** A boolean as SQLite stores it: 0 or 1. */
export const flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

export const topic = z.enum(TOPICS);

/** JSON text, parsed. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

/** A JSON array of role ids. */
export const roleIds = json.pipe(z.array(z.string()));

/** As JSON text in which bigints are decimal strings. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}

/**
 * Creates a row mapper. All rows were written by this program, so one that does not match the schema means a damaged or
 * foreign database: the mapper throws GavelError STORE_UNUSABLE.
 * @param what the kind of row, for the error message
 */
export function rowMapper<T>(what: string, schema: z.ZodType<T>): (row: unknown) => T {
  return (row) => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    throw new GavelError('STORE_UNUSABLE', `The database contains ${what} that cannot be read.`, {
      cause: result.error,
    });
  };
}

/** Maps a text column, such as channel ids. */
export const readText: (value: unknown) => string = rowMapper('a text', z.string());

/** Maps a column of role ids. */
export const readRoleIds: (value: unknown) => readonly string[] = rowMapper('a list of roles', roleIds);

/** Maps a number column, such as ids and counts. */
export const readNumber: (value: unknown) => number = rowMapper('a number', z.number());
