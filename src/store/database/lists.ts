import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './adapters.ts';
import type { Queries } from './database.ts';

/**
 * Whether the column has one of the values of a list, with one parameter for the whole list: the text of the statement is the same
 * for every length.
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
