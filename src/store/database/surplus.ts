import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

type TableWithIds = {
  [Table in keyof Tables]: 'id' extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

/**
 * Returns the highest id that is not among the newest rows; `null` if there are no more rows. Reads only these rows.
 */
export const idBeyond = (
  table: TableWithIds,
  newest: number | RawBuilder<number>,
): RawBuilder<number | null> =>
  sql<number | null>`(select id from ${sql.table(table)} order by id desc limit 1 offset ${newest})`;

/**
 * Returns the same for a table that seldom has more rows. Usually the range of ids is smaller than the limit, which is
 * cheaper to check than counting rows.
 */
export const idBeyondIfMany = (
  table: TableWithIds,
  newest: number | RawBuilder<number>,
): RawBuilder<number | null> =>
  sql<
    number | null
  >`case when (select max(id) from ${sql.table(table)}) - (select min(id) from ${sql.table(table)}) >= ${newest}
    then ${idBeyond(table, newest)} end`;
