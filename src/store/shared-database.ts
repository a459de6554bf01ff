import type { Logger } from 'pino';
import { type ChangeStore, createChangeStore } from './changes.ts';
import type { Database } from './database/database.ts';
import { POSTGRES_LIMITS } from './database/postgres/limits.ts';
import { connectToPostgres } from './database/postgres/open.ts';
import { createPostgresWakeups } from './database/postgres/wakeups.ts';
import { createLeaseStore, type LeaseStore } from './leases.ts';
import { createProcessStore, type ProcessStore } from './processes.ts';
import type { Wakeups } from './wakeups.ts';

/** Connections with which several processes share a database. */
export interface SharedDatabase extends AsyncDisposable {
  readonly leases: LeaseStore;
  readonly processes: ProcessStore;
  readonly changes: ChangeStore;
  readonly wakeups: Wakeups;
}

/**
 * Creates these connections. Leases have a separate one, because renewals must not wait for other work, nor for a
 * half-open connection.
 * @param options.database the same database, for everything else; `lifeMs`: duration of a lease
 */
export function createSharedDatabase(options: {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly lifeMs: number;
  readonly log: Logger;
}): SharedDatabase {
  const { databaseUrl, database, lifeMs, log } = options;
  const thirdMs = Math.round(lifeMs / 3);
  const own = connectToPostgres({
    databaseUrl,
    log,
    limits: {
      ...POSTGRES_LIMITS,
      connections: 2,
      connectMs: thirdMs,
      // A takeover that waits for writes of the previous holder is retried; that holder's limits end them.
      statementMs: Math.round(0.8 * thirdMs),
      answerMs: thirdMs,
      idleInTransactionMs: thirdMs,
    },
    repeat: { conflicts: 3, unreachableMs: 0, longestWaitMs: 100 },
  });
  const wakeups = createPostgresWakeups({ databaseUrl, pool: own.pool, log });
  return {
    leases: createLeaseStore(own),
    processes: createProcessStore(own),
    changes: createChangeStore(database),
    wakeups,
    async [Symbol.asyncDispose]() {
      await wakeups[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}
