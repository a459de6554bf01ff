import type { Database } from 'better-sqlite3';
import { GavelError } from '../../domain/errors.ts';

/**
 * Opens a database file, or one in memory: for `:memory:`, or for all the bytes of a file. One that is only read must be there.
 */
export type OpenDatabase = (
  file: string | Buffer,
  options: { readonly busyTimeoutMs: number; readonly readonly?: boolean },
) => Database;

const LEAST_NODE: readonly [number, number] = [22, 14];

/**
 * Refuses a Node that is too old with GavelError STORE_UNUSABLE: better-sqlite3 13 ends the process when it is
 * loaded below 22.14.
 * @param version as in `process.versions.node`
 */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw new GavelError(
    'STORE_UNUSABLE',
    `The database needs Node ${LEAST_NODE.join('.')} or newer, and this is Node ${version}.`,
  );
}

/** Loads better-sqlite3, which may happen only after the version of Node was checked. */
export async function loadDriver(): Promise<OpenDatabase> {
  requireNode(process.versions.node);
  try {
    const { default: Database } = await import('better-sqlite3');
    return (file, { busyTimeoutMs, readonly = false }) =>
      new Database(file, { timeout: busyTimeoutMs, readonly });
  } catch (error) {
    throw new GavelError('STORE_UNUSABLE', 'The SQLite driver cannot be loaded; run npm ci again.', {
      cause: error,
    });
  }
}
