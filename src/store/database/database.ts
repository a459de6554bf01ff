import { type Dialect, Kysely, type Transaction as KyselyTransaction } from 'kysely';
import type { StoreProblem } from '../model/health.ts';
import { CamelCaseResults } from './snake-case.ts';
import type { Tables } from './tables.ts';
import type { TransactionScope, TransactionScopes } from './transaction-scope.ts';

export type DialectName = 'sqlite' | 'postgres';

/** A transaction that reads and writes. Handed from function to function; never kept, and never used after its end. */
export type Transaction = KyselyTransaction<Tables>;

/** What reads the database: a read, or a transaction. */
export type Queries = Pick<Transaction, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'>;

/** What runs one statement that writes. */
export type Statements = Queries & Pick<Transaction, 'insertInto' | 'updateTable' | 'deleteFrom'>;

/**
 * A database. Its queries are only reached within `read` and `transaction`, so none can wait for a transaction that
 * waits for it. Within them only queries are awaited, one after the other (`transaction-scope.ts`).
 */
export interface Database extends AsyncDisposable {
  readonly dialect: DialectName;
  readonly maintenance: Maintenance;
  /**
   * Runs queries that see one state of the database, whatever is written meanwhile.
   * @param name for errors and logs
   * @throws GavelError STORE_UNUSABLE when the disk, the file, the server or the network fails
   */
  read<R>(name: string, work: (queries: Queries) => Promise<R>): Promise<R>;
  /**
   * Runs one query, which by itself sees one state of the database. On PostgreSQL this is one round trip instead of
   * three.
   * @throws GavelError STORE_UNUSABLE as `read` does
   */
  readOne<R>(name: string, query: (queries: Queries) => Promise<R>): Promise<R>;
  /**
   * Runs one statement that writes, committed by itself, also where PostgreSQL is read-only by default (see
   * `transaction`). On PostgreSQL this is one round trip instead of three, and it may run again after a lost
   * connection: the second time it must change nothing more.
   * @throws GavelError STORE_UNUSABLE as `read` does
   */
  writeOne<R>(name: string, statement: (queries: Statements) => Promise<R>): Promise<R>;
  /**
   * Runs the work in one transaction, which is durable when the promise resolves, and rolled back when the work throws.
   * On PostgreSQL the work may run several times: after conflicts with other transactions, and after a lost connection
   * once it is known that nothing was committed. So it must not change anything but the database.
   * @param options `overridesReadOnly`: writes although the sessions of PostgreSQL are read-only by default, as while a
   * provider moves the database: only for what is worth nothing on another server
   * @throws GavelError STORE_UNUSABLE as `read` does; what the work throws
   */
  transaction<R>(
    name: string,
    work: (transaction: Transaction) => Promise<R>,
    options?: { readonly overridesReadOnly: boolean },
  ): Promise<R>;
}

/** What the databases do in their own ways, outside of transactions. */
export interface Maintenance {
  /** Runs `erase` so that deleted data cannot be read from the disk afterwards, as far as that is ours to decide. */
  eraseSecurely(erase: () => Promise<void>): Promise<void>;
  /** Returns space that is not used any more to the disk, in short steps. */
  reclaimSpace(): Promise<void>;
  /**
   * Notices that the file was deleted or replaced, says it and saves a copy; never rejects. `null` where there is no
   * file.
   */
  readonly checkFile: (() => Promise<void>) | null;
  /** Why a recent transaction could not be written; `null` when there is no problem. */
  problem(): StoreProblem | null;
}

/** @param dialect with a driver that stays the caller's to close, and a compiler of `snake-case.ts` */
export function createKysely(dialect: Dialect): Kysely<Tables> {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCaseResults()] });
}

/** Runs one read or transaction in a scope of its own. */
export function runInScope<R>(
  kysely: Kysely<Tables>,
  scopes: TransactionScopes,
  scope: TransactionScope,
  work: (transaction: Transaction) => Promise<R>,
): Promise<R> {
  return scopes.run(scope, () => kysely.transaction().execute(work));
}

/** Runs one statement in a scope of its own. */
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
