import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '#src/store/database/database.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { moveDatabase } from '#src/store/move/move.ts';
import { MOVED_TABLES } from '#src/store/move/tables.ts';
import { createStore } from '#src/store/open.ts';
import { silentLog } from '../../support/silent-log.ts';
import { dumpOf, type IdNumbers } from '../database/dump.ts';
import { fillStore } from './fill-store.ts';

const NOW = 5_000_000.25;
export const now = () => NOW;
/** As they are. */
const IDS: IdNumbers = { learn: () => undefined, numberOf: (_table, id) => id, idOf: (_table, id) => id };

const inCamelCase = (name: string) =>
  name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());

async function rowsOf(database: Database) {
  const dump = await dumpOf(database, IDS);
  return Object.fromEntries(MOVED_TABLES.map(inCamelCase).map((table) => [table, dump[table]]));
}

/** An SQLite database with something in every table, and what it has. */
export async function filledSource(sales?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'gavel-move-'));
  const url = `sqlite:${join(folder, 'gavel.db')}`;
  await using database = await openSqliteDatabase({ databaseUrl: url, log: silentLog, now });
  await fillStore(createStore(database), sales);
  return {
    url,
    rows: await rowsOf(database),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Without a word. */
export const move = (from: string, to: string) =>
  moveDatabase({ from, to, log: silentLog, now, onProgress: () => undefined });

/** The rows of a PostgreSQL database. */
export async function rowsIn(url: string) {
  await using database = await openPostgresDatabase({ databaseUrl: url, log: silentLog, now });
  return await rowsOf(database);
}
