import { GavelError } from '#src/chain/errors.ts';
import { restoreAdvice } from '../../file/backup-files.ts';

/** Failures that an operator can act on, by SQLite's primary result code (sqlite.org/rescode.html). */
const SENTENCES: Readonly<Record<string, string>> = {
  SQLITE_NOTADB: 'is not a Gavel database',
  SQLITE_CORRUPT: 'is damaged; restore it from a backup',
  SQLITE_CANTOPEN: 'cannot be opened; check that the folder exists and that Gavel may write to it',
  SQLITE_READONLY: 'cannot be written; check the permissions of the file and of its folder',
  SQLITE_PERM: 'cannot be written; check the permissions of the file and of its folder',
  SQLITE_IOERR: 'could not be read or written; check the disk',
  SQLITE_FULL: 'could not be written because the disk is full',
  SQLITE_BUSY: 'is kept locked by another program',
};

/** Codes for a damaged file. */
const DAMAGE = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

/** Returns the primary SQLite result code of a driver error; `null` for any other error. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? null;
}

/** Returns whether the file is damaged, so that retrying is useless. */
export function isDamage(error: unknown): boolean {
  return DAMAGE.includes(sqliteCode(error) ?? '');
}

/** Returns the operating system's message, with the path, for an error of `node:fs`; `null` for any other error. */
function fileSystemMessage(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error && 'path' in error ? error.message : null;
}

/**
 * Converts an error of the disk, the file or its permissions to GavelError STORE_UNUSABLE. Returns every other error
 * unchanged, because those are bugs.
 * @param what name of the file in the message
 */
export function storeFailure(error: unknown, what: string): unknown {
  const refused = fileSystemMessage(error);
  if (refused !== null) {
    return new GavelError(
      'STORE_UNUSABLE',
      `The database ${what} could not be read or copied (${refused}).`,
      {
        cause: error,
      },
    );
  }
  const code = sqliteCode(error);
  const sentence = code === null ? undefined : SENTENCES[code];
  if (sentence === undefined) return error;
  const advice = isDamage(error) ? ` ${restoreAdvice(what)}` : '';
  return new GavelError('STORE_UNUSABLE', `The database ${what} ${sentence} (${code}).${advice}`, {
    cause: error,
  });
}
