import pg from 'pg';
import type { Logger } from 'pino';
import { BOT_CONNECTION, type PostgresLimits } from './limits.ts';
import type { PostgresAddress } from './url.ts';

const { Pool, types } = pg;

const IDLE_MS = 30_000;

/**
 * Parses these types to numbers. Counts and ids are `bigint`, which pg returns as text because it may exceed 2^53; the
 * bot's values never do. Their sums are `numeric`. Amounts are text, so no larger value has either type.
 */
const NUMBERS: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC];

/** Creates a connection pool for a PostgreSQL database. It connects when the first connection is needed. */
export function createPool(address: PostgresAddress, limits: PostgresLimits, log: Logger): pg.Pool {
  const { host, port, user, password, database, ssl, stream, label } = address;
  const pool = new Pool({
    host,
    port,
    user,
    password,
    database,
    ssl,
    stream,
    application_name: BOT_CONNECTION,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: limits.statementMs,
    query_timeout: limits.answerMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        NUMBERS.includes(id) ? Number : types.getTypeParser(id, format),
    },
  });
  // Without a listener, the loss of an idle connection would end the process. The error has the whole client as a
  // property, so only its message is logged.
  pool.on('error', ({ message }) =>
    log.warn({ reason: message, database: label }, 'database connection lost'),
  );
  // The pool listens to idle connections; this listens to those in use, whose statement fails with the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
