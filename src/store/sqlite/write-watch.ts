import type { StoreTrouble } from '../../domain/store-trouble.ts';
import { sqliteCode } from './failures.ts';

/** What fails for good is tried again sooner than this by somebody (`pipeline/schedule.ts`); what is not was a single failure. */
const REMEMBERED_MS = 120_000;

const TROUBLES: Readonly<Record<string, StoreTrouble>> = {
  SQLITE_FULL: 'disk full',
  SQLITE_BUSY: 'locked',
  SQLITE_IOERR: 'not writable',
  SQLITE_READONLY: 'not writable',
  SQLITE_PERM: 'not writable',
  SQLITE_CANTOPEN: 'not writable',
};

/** Watches which transactions cannot be written. */
export interface WriteWatch {
  /** @param what names the transaction: small ones may fit where large ones do not */
  succeeded(what: object): void;
  failed(what: object, error: unknown): void;
  /** What keeps something from being written at the moment; `null` for nothing. */
  trouble(): StoreTrouble | null;
}

/** @param now epoch ms */
export function createWriteWatch(now: () => number): WriteWatch {
  const failures = new Map<object, { readonly trouble: StoreTrouble; readonly at: number }>();
  return {
    succeeded: (what) => void failures.delete(what),
    failed(what, error) {
      const trouble = TROUBLES[sqliteCode(error) ?? ''];
      if (trouble !== undefined) failures.set(what, { trouble, at: now() });
    },
    trouble() {
      for (const { trouble, at } of failures.values()) {
        if (Math.abs(now() - at) < REMEMBERED_MS) return trouble;
      }
      return null;
    },
  };
}
