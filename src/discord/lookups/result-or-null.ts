import { setTimeout as delay } from 'node:timers/promises';
import { GavelError } from '#src/chain/errors.ts';

/** Timeout for optional data. */
const TIMEOUT_MS = 2_000;

/** Awaits optional data: `null` if the marketplace fails or does not answer in time. */
export async function resultOrNull<T>(work: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  const timeout = delay(TIMEOUT_MS, null, { signal: timer.signal }).catch(() => null);
  const result = work.catch((error: unknown) => {
    if (error instanceof GavelError) return null;
    throw error;
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    timer.abort();
  }
}

/** Returns whether the marketplace reported that the resource does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof GavelError && error.code === 'MARKETPLACE_NOT_FOUND';
}
