import type pg from 'pg';
import { DAY_MS } from '#src/chain/durations.ts';
import type { TransactionIdentity } from '../transaction-scope.ts';
import { postgresCode } from './failures.ts';

/** What became of a transaction whose connection was lost while it was committed. */
export type Outcome = 'committed' | 'aborted' | 'in progress';

/** The id is higher than any that the server has given since it crashed. */
const FROM_BEFORE_A_CRASH = '22023';

async function isInProgress(pool: pg.Pool, transactionId: string): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status',
      [transactionId],
    );
    return rows[0]?.status === 'in progress';
  } catch (error) {
    if (postgresCode(error) === FROM_BEFORE_A_CRASH) return false;
    throw error;
  }
}

/**
 * Asks the server. `pg_xact_status` says whether it still works on the transaction, but not what became of it: after a
 * crash the server gives ids again that it had given before and of which nothing had reached the disk, so another
 * transaction may have been committed under this one's id. The token that the transaction wrote says it.
 */
export async function outcomeOf(
  pool: pg.Pool,
  { transactionId, connection, token }: TransactionIdentity,
): Promise<Outcome> {
  if (await isInProgress(pool, transactionId)) return 'in progress';
  const { rowCount } = await pool.query(
    'select 1 from transaction_tokens where connection = $1 and token = $2',
    [connection, token],
  );
  return rowCount === 1 ? 'committed' : 'aborted';
}

/** Long after any connection that could ask for its token has ended, ms. */
const TOKEN_KEPT_MS = DAY_MS;

/** Deletes the tokens of connections that ended long ago. */
export async function deleteOldTokens(pool: pg.Pool): Promise<void> {
  await pool.query(
    'delete from transaction_tokens where used_at < extract(epoch from clock_timestamp())::float8 * 1000 - $1',
    [TOKEN_KEPT_MS],
  );
}
