import type pg from 'pg';
import { DAY_MS } from '#src/chain/durations.ts';
import type { TransactionIdentity } from '../transaction-scope.ts';
import { postgresCode } from './failures.ts';

/** Outcome of a transaction whose connection was lost during its commit. */
export type Outcome = 'committed' | 'aborted' | 'in progress';

/** The id is higher than any that the server has assigned since it crashed. */
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
 * Asks the server for the outcome. `pg_xact_status` only shows whether the transaction is still running. It does not
 * prove the outcome, because after a crash the server reuses ids that had not reached the disk, so another transaction
 * may have been committed with the same id. The token that the transaction wrote proves it.
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

/** Retention of tokens, ms: much longer than a connection that could ask for its token. */
const TOKEN_KEPT_MS = DAY_MS;

/** Deletes the tokens of connections that ended long ago. */
export async function deleteOldTokens(pool: pg.Pool): Promise<void> {
  await pool.query(
    'delete from transaction_tokens where used_at < extract(epoch from clock_timestamp())::float8 * 1000 - $1',
    [TOKEN_KEPT_MS],
  );
}
