import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventLoopTurns } from './event-loop-turn.ts';

/** Identifies a transaction whose connection was lost, to find out whether it was committed (`postgres/outcome.ts`). */
export interface TransactionIdentity {
  /** PostgreSQL's transaction id, which may be reused after a crash of the server. */
  readonly transactionId: string;
  /** Its token in `transactionTokens`: the connection, and a number that the connection uses once. */
  readonly connection: string;
  readonly token: number;
}

/** A running transaction or read, as the driver sees it. */
export interface TransactionScope {
  /** Name for errors. */
  readonly name: string;
  readonly isReadOnly: boolean;
  /** Whether anything may be awaited within it, because migrations take their connections one by one. */
  readonly mayWait: boolean;
  /** Whether it is a single statement without a transaction. */
  readonly isOneStatement: boolean;
  /** Whether it writes even if PostgreSQL sessions are read-only by default. */
  readonly overridesReadOnly: boolean;
  /** When it began by the database's clock, epoch ms; `null` before that. */
  beganAt: number | null;
  /** Its identity on PostgreSQL; `null` before it began, in a read, and on SQLite. */
  identity: TransactionIdentity | null;
  /** Whether `commit` was sent. From then on, a lost connection does not reveal the outcome. */
  isCommitSent: boolean;
}

interface OpenScope {
  readonly scope: TransactionScope;
  isOpen: boolean;
  /** The turn in which the last statement ended; `null` before the first. */
  lastTurn: number | null;
}

/**
 * Restricts the code within a transaction: it may only run store statements, one after the other, through the
 * transaction. Anything else is a bug, which the first test that runs it reveals. On SQLite, a transaction within a
 * transaction would wait forever for the only connection, and awaiting a request would block the whole bot.
 */
export interface TransactionScopes {
  /** Returns the scope of the calling code. Throws outside of one. */
  current(): TransactionScope;
  /** Runs the work in a separate scope. Throws within a scope. */
  run<R>(scope: TransactionScope, work: () => Promise<R>): Promise<R>;
  /**
   * Runs one statement of the current scope. Throws if anything else was awaited since the previous one. Kysely runs
   * the statements of a transaction one after the other.
   */
  statement<R>(run: () => Promise<R>): Promise<R>;
}

export function createTransactionScopes(turns: EventLoopTurns): TransactionScopes {
  const scopes = new AsyncLocalStorage<OpenScope>();

  function open(): OpenScope {
    const current = scopes.getStore();
    if (current === undefined || !current.isOpen)
      throw new Error('A statement ran outside of a transaction, or after its end.');
    return current;
  }

  return {
    current: () => open().scope,

    async run(scope, work) {
      const outer = scopes.getStore();
      if (outer !== undefined && outer.isOpen) {
        throw new Error(
          `“${scope.name}” was called within the transaction “${outer.scope.name}”; pass it the transaction instead.`,
        );
      }
      const opened: OpenScope = { scope, isOpen: true, lastTurn: null };
      try {
        return await scopes.run(opened, work);
      } finally {
        opened.isOpen = false;
      }
    },

    async statement(run) {
      const opened = open();
      const { name, mayWait, isOneStatement } = opened.scope;
      if (isOneStatement && opened.lastTurn !== null)
        throw new Error(`“${name}” may run one statement only; several need \`read\`.`);
      if (!mayWait && opened.lastTurn !== null && opened.lastTurn !== turns.current()) {
        throw new Error(`The transaction “${name}” awaited something other than the store.`);
      }
      try {
        return await run();
      } finally {
        opened.lastTurn = turns.current();
      }
    },
  };
}
