import { PostgresAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { DialectName, Queries } from './database.ts';
import type { TransactionScopes } from './transaction-scope.ts';

/** Properties that Kysely passes along with every query, so that a query can find its dialect and the time. */
interface StoreAdapter {
  readonly dialectName: DialectName;
  readonly scopes: TransactionScopes;
  /** Epoch ms; `null` for the clock of the server. */
  readonly clock: (() => number) | null;
  /** Whether several processes use the database. */
  readonly isShared: boolean;
}

export class StoreSqliteAdapter extends SqliteAdapter implements StoreAdapter {
  readonly dialectName = 'sqlite';
  readonly scopes: TransactionScopes;
  readonly clock: () => number;
  readonly isShared: boolean;

  constructor(scopes: TransactionScopes, clock: () => number, isShared: boolean) {
    super();
    this.scopes = scopes;
    this.clock = clock;
    this.isShared = isShared;
  }

  /**
   * Whether DDL is transactional. SQLite supports that. Otherwise Kysely would run the migrations one by one, and an
   * interrupted process would leave an incomplete schema.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class StorePostgresAdapter extends PostgresAdapter implements StoreAdapter {
  readonly dialectName = 'postgres';
  readonly scopes: TransactionScopes;
  readonly clock: (() => number) | null;
  readonly isShared = true;

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

/** Returns the dialect, for the few statements that differ. */
export const dialectOf = (queries: Queries): DialectName => adapterOf(queries).dialectName;

/** Returns whether other processes use the database, which only tests allow on SQLite. */
export const isShared = (queries: Queries): boolean => adapterOf(queries).isShared;

/**
 * Returns when this read or transaction began by the database's clock, epoch ms: PostgreSQL's `clock_timestamp()`, and
 * on SQLite the clock passed when the store was opened.
 */
export function now(queries: Queries): number {
  const { beganAt } = adapterOf(queries).scopes.current();
  if (beganAt === null) throw new Error('The transaction has not begun.');
  return beganAt;
}

/**
 * Returns the time for a single statement without a transaction (`Database.readOne`), as the value for `timeOf`. `null`
 * if the statement uses the server's time.
 */
export const clockParameter = (queries: Queries): number | null => adapterOf(queries).clock?.() ?? null;

/**
 * Returns the time that a statement compares with, epoch ms.
 * @param given its parameter, see `clockParameter`
 */
export const timeOf = (queries: Queries, given: RawBuilder<number | null>): RawBuilder<number> =>
  dialectOf(queries) === 'sqlite'
    ? sql<number>`${given}`
    : sql<number>`coalesce(${given}::double precision, floor(extract(epoch from statement_timestamp()) * 1000)::double precision)`;
