import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventLoopTurns } from './event-loop-turn.ts';

/**
 * By what it can be found out whether a transaction was committed whose connection was lost (`postgres/outcome.ts`).
 */
export interface TransactionIdentity {
  /** PostgreSQL's id of it, which a crash of the server may give to another transaction. */
  readonly transactionId: string;
  /** What it wrote into `transactionTokens`: the connection, and a number that the connection uses once. */
  readonly connection: string;
  readonly token: number;
}

/** A running transaction or read, as the driver sees it. */
export interface TransactionScope {
  /** For errors. */
  readonly name: string;
  readonly isReadOnly: boolean;
  /** Anything may be awaited within it: migrations take their connections one by one. */
  readonly mayWait: boolean;
  /** It is one statement, without a transaction. */
  readonly isOneStatement: boolean;
  /** It writes although the sessions of PostgreSQL are read-only by default. */
  readonly overridesReadOnly: boolean;
  /** The database's clock when it began, epoch ms; `null` before it began. */
  beganAt: number | null;
  /** How PostgreSQL knows it; `null` before it began, in a read, and on SQLite. */
  identity: TransactionIdentity | null;
  /** Whether `commit` was sent: from then on a lost connection says nothing about the outcome. */
  isCommitSent: boolean;
}

interface OpenScope {
  readonly scope: TransactionScope;
  isOpen: boolean;
  /** The turn in which the last statement ended; `null` before the first. */
  lastTurn: number | null;
}

/**
 * Holds what the code within a transaction may do: call the store, one statement after the other, through the
 * transaction. Anything else is a mistake in the program, found by the first test that runs it: on SQLite, whose only
 * connection the transaction holds, a second transaction within it would wait for ever, and a request that is awaited
 * within it would stop the whole bot for as long as it takes.
 */
export interface TransactionScopes {
  /** The scope of the calling code. Throws outside of one. */
  current(): TransactionScope;
  /** Runs the work in a scope of its own. Throws within a scope. */
  run<R>(scope: TransactionScope, work: () => Promise<R>): Promise<R>;
  /**
   * Runs one statement of the current scope. Throws when something else was awaited since the last one. Kysely runs the
   * statements of a transaction one after the other.
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
