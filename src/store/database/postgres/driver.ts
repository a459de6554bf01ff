import { randomUUID } from 'node:crypto';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type pg from 'pg';
import { withoutNul } from '../parameters.ts';
import type { TransactionScope, TransactionScopes } from '../transaction-scope.ts';
import { isConnectionLost, postgresCode } from './failures.ts';
import { createStatementNames, type StatementNames } from './statement-names.ts';

const CLOCK = 'floor(extract(epoch from clock_timestamp())::float8 * 1000)';

/** Begins in one round trip, because a statement without parameters may be several. */
const BEGIN_READ = `start transaction isolation level repeatable read, read only; select ${CLOCK} as began_at, null as id`;
const BEGIN_MIGRATION = `start transaction; select ${CLOCK} as began_at, null as id`;

/**
 * Begins a writing transaction. The token is written first, so that it exists if and only if the rest does. A read-only
 * default is respected unless the scope overrides it: writes after a provider has begun to move the database may be
 * missing at the destination.
 */
const beginWrite = ({ connection, token }: TokenSource, mode: '' | ', read write'): string => `
  start transaction isolation level read committed${mode};
  insert into transaction_tokens (connection, token, used_at) values ('${connection}', ${token}, ${CLOCK})
    on conflict (connection) do update set token = excluded.token, used_at = excluded.used_at;
  select ${CLOCK} as began_at, pg_current_xact_id()::text as id`;

/** Creates a unique token for every transaction of a connection. */
interface TokenSource {
  readonly connection: string;
  token: number;
}

interface Begun {
  readonly began_at: number;
  readonly id: string | null;
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #scopes: TransactionScopes;
  readonly #now: (() => number) | undefined;
  readonly #tokens: TokenSource;
  readonly #names: StatementNames;
  /** A lost connection is closed instead of reused. */
  #isLost = false;

  constructor(
    client: pg.PoolClient,
    scopes: TransactionScopes,
    {
      tokens,
      names,
      now,
    }: {
      readonly tokens: TokenSource;
      readonly names: StatementNames;
      readonly now: (() => number) | undefined;
    },
  ) {
    this.#names = names;
    this.#client = client;
    this.#tokens = tokens;
    this.#scopes = scopes;
    this.#now = now;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#scopes.statement(async () => {
      const { command, rowCount, rows } = await this.#query(sql, parameters);
      if (command === 'SELECT') return { rows };
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    });
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Results are not streamed.');
  }

  begin(): Promise<void> {
    return this.#scopes.statement(async () => {
      const scope = this.#scopes.current();
      try {
        // Several statements have several results, which the types do not cover.
        const results: unknown = await this.#query(this.#beginning(scope));
        const begun = (results as readonly pg.QueryResult<Begun>[]).at(-1)?.rows[0];
        if (begun === undefined) throw new Error('The server did not report when the transaction began.');
        scope.beganAt = this.#now?.() ?? begun.began_at;
        const { connection, token } = this.#tokens;
        scope.identity = begun.id === null ? null : { transactionId: begun.id, connection, token };
      } catch (error) {
        // Kysely does not roll back a transaction that failed to begin, and it is unknown which statement failed.
        this.#isLost = true;
        throw error;
      }
    });
  }

  #beginning({ isReadOnly, mayWait, overridesReadOnly }: TransactionScope): string {
    if (isReadOnly) return BEGIN_READ;
    // The table of tokens may itself be created by this transaction.
    if (mayWait) return BEGIN_MIGRATION;
    this.#tokens.token += 1;
    return beginWrite(this.#tokens, overridesReadOnly ? ', read write' : '');
  }

  commit(): Promise<void> {
    return this.#scopes.statement(async () => {
      this.#scopes.current().isCommitSent = true;
      const { command } = await this.#query('commit');
      // The server answers like this if an error of a statement was ignored.
      if (command !== 'COMMIT')
        throw new Error('The transaction was rolled back because a statement of it had failed.');
    });
  }

  async rollback(): Promise<void> {
    if (this.#isLost) return;
    try {
      await this.#client.query('rollback');
    } catch {
      // The original error is the one to report; the server rolls back when the connection is closed.
      this.#isLost = true;
    }
  }

  release(): void {
    this.#client.release(this.#isLost);
  }

  async #query(sql: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
    // Without parameters it may be several statements, which cannot have a name.
    const name = parameters.length === 0 ? undefined : this.#names.nameOf(sql);
    const values = parameters.map(withoutNul);
    try {
      return await this.#client.query(
        name === undefined ? { text: sql, values } : { name, text: sql, values },
      );
    } catch (error) {
      if (this.#names.isRefused(postgresCode(error)) || isConnectionLost(error)) this.#isLost = true;
      throw error;
    }
  }
}

/**
 * Runs Kysely on a pool, which the caller closes. Unlike Kysely's own driver it knows the id of a transaction.
 * @param now replaces the clock of the database, for tests; epoch ms
 */
export function createPostgresDriver(pool: pg.Pool, scopes: TransactionScopes, now?: () => number): Driver {
  const ours = (connection: DatabaseConnection): PostgresConnection => {
    if (connection instanceof PostgresConnection) return connection;
    throw new Error('This connection is not one of PostgreSQL.');
  };

  const tokens = new WeakMap<pg.PoolClient, TokenSource>();
  const names = createStatementNames();

  async function acquire(): Promise<PostgresConnection> {
    const client = await pool.connect();
    const known = tokens.get(client) ?? { connection: randomUUID(), token: 0 };
    tokens.set(client, known);
    return new PostgresConnection(client, scopes, { tokens: known, names, now });
  }

  return {
    async init() {},
    acquireConnection: acquire,
    beginTransaction: (connection) => ours(connection).begin(),
    commitTransaction: (connection) => ours(connection).commit(),
    rollbackTransaction: (connection) => ours(connection).rollback(),
    async releaseConnection(connection) {
      ours(connection).release();
    },
    async destroy() {},
  };
}
