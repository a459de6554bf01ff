import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type pg from 'pg';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#src/chain/durations.ts';
import { GavelError } from '#src/chain/errors.ts';
import { isConnectionLost, postgresFailure } from '../database/postgres/failures.ts';
import { POSTGRES_LIMITS, type PostgresLimits } from '../database/postgres/limits.ts';
import { openPostgresDatabase } from '../database/postgres/open.ts';
import { createPool } from '../database/postgres/pool.ts';
import { parsePostgresUrl } from '../database/postgres/url.ts';
import { openSqliteDatabase } from '../database/sqlite/open.ts';
import { finishRestore } from '../restoration.ts';
import { type MoveMark, markAsMoved, moveMarkOf, removeMoveMark } from './mark.ts';
import { EMPTY_SUM, isSameSum, type TableSum, type Value, withRow } from './rows.ts';
import { describeTable, rowsOf, type SourceTable } from './source.ts';
import { MOVED_TABLES } from './tables.ts';
import {
  insertRows,
  lockTables,
  moveIdOf,
  requireEmpty,
  requireUnused,
  setSequence,
  sumOf,
} from './target.ts';

/** Result of a move. */
export interface Moved {
  /** Labels of the file, and of the other database without its password. */
  readonly from: string;
  readonly to: string;
  /** Rows per table; `null` if an earlier, interrupted move had already completed. */
  readonly rows: ReadonlyMap<string, number> | null;
}

/** Progress of a move. */
export interface MoveProgress {
  readonly stage: 'copied' | 'verified';
  /** Rows of all tables. */
  readonly done: number;
  readonly all: number;
}

export interface MoveOptions {
  /** `sqlite:…` */
  readonly from: string;
  /** `postgres://…` */
  readonly to: string;
  readonly log: Logger;
  /** Epoch ms. */
  readonly now: () => number;
  readonly onProgress: (progress: MoveProgress) => void;
}

/** A large table takes longer than any statement of the bot. */
const LIMITS: PostgresLimits = {
  ...POSTGRES_LIMITS,
  connections: 1,
  statementMs: 10 * MINUTE_MS,
  answerMs: 11 * MINUTE_MS,
  idleInTransactionMs: 10 * MINUTE_MS,
};

/** Rows in one statement, and their approximate number of characters. */
const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 4_000_000;

const sizeOf = (values: readonly Value[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

/** Copies a table. Resolves to a sum of the rows that were read. */
async function copyTable(
  db: Database,
  client: pg.ClientBase,
  table: SourceTable,
  onRows: (count: number) => void,
): Promise<TableSum> {
  let sum = EMPTY_SUM;
  let chunk: (readonly Value[])[] = [];
  let size = 0;
  async function insert(): Promise<void> {
    if (chunk.length === 0) return;
    await insertRows(client, table, chunk);
    onRows(chunk.length);
    chunk = [];
    size = 0;
  }
  for (const values of rowsOf(db, table)) {
    sum = withRow(sum, values);
    chunk.push(values);
    size += sizeOf(values);
    if (chunk.length >= MAX_ROWS || size >= MAX_CHARACTERS) await insert();
  }
  await insert();
  await setSequence(client, table);
  return sum;
}

/** Copies all tables, and reads them back. Throws GavelError STORE_UNUSABLE if the result differs. */
async function copyAll(
  db: Database,
  client: pg.ClientBase,
  onProgress: MoveOptions['onProgress'],
): Promise<ReadonlyMap<string, number>> {
  const tables = MOVED_TABLES.map((name) => describeTable(db, name));
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  const sums = new Map<string, TableSum>();
  let done = 0;
  const count = (stage: MoveProgress['stage']) => (rows: number) => {
    done += rows;
    onProgress({ stage, done, all });
  };
  for (const table of tables) sums.set(table.name, await copyTable(db, client, table, count('copied')));
  done = 0;
  for (const table of tables) {
    const written = await sumOf(client, table);
    if (!isSameSum(sums.get(table.name) ?? EMPTY_SUM, written)) {
      throw new GavelError(
        'STORE_UNUSABLE',
        `The table ${table.name} was not copied unchanged (${table.rows} rows, ${written.rows} arrived); nothing was moved.`,
      );
    }
    count('verified')(written.rows);
  }
  return new Map([...sums].map(([name, { rows }]) => [name, rows]));
}

/**
 * Copies the history, so that the new database records until when alerts unknown to it may have been posted, and which
 * move filled it.
 */
async function copyHistory(db: Database, client: pg.ClientBase, moveId: string): Promise<void> {
  const history = db
    .prepare<[], { readonly restored_at: number | null; readonly backed_up_at: number | null }>(
      'select restored_at, backed_up_at from database_history',
    )
    .get();
  await client.query(
    `insert into database_history (id, restored_at, backed_up_at, move_id) values (1, $1, $2, $3)
      on conflict (id) do update set restored_at = $1, backed_up_at = $2, move_id = $3`,
    [history?.restored_at ?? null, history?.backed_up_at ?? null, moveId],
  );
}

/** Commits. If it is known that nothing was committed, the file is in use again. */
async function commit(db: Database, client: pg.ClientBase, label: string): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    if (!isConnectionLost(error)) {
      removeMoveMark(db);
      throw error;
    }
    throw new GavelError(
      'STORE_UNUSABLE',
      `The connection to the database ${label} was lost at the end of the move; run the same move again, which finds out whether it is done.`,
      { cause: error },
    );
  }
}

