import { PostgresAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { DialectName, Queries } from './database.ts';
import type { TransactionScopes } from './transaction-scope.ts';

/** What Kysely carries along with every query: by it a query finds its dialect and the time. */
interface StoreAdapter {
  readonly dialectName: DialectName;
  readonly scopes: TransactionScopes;
  /** Epoch ms; `null` for the clock of the server. */
  readonly clock: (() => number) | null;
}

export class StoreSqliteAdapter extends SqliteAdapter implements StoreAdapter {
  readonly dialectName = 'sqlite';
  readonly scopes: TransactionScopes;
  readonly clock: () => number;

  constructor(scopes: TransactionScopes, clock: () => number) {
    super();
    this.scopes = scopes;
    this.clock = clock;
  }

  /**
   * SQLite can; Kysely runs the migrations one by one without it, and a process that ends half-way leaves half a
   * schema.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class StorePostgresAdapter extends PostgresAdapter implements StoreAdapter {
  readonly dialectName = 'postgres';
  readonly scopes: TransactionScopes;
  readonly clock: (() => number) | null;

  constructor(scopes: TransactionScopes, clock: (() => number) | null) {
    super();
    this.scopes = scopes;
    this.clock = clock;
  }
}

function adapterOf(queries: Queries): StoreAdapter {
  const { adapter } = queries.getExecutor();
  if (adapter instanceof StoreSqliteAdapter || adapter instanceof StorePostgresAdapter) return adapter;
  throw new Error('These queries do not belong to a database of the store.');
}

/** The dialect, for the few statements that differ. */
export const dialectOf = (queries: Queries): DialectName => adapterOf(queries).dialectName;

/**
 * The time by the clock of the database when this read or transaction began, epoch ms: PostgreSQL's
 * `clock_timestamp()`, and on SQLite the clock that the store was opened with.
 */
export function now(queries: Queries): number {
  const { beganAt } = adapterOf(queries).scopes.current();
  if (beganAt === null) throw new Error('The transaction has not begun.');
  return beganAt;
}

/**
 * The same for one statement (`Database.readOne`), which no transaction began: the value for `timeOf`. `null` where the
 * statement takes the time of the server.
 */
export const clockParameter = (queries: Queries): number | null => adapterOf(queries).clock?.() ?? null;

/** What a statement compares with, epoch ms. @param given its parameter, see `clockParameter` */
export const timeOf = (queries: Queries, given: RawBuilder<number | null>): RawBuilder<number> =>
  dialectOf(queries) === 'sqlite'
    ? sql<number>`${given}`
    : sql<number>`coalesce(${given}::double precision, floor(extract(epoch from statement_timestamp()) * 1000)::double precision)`;
