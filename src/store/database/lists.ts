import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Queries } from './database.ts';

/** Maximum rows or values in one statement: below both databases' limits for parameters, for any number of columns. */
const MAX_IN_STATEMENT = 500;

/** Yields the items in order, in chunks that fit into one statement. Yields nothing for no items. */
export function* inChunks<T>(items: readonly T[], size = MAX_IN_STATEMENT): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/**
 * Writes a text as a literal into the statement. SQLite uses a partial index (`where state = 'pending'`) only for
 * statements that contain its condition literally. Such conditions are therefore written with literals instead of
 * parameters, and conditions on booleans as `eb.ref('isUrgent')`.
 */
export const literal = <T extends string>(text: T): RawBuilder<T> => sql.lit(text);

/**
 * Returns whether the column has one of the values of a list. The list is a single parameter, so that the statement's
 * text does not depend on its length.
 * @param list made by `listParameter`
 */
export function isAmong(
  queries: Queries,
  column: Expression<unknown>,
  list: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return dialectOf(queries) === 'sqlite'
    ? sql<SqlBool>`${column} in (select value from json_each(${list}))`
    : sql<SqlBool>`${column} = any(${list})`;
}

/** Converts texts or ids to the parameter for `isAmong`. */
export const listParameter = (queries: Queries, values: readonly (string | number)[]): unknown =>
  dialectOf(queries) === 'sqlite' ? JSON.stringify(values) : values;
