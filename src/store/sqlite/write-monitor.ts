import type { StoreProblem } from '../../domain/store-problem.ts';
import { sqliteCode } from './failures.ts';

/** A lasting failure recurs within this time, since transactions are retried (`pipeline/schedule.ts`). */
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

/** @param now epoch ms */
export function createWriteMonitor(now: () => number): WriteMonitor {
  const failures = new Map<object | string, { readonly problem: StoreProblem; readonly at: number }>();
  return {
    succeeded: (what) => void failures.delete(what),
    failed(what, error) {
      const problem = PROBLEMS[sqliteCode(error) ?? ''];
      if (problem !== undefined) failures.set(what, { problem, at: now() });
    },
    problem() {
      for (const { problem, at } of failures.values()) {
        if (Math.abs(now() - at) < REMEMBERED_MS) return problem;
      }
      return null;
    },
  };
}
