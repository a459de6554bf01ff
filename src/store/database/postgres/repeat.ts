import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { GavelError } from '#src/chain/errors.ts';
import { newScope } from '../database.ts';
import type { TransactionIdentity, TransactionScope } from '../transaction-scope.ts';
import { isConflict, isConnectionLost, isReadOnlyServer } from './failures.ts';
import { outcomeOf } from './outcome.ts';

/** How often and how long transactions are repeated. */
export interface RepeatLimits {
  /** Number of repetitions after conflicts with other transactions. */
  readonly conflicts: number;
  /** How long they are repeated while the server is unreachable or read-only. */
  readonly unreachableMs: number;
  readonly longestWaitMs: number;
}

const REPEAT_LIMITS: RepeatLimits = { conflicts: 10, unreachableMs: 15_000, longestWaitMs: 2_000 };

const FIRST_WAIT_MS = 50;

/** Waits longer with every attempt, with a random part, so that conflicting transactions do not meet again. */
async function wait(tries: number, limits: RepeatLimits, random: () => number): Promise<void> {
  const longest = Math.min(limits.longestWaitMs, FIRST_WAIT_MS * 2 ** Math.min(tries, 16));
  await delay(longest * (0.5 + random() / 2));
}

/**
 * Creates a function that runs transactions until they are committed or fail permanently.
 * @param random 0 to 1
 * @param elapsed monotonic, ms
 */
export function createRepeater(
  pool: pg.Pool,
  {
    label,
    limits = REPEAT_LIMITS,
    random = Math.random,
    elapsed = () => performance.now(),
  }: {
    readonly label: string;
    readonly limits?: RepeatLimits;
    readonly random?: () => number;
    readonly elapsed?: () => number;
  },
) {
  /**
   * Waits while the server is still running the transaction or is unreachable, and resolves to whether it was
   * committed.
   */
  async function isCommitted(identity: TransactionIdentity, lost: unknown): Promise<boolean> {
    const started = elapsed();
    for (let tries = 0; ; tries += 1) {
      try {
        const outcome = await outcomeOf(pool, identity);
        if (outcome !== 'in progress') return outcome === 'committed';
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
      }
      if (elapsed() - started > limits.unreachableMs) {
        throw new GavelError(
          'STORE_UNUSABLE',
          `The connection to the database ${label} was lost during a commit, and its outcome could not be determined.`,
          { cause: lost },
        );
      }
      await wait(tries, limits, random);
    }
  }

  /** @param run runs the work in this scope, and calls `finish` with its result before the commit */
  return async function repeat<R>(
    {
      name,
      isReadOnly,
      isOneStatement = false,
      overridesReadOnly = false,
    }: Pick<TransactionScope, 'name' | 'isReadOnly'> &
      Partial<Pick<TransactionScope, 'isOneStatement' | 'overridesReadOnly'>>,
    run: (scope: TransactionScope, finish: (result: R) => void) => Promise<R>,
  ): Promise<R> {
    const started = elapsed();
    for (let tries = 0; ; tries += 1) {
      const scope = newScope(name, isReadOnly, { isOneStatement, overridesReadOnly });
      // Kept in case the commit succeeds although its answer is lost.
      const finished: { readonly result: R }[] = [];
      try {
        return await run(scope, (result) => void finished.push({ result }));
      } catch (error) {
        const isLost = isConnectionLost(error);
        const isRefused = !isReadOnly && isReadOnlyServer(error);
        const isRepeatable = isConflict(error) && tries < limits.conflicts;
        if (!isLost && !isRefused && !isRepeatable) throw error;
        const [committing] = finished;
        const { isCommitSent, identity } = scope;
        if (isLost && isCommitSent && committing !== undefined && identity !== null) {
          if (await isCommitted(identity, error)) return committing.result;
        }
        // A server that reports a conflict was reached.
        if (!isRepeatable && elapsed() - started > limits.unreachableMs) throw error;
        await wait(tries, limits, random);
      }
    }
  };
}
