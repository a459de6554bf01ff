import { sqliteCode } from '../database/sqlite/failures.ts';
import type { StoreProblem } from '../model/health.ts';

/** A lasting failure recurs within this time, since transactions are retried (`ingest/schedule.ts`). */
const REMEMBERED_MS = 120_000;

const PROBLEMS: Readonly<Record<string, StoreProblem>> = {
  SQLITE_FULL: 'disk full',
  SQLITE_BUSY: 'locked',
  SQLITE_IOERR: 'not writable',
  SQLITE_READONLY: 'not writable',
  SQLITE_PERM: 'not writable',
  SQLITE_CANTOPEN: 'not writable',
};

/** Records which transactions fail to write. */
export interface WriteMonitor {
  /** @param what identifies the transaction: on a full disk small ones may succeed where large ones fail */
  succeeded(what: object | string): void;
  failed(what: object | string, error: unknown): void;
  /** Why a recent transaction failed; `null` when there is no problem. */
  problem(): StoreProblem | null;
}

/** The problem with the file that an error of the driver tells of; `null` for any other error. */
const sqliteProblem = (error: unknown): StoreProblem | null => PROBLEMS[sqliteCode(error) ?? ''] ?? null;

/**
 * @param now epoch ms
 * @param problemOf what an error tells of the database; `null` for an error of the program
 */
export function createWriteMonitor(now: () => number, problemOf = sqliteProblem): WriteMonitor {
  const failures = new Map<object | string, { readonly problem: StoreProblem; readonly at: number }>();
  return {
    succeeded: (what) => void failures.delete(what),
    failed(what, error) {
      const problem = problemOf(error);
      if (problem !== null) failures.set(what, { problem, at: now() });
    },
    problem() {
      for (const { problem, at } of failures.values()) {
        if (Math.abs(now() - at) < REMEMBERED_MS) return problem;
      }
      return null;
    },
  };
}
