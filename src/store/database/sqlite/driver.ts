import type { Database } from 'better-sqlite3';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type { EventLoopTurns } from '../event-loop-turn.ts';
import { withoutNul } from '../parameters.ts';
import type { TransactionScopes } from '../transaction-scope.ts';
import { createStatementCache } from './statements.ts';

/** A transaction yields to the rest of the process after this time, ms. */
const MAX_HELD_MS = 20;

/**
 * The only connection. Kysely's own SQLite driver begins transactions with `begin`, which may fail at the first write;
 * it prepares every statement again, and never yields to the event loop, because its promises are settled immediately.
 */
class SqliteConnection implements DatabaseConnection {
  readonly #db: Database;
  readonly #prepare: ReturnType<typeof createStatementCache>;
  readonly #scopes: TransactionScopes;
  readonly #turns: EventLoopTurns;

  constructor(db: Database, scopes: TransactionScopes, turns: EventLoopTurns) {
    this.#db = db;
    this.#prepare = createStatementCache(db);
    this.#scopes = scopes;
    this.#turns = turns;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#scopes.statement(async () => {
      if (this.#turns.heldMs() > MAX_HELD_MS) await this.#turns.giveWay();
      return this.#run<R>(query);
    });
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Results are not streamed: a stream would hold the only connection.');
  }

  get isInTransaction(): boolean {
    return this.#db.inTransaction;
  }

  execute(sql: 'begin' | 'begin immediate' | 'commit' | 'rollback'): void {
    this.#prepare(sql).statement.run();
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, booleanColumns } = this.#prepare(sql);
    if (!statement.readonly && this.#scopes.current().isReadOnly)
      throw new Error('A read cannot write to the database.');
    const values = parameters.map((value) =>
      typeof value === 'boolean' ? Number(value) : withoutNul(value),
    );
    if (!statement.reader) {
      const { changes } = statement.run(...values);
      return { numAffectedRows: BigInt(changes), rows: [] };
    }
    const rows = statement.all(...values);
    for (const row of rows) {
      for (const column of booleanColumns) if (row[column] !== null) row[column] = row[column] === 1;
    }
    // Kysely knows the row type from the query.
    return { rows: rows as R[] };
  }
}

/** Runs Kysely on a better-sqlite3 database, which the caller closes. */
export function createSqliteDriver(
  db: Database,
  {
    scopes,
    turns,
    now,
  }: { readonly scopes: TransactionScopes; readonly turns: EventLoopTurns; readonly now: () => number },
): Driver {
  const connection = new SqliteConnection(db, scopes, turns);

  return {
    async init() {},
    acquireConnection: async () => connection,
    async beginTransaction() {
      const scope = scopes.current();
      // Take the write lock at the start, because a transaction that reads first might not get it later.
      connection.execute(scope.isReadOnly ? 'begin' : 'begin immediate');
      scope.beganAt = now();
    },
    async commitTransaction() {
      connection.execute('commit');
    },
    async rollbackTransaction() {
      // SQLite ends some failed transactions itself, for example if the disk is full.
      if (connection.isInTransaction) connection.execute('rollback');
    },
    async releaseConnection() {},
    async destroy() {},
  };
}
