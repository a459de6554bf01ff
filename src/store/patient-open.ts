import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import { sqliteCode } from './database/sqlite/failures.ts';

/**
 * Failures that may be temporary: no space, no access to the device, mounted read-only; the last two are PostgreSQL's.
 */
const PASSING = ['SQLITE_FULL', 'SQLITE_IOERR', 'ENOSPC', 'EDQUOT', 'EIO', 'EROFS', '53100', '25006'];
/** Time between two attempts, ms. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** Returns whether waiting may help. A damaged file, a wrong owner or another program requires the operator. */
function mayPass(error: unknown): error is GavelError {
  if (!(error instanceof GavelError) || error.code !== 'STORE_UNUSABLE') return false;
  const { cause } = error;
  const errno = cause instanceof Error && 'code' in cause ? cause.code : null;
  return PASSING.some((code) => code === errno || code === sqliteCode(cause));
}

/**
 * Opens the database as soon as its disk allows it, so that a start is as patient as a running bot, which waits while
 * the disk is full.
 * @param deps.signal aborts on shutdown, which ends the waiting
 * @throws errors of `open`: other failures immediately, the last one on shutdown
 */
export async function openPatiently<T>(
  open: () => Promise<T>,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Logger; readonly signal: AbortSignal },
): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      return await open();
    } catch (error) {
      if (!mayPass(error) || signal.aborted) throw error;
      log.error({ err: error, waitMs }, 'opening the database failed; retrying');
      await clock.sleep(waitMs, signal);
      if (signal.aborted) throw error;
    }
  }
}