/**
 * Moves the data in a single transaction of the new database, and marks the file before the commit. Wherever the move
 * is interrupted, a bot can start on one database, or on none until the move is run again.
 */
async function moveInto(
  client: pg.ClientBase,
  db: Database,
  label: string,
  { now, onProgress }: MoveOptions,
): Promise<ReadonlyMap<string, number> | null> {
  const known = moveMarkOf(db);
  if (known !== null && known.target !== label) {
    throw new GavelError(
      'CONFIG_INVALID',
      `The database was already moved, or almost moved, to ${known.target}; pass that one with --to.`,
    );
  }
  await client.query('begin');
  try {
    await lockTables(client, label);
    if (known !== null && (await moveIdOf(client)) === known.moveId) return null;
    await requireUnused(client, label);
    await requireEmpty(client, label);
    const mark: MoveMark = known ?? { moveId: randomUUID(), target: label, movedAt: now() };
    const rows = await copyAll(db, client, onProgress);
    await copyHistory(db, client, mark.moveId);
    if (known === null) markAsMoved(db, mark);
    await commit(db, client, label);
    return rows;
  } finally {
    // Has no effect after the commit. The original error is the one to report.
    await client.query('rollback').catch(() => undefined);
  }
}

/**
 * Copies an SQLite database into an empty PostgreSQL database, verifies the copy, and marks the file as moved, so that
 * no bot starts on it. May be run again after an interruption.
 *
 * Throws GavelError CONFIG_INVALID for other kinds of URL and for a database that is not empty, STORE_IN_USE while a
 * bot uses either database, and STORE_UNUSABLE if one of them cannot be read or written. Messages never contain a
 * password.
 */
export async function moveDatabase(options: MoveOptions): Promise<Moved> {
  const { from, to, log, now } = options;
  const address = parsePostgresUrl(to);
  const { label } = address;
  await using source = await openSqliteDatabase({ databaseUrl: from, log, now, acceptsMoved: true });
  const { db, label: file } = source.file;
  if (moveMarkOf(db) === null) await finishRestore(source, log);
  // Creates the tables.
  const migrated = await openPostgresDatabase({ databaseUrl: to, log });
  await migrated[Symbol.asyncDispose]();
  const pool = createPool(address, LIMITS, log);
  try {
    const client = await pool.connect();
    try {
      return { from: file, to: label, rows: await moveInto(client, db, label, options) };
    } finally {
      client.release(true);
    }
  } catch (error) {
    throw postgresFailure(error, label);
  } finally {
    await pool.end();
  }
}
