import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { GavelError } from '#src/chain/errors.ts';
import { postgresCode } from '../database/postgres/failures.ts';
import { BOT_CONNECTION } from '../database/postgres/limits.ts';
import { EMPTY_SUM, readValue, type TableSum, type Value, withRow } from './rows.ts';
import type { SourceTable } from './source.ts';
import { MOVED_TABLES } from './tables.ts';

const FETCHED_ROWS = 1_000;

const LOCK_TIMEOUT_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Prevents all other writes until the transaction ends.
 * @throws GavelError STORE_IN_USE if another program prevents that
 * @param label of the database
 */
export async function lockTables(client: pg.ClientBase, label: string): Promise<void> {
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await client.query(`lock table ${MOVED_TABLES.join(', ')} in exclusive mode`);
  } catch (error) {
    if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new GavelError(
      'STORE_IN_USE',
      `Another program, perhaps an interrupted move, is using the tables of the database ${label}; try again when it has ended.`,
      { cause: error },
    );
  }
}

/** Reads the id of the move that filled this database; `null` if none did. */
export async function moveIdOf(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ move_id: string | null }>('select move_id from database_history');
  return rows[0]?.move_id ?? null;
}

/** The server still lists a connection briefly after its client has closed it. */
const ENDING_WITHIN_MS = 2_000;
const LOOK_AGAIN_MS = 50;

async function othersConnected(client: pg.ClientBase): Promise<boolean> {
  // Within a transaction, the server repeats its first answer.
  await client.query('select pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and application_name = '${BOT_CONNECTION}' and pid <> pg_backend_pid()`,
  );
  return rowCount !== 0;
}

/**
 * @throws GavelError STORE_IN_USE if a bot is connected to the database
 * @param label of the database
 */
export async function requireUnused(client: pg.ClientBase, label: string): Promise<void> {
  for (let waited = 0; await othersConnected(client); waited += LOOK_AGAIN_MS) {
    if (waited >= ENDING_WITHIN_MS)
      throw new GavelError(
        'STORE_IN_USE',
        `Another Gavel is connected to the database ${label}; stop it first.`,
      );
    await delay(LOOK_AGAIN_MS);
  }
}

/**
 * @throws GavelError CONFIG_INVALID if any table has a row
 * @param label of the database
 */
export async function requireEmpty(client: pg.ClientBase, label: string): Promise<void> {
  for (const table of MOVED_TABLES) {
    const { rowCount } = await client.query(`select 1 from ${table} limit 1`);
    if (rowCount === 0) continue;
    throw new GavelError(
      'CONFIG_INVALID',
      `The database ${label} is not empty (there are rows in ${table}); move to a new database.`,
    );
  }
}

export async function insertRows(
  client: pg.ClientBase,
  { name, columns }: SourceTable,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const records = rows.map((values) =>
    Object.fromEntries(columns.map((column, index) => [column, values[index]])),
  );
  const list = columns.join(', ');
  await client.query(
    `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $1::json)`,
    [JSON.stringify(records)],
  );
}

/** Sets the sequence so that new rows get higher ids than any row ever had. */
export async function setSequence(client: pg.ClientBase, { name, lastId }: SourceTable): Promise<void> {
  if (lastId !== null && lastId > 0)
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [name, lastId]);
}

/** Reads the whole table back. */
export async function sumOf(client: pg.ClientBase, { name, columns }: SourceTable): Promise<TableSum> {
  await client.query(`declare moved_rows no scroll cursor for select ${columns.join(', ')} from ${name}`);
  let sum = EMPTY_SUM;
  for (;;) {
    const { rows } = await client.query<unknown[]>({
      text: `fetch ${FETCHED_ROWS} from moved_rows`,
      rowMode: 'array',
    });
    for (const values of rows) sum = withRow(sum, values.map(readValue));
    if (rows.length < FETCHED_ROWS) break;
  }
  await client.query('close moved_rows');
  return sum;
}
