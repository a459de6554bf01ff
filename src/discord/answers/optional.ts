import { setTimeout as delay } from 'node:timers/promises';
import { GavelError } from '../../domain/errors.ts';

/** Nobody waits longer than this for what an answer can do without. */
const PATIENCE_MS = 2_000;

/** What an answer can do without: `null` where the marketplace does not tell it, or not in time. */
export async function optionally<T>(work: Promise<T>): Promise<T | null> {
  const patience = new AbortController();
  const waited = delay(PATIENCE_MS, null, { signal: patience.signal }).catch(() => null);
  const told = work.catch((error: unknown) => {
    if (error instanceof GavelError) return null;
    throw error;
  });
  try {
    return await Promise.race([told, waited]);
  } finally {
    patience.abort();
  }
}

/** Whether the marketplace answered that there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof GavelError && error.code === 'MARKETPLACE_NOT_FOUND';
}
