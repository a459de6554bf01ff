import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { GavelError } from '#src/chain/errors.ts';
import { toJson } from '#src/chain/json.ts';

/** A type of JSON in text columns. */
export interface JsonColumn<T> {
  /**
   * Parses the text. Throws GavelError STORE_UNUSABLE if it does not match the schema, because only this program writes
   * rows.
   */
  read(text: string): T;
  write(value: T): string;
}

/**
 * Defines a text column with JSON of this schema. Values are written unchanged, so the schema must accept the result of
 * `JSON.stringify`, with decimal strings for bigints.
 * @param what the kind of value, for the error message
 */
export function jsonColumn<T>(what: string, schema: z.ZodType<T>): JsonColumn<T> {
  const unreadable = (cause: unknown) =>
    new GavelError('STORE_UNUSABLE', `The database contains ${what} that cannot be read.`, { cause });

  function parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw unreadable(error);
    }
  }

  return {
    read(text) {
      const result = schema.safeParse(parse(text));
      if (result.success) return result.data;
      throw unreadable(result.error);
    },
    write: toJson,
  };
}

/**
 * Defines such a column with a version number in the text. A change of the schema increases it, and a migration
 * converts the rows.
 */
export function versionedJson<T>(what: string, version: number, schema: z.ZodType<T>): JsonColumn<T> {
  const column = jsonColumn(what, z.object({ version: z.literal(version), value: schema }));
  return {
    read: (text) => column.read(text).value,
    write: (value) => column.write({ version, value }),
  };
}

/**
 * Adds a cache to the column, so that recently read texts give the same object. Readers must not change it.
 * @param limits how many texts are cached, and their total number of characters
 */
export function remembering<T extends object>(
  column: JsonColumn<T>,
  limits: { readonly texts: number; readonly characters: number },
): JsonColumn<T> {
  const values = new LRUCache<string, T>({
    max: limits.texts,
    maxSize: limits.characters,
    sizeCalculation: (_, text) => text.length,
  });
  return {
    read(text) {
      const known = values.get(text);
      if (known !== undefined) return known;
      const value = column.read(text);
      values.set(text, value);
      return value;
    },
    write: (value) => column.write(value),
  };
}

/** A column with a list of texts, such as role ids. */
export const textList: JsonColumn<readonly string[]> = jsonColumn('a list of texts', z.array(z.string()));
