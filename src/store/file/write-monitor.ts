import { sqliteCode } from '../database/sqlite/failures.ts';
import type { StoreProblem } from '../model/health.ts';

/** A lasting failure recurs within this time, because transactions are retried (`ingest/schedule.ts`). */
const REMEMBERED_MS = 120_000;

const PROBLEMS: Readonly<Record<string, StoreProblem>> = {
  SQLITE_FULL: 'disk full',
  SQLITE_BUSY: 'locked',
  SQLITE_IOERR: 'not writable',
  SQLITE_READONLY: 'not writable',
  SQLITE_PERM: 'not writable',
  SQLITE_CANTOPEN: 'not writable',
};

/** Records failed writes by transaction. */
export interface WriteMonitor {
  /** @param what identifies the transaction, because on a full disk small ones may succeed while large ones fail */
  succeeded(what: object | string): void;
  failed(what: object | string, error: unknown): void;
  /** Returns why a recent transaction failed; `null` if there is no problem. */
  problem(): StoreProblem | null;
}

/** Returns the file problem behind a driver error; `null` for any other error. */
const sqliteProblem = (error: unknown): StoreProblem | null => PROBLEMS[sqliteCode(error) ?? ''] ?? null;

/**
 * @param now epoch ms
 * @param problemOf returns the database problem behind an error; `null` for a programming error
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
