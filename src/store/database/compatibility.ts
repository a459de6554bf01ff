import { type Kysely, sql } from 'kysely';
import type { DialectName } from './database.ts';
import { columnTypes } from './migrations/column-types.ts';

/* The database records which program versions may use it: those that know at least a certain number of migrations. This
lets a program of the previous version continue after a newer one has migrated the database. Without this record,
programs that know fewer migrations must not use it. */

/**
 * Records the oldest compatible program. Call it in each migration.
 * @param oldestProgram the number of migrations that a program must know
 */
export async function recordOldestProgram(
  db: Kysely<unknown>,
  dialect: DialectName,
  oldestProgram: number,
): Promise<void> {
  const { integer, end } = columnTypes(dialect);
  await sql
    .raw(
      `create table if not exists schema_compatibility (
         id ${integer} primary key check (id = 1),
         oldest_program ${integer} not null
       ) ${end}`,
    )
    .execute(db);
  await sql`
    insert into schema_compatibility (id, oldest_program) values (1, ${oldestProgram})
    on conflict (id) do update set oldest_program = excluded.oldest_program`.execute(db);
}

/** Reads how many migrations a program must know to use the database; `null` without a record. */
export async function readOldestProgram(
  db: Pick<Kysely<unknown>, 'getExecutor'>,
  dialect: DialectName,
): Promise<number | null> {
  const found =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = 'schema_compatibility'`
      : sql`select 1 where to_regclass('schema_compatibility') is not null`;
  if ((await found.execute(db)).rows.length === 0) return null;
  const { rows } = await sql<{ oldestProgram: number }>`
    select oldest_program from schema_compatibility`.execute(db);
  return rows[0]?.oldestProgram ?? null;
}
