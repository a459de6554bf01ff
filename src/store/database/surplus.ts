import { type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

type TableWithIds = {
  [Table in keyof Tables]: 'id' extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

/**
 * The highest id that is not among those of the newest rows; `null` where there are no more rows. Reads no others but
 * these.
 */
export const idBeyond = (
  table: TableWithIds,
  newest: number | RawBuilder<number>,
): RawBuilder<number | null> =>
  sql<number | null>`(select id from ${sql.table(table)} order by id desc limit 1 offset ${newest})`;

/**
 * The same for a table that seldom has more rows: mostly there are fewer ids, which costs less to find out than
 * counting the rows.
 */
export const idBeyondIfMany = (
  table: TableWithIds,
  newest: number | RawBuilder<number>,
): RawBuilder<number | null> =>
  sql<
    number | null
  >`case when (select max(id) from ${sql.table(table)}) - (select min(id) from ${sql.table(table)}) >= ${newest}
    then ${idBeyond(table, newest)} end`;
