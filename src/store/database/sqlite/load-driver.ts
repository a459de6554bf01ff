import type { Database } from 'better-sqlite3';
import { GavelError } from '#src/chain/errors.ts';

/**
 * Opens a database file, or a database in memory for `:memory:` or the bytes of a file. With read-only access, the file
 * must exist.
 */
export type OpenDatabase = (
  file: string | Buffer,
  options: { readonly busyTimeoutMs: number; readonly readonly?: boolean },
) => Database;

const MIN_NODE_VERSION: readonly [number, number] = [22, 14];

/**
 * Throws GavelError STORE_UNUSABLE if this version of Node is too old: below 22.14, loading better-sqlite3 13 ends the
 * process.
 * @param version as in `process.versions.node`
 */
export function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return;
  throw new GavelError(
    'STORE_UNUSABLE',
    `The database needs Node ${MIN_NODE_VERSION.join('.')} or newer, and this is Node ${version}.`,
  );
}

/** Loads better-sqlite3, after checking the version of Node. */
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
