import Database from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseEdge } from '../../support/database-edge.ts';

/** How a call of a database fails. */
export type FailureKind = 'refused' | 'lost before' | 'lost after';

/** SQLite is no connection that could be lost. */
export const FAILURES: Readonly<Record<'sqlite' | 'postgres', readonly FailureKind[]>> = {
  sqlite: ['refused'],
  postgres: ['refused', 'lost before', 'lost after'],
};

function cutConnection(client: pg.Client): void {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : null;
  if (
    typeof stream !== 'object' ||
    stream === null ||
    !('destroy' in stream) ||
    typeof stream.destroy !== 'function'
  )
    throw new Error('The connection has no stream.');
  Reflect.apply(stream.destroy, stream, []);
}

/** An edge at which one call fails, and how many there were. */
export interface FailingEdge {
  readonly edge: DatabaseEdge;
  /** From now on calls are counted, and the `nth` fails: 1 is the next one. */
  arm(nth: number): void;
  readonly hasFailed: boolean;
}

/** @param kind `refused`: an error without effect; `lost before`, `lost after`: the connection ends before the server has the statement, or after it ran */
export function createFailingEdge(dialect: 'sqlite' | 'postgres', kind: FailureKind): FailingEdge {
  let left = Number.POSITIVE_INFINITY;
  let hasFailed = false;

  function isTheOne(): boolean {
    left -= 1;
    if (left !== 0) return false;
    hasFailed = true;
    return true;
  }

  const refuse = (): void => {
    if (!isTheOne()) return;
    if (dialect === 'sqlite') throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    const error = new pg.DatabaseError('could not extend file: No space left on device', 0, 'error');
    error.code = '53100';
    throw error;
  };

  const lose: DatabaseEdge['around'] = async (_given, client, run) => {
    if (!isTheOne()) return run();
    if (kind === 'lost before') {
      cutConnection(client);
      return run();
    }
    await run();
    cutConnection(client);
    // As the driver says it of a statement whose answer does not come.
    throw new Error('Connection terminated unexpectedly');
  };

  return {
    edge: kind === 'refused' ? { before: refuse } : { around: lose },
    arm(nth) {
      left = nth;
      hasFailed = false;
    },
    get hasFailed() {
      return hasFailed;
    },
  };
}
