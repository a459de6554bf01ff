import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Queries } from './database.ts';

/** Rows or values in one statement: below the limits of both databases for parameters, whatever a row has. */
const MAX_IN_STATEMENT = 500;

/** The items in their order, as many at once as one statement takes. None for no items. */
export function* inChunks<T>(items: readonly T[], size = MAX_IN_STATEMENT): Iterable<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/**
 * A text that stands in the statement itself. SQLite uses a partial index (`where state = 'pending'`) only for
 * statements that have the condition of the index word by word; so these conditions are written with literals, not with
 * parameters, and those on booleans as `eb.ref('isUrgent')`.
 */
export const literal = <T extends string>(text: T): RawBuilder<T> => sql.lit(text);

/**
 * Whether the column has one of the values of a list, with one parameter for the whole list: the text of the statement
 * is the same for every length.
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

/** Texts or ids as the parameter that `isAmong` takes. */
export const listParameter = (queries: Queries, values: readonly (string | number)[]): unknown =>
  dialectOf(queries) === 'sqlite' ? JSON.stringify(values) : values;
