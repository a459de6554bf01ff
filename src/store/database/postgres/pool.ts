import pg from 'pg';
import type { Logger } from 'pino';
import { BOT_CONNECTION } from './connection-names.ts';
import type { PostgresLimits } from './limits.ts';
import type { PostgresAddress } from './url.ts';

const { Pool, types } = pg;

const IDLE_MS = 30_000;

/**
 * Counts and ids are `bigint`, which pg returns as text because it may exceed 2^53; ours never do. Sums of these are
 * `numeric`. Amounts are texts, so nothing that may be larger is read as either.
 */
const NUMBERS: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC];

/** The connections to a PostgreSQL database. Connects when the first one is needed. */
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
  // Without a listener the end of a connection that nobody uses would end the process.
  // The error has the whole client as a property, so only its message is logged.
  pool.on('error', ({ message }) =>
    log.warn({ reason: message, database: label }, 'database connection lost'),
  );
  // The pool listens to connections in it; this listens to those in use, whose statement fails and says so.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
