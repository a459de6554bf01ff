import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { readValue, type Value } from './rows.ts';

const columnInfo = z.array(z.object({ name: z.string() }));

/** A table of the SQLite file, while no other process uses the file. */
export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The highest id that was ever assigned; `null` for a table without its own ids. */
  readonly lastId: number | null;
}

const BOOLEAN_COLUMN = /^is_/;

/** Reads the columns of the table, its number of rows and its last id. */
export function describeTable(db: Database, name: string): SourceTable {
  const columns = columnInfo.parse(db.pragma(`table_info(${name})`)).map((column) => column.name);
  const rows = z.number().parse(db.prepare(`select count(*) from ${name}`).pluck().get());
  const lastId = db.prepare('select seq from sqlite_sequence where name = ?').pluck().get(name);
  return { name, columns, rows, lastId: z.number().nullish().parse(lastId) ?? null };
}

/** Yields all rows, with booleans in columns that PostgreSQL declares as boolean. */
export function* rowsOf(db: Database, { name, columns }: SourceTable): Iterable<readonly Value[]> {
  const isBoolean = columns.map((column) => BOOLEAN_COLUMN.test(column));
  const select = db.prepare<[], unknown[]>(`select ${columns.join(', ')} from ${name}`).raw();
  for (const row of select.iterate()) {
    yield row.map((one, index) => {
      const read = readValue(one);
      return isBoolean[index] === true && read !== null ? read === 1 : read;
    });
  }
}
