import { type Dialect, Kysely, type Transaction as KyselyTransaction } from 'kysely';
import type { StoreProblem } from '../model/health.ts';
import { CamelCaseResults } from './snake-case.ts';
import type { Tables } from './tables.ts';
import type { TransactionScope, TransactionScopes } from './transaction-scope.ts';

export type DialectName = 'sqlite' | 'postgres';

/**
 * A transaction for reading and writing. It is passed from function to function, and never stored or used after its
 * end.
 */
export type Transaction = KyselyTransaction<Tables>;

/** Read access: a read, or a transaction. */
export type Queries = Pick<Transaction, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'>;

/** Runs a single writing statement. */
export type Statements = Queries & Pick<Transaction, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/**
 * A database. Queries can only run within `read` and `transaction`, so none can wait for a transaction that waits for
 * it. Within them, only queries are awaited, one after the other (`transaction-scope.ts`).
 */
export interface Database extends AsyncDisposable {
  readonly dialect: DialectName;
  readonly maintenance: Maintenance;
  /**
   * Runs queries that see one consistent state of the database, regardless of concurrent writes.
   * @param name for errors and logs
   * @throws GavelError STORE_UNUSABLE if the disk, the file, the server or the network fails
   */
  read<R>(name: string, work: (queries: Queries) => Promise<R>): Promise<R>;
  /**
   * Runs a single query, which always sees a consistent state. On PostgreSQL this takes one round trip instead of
   * three.
   * @throws GavelError STORE_UNUSABLE like `read`
   */
  readOne<R>(name: string, query: (queries: Queries) => Promise<R>): Promise<R>;
  /**
   * Runs a single writing statement and commits it, even if PostgreSQL sessions are read-only by default (see
   * `transaction`). On PostgreSQL this takes one round trip instead of three, and the statement may run again after a
   * lost connection. It must be idempotent.
   * @throws GavelError STORE_UNUSABLE like `read`
   */
  writeOne<R>(name: string, statement: (queries: Statements) => Promise<R>): Promise<R>;
  /**
   * Runs the work in one transaction, which is durable when the promise resolves, and rolled back when the work throws.
   * On PostgreSQL the work may run several times: after conflicts with other transactions, and after a lost connection
   * once it is known that nothing was committed. It must therefore change nothing but the database.
   * @param options `overridesReadOnly`: writes even if PostgreSQL sessions are read-only by default, as while a
   * provider moves the database. Use it only for data that is worthless on another server
   * @throws GavelError STORE_UNUSABLE like `read`; errors of the work
   */
  transaction<R>(
    name: string,
    work: (transaction: Transaction) => Promise<R>,
    options?: { readonly overridesReadOnly: boolean },
  ): Promise<R>;
}

/** Maintenance outside of transactions that differs between databases. */
export interface Maintenance {
  /** Runs `erase` so that deleted data cannot be read from the disk afterwards, as far as Gavel can control that. */
  eraseSecurely(erase: () => Promise<void>): Promise<void>;
  /** Returns unused space to the disk, in short steps. */
  reclaimSpace(): Promise<void>;
  /**
   * Checks whether the file was deleted or replaced, logs it and saves a copy; never rejects. `null` if there is no
   * file.
   */
  readonly checkFile: (() => Promise<void>) | null;
  /** Returns why a recent transaction could not be written; `null` if there is no problem. */
  problem(): StoreProblem | null;
}

/** @param dialect with a driver that the caller closes, and a compiler from `snake-case.ts` */
export function createKysely(dialect: Dialect): Kysely<Tables> {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCaseResults()] });
}

/** Runs one read or transaction in a separate scope. */
export function runInScope<R>(
  kysely: Kysely<Tables>,
  scopes: TransactionScopes,
  scope: TransactionScope,
  work: (transaction: Transaction) => Promise<R>,
): Promise<R> {
  return scopes.run(scope, () => kysely.transaction().execute(work));
}

/** Runs one statement in a separate scope. */
export function runOneInScope<R>(
  kysely: Kysely<Tables>,
  scopes: TransactionScopes,
  scope: TransactionScope,
  work: (queries: Statements) => Promise<R>,
): Promise<R> {
  return scopes.run(scope, () => kysely.connection().execute(work));
}

export const newScope = (
  name: string,
  isReadOnly: boolean,
  { mayWait = false, isOneStatement = false, overridesReadOnly = false } = {},
): TransactionScope => ({
  name,
  isReadOnly,
  mayWait,
  isOneStatement,
  overridesReadOnly,
  beganAt: null,
  identity: null,
  isCommitSent: false,
});
