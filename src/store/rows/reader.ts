import { z } from 'zod';
import { ALERT_KINDS } from '../../domain/alert-kind.ts';
import { GavelError } from '../../domain/errors.ts';

/** SQLite's 0 and 1. */
export const flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

/** A decimal text of any length. */
export const bigint = z
  .string()
  .regex(/^-?\d+$/)
  .transform((digits) => BigInt(digits));

export const address = z.templateLiteral(['0x', z.string()]);

export const alertKind = z.enum(ALERT_KINDS);

/** A text that is JSON; comes out parsed. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

/** As JSON text in which bigints are decimal strings. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
}

/**
 * Makes a reader of one kind of row. What it reads was written by this program, so a row that does not fit means a
 * damaged or foreign database: the reader throws GavelError STORE_UNUSABLE.
 */
export function reader<T>(what: string, schema: z.ZodType<T>): (row: unknown) => T {
  return (row) => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    throw new GavelError('STORE_UNUSABLE', `The database holds ${what} that cannot be read.`, {
      cause: result.error,
    });
  };
}

/** Reads a column of texts, such as channel ids. */
export const readText: (value: unknown) => string = reader('a text', z.string());

/** Reads a column of numbers, such as ids and counts. */
export const readNumber: (value: unknown) => number = reader('a number', z.number());
