import { GavelError } from '../../domain/errors.ts';
import { restoreAdvice } from './backup-files.ts';

/** What an operator can act on, by SQLite's primary result code (sqlite.org/rescode.html). */
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

/** What goes wrong for good: nothing in the file can be trusted any more. */
const DAMAGE = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

/** The SQLite result code of an error that the driver threw, without its extension, or `null` for any other error. */
export function sqliteCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^SQLITE_[A-Z]+/.exec(error.code)?.[0] ?? null;
}

/** Whether the file itself is broken, which no further try mends. */
export function isDamage(error: unknown): boolean {
  return DAMAGE.includes(sqliteCode(error) ?? '');
}

/**
 * Turns what the disk, the file or its owner did wrong into GavelError STORE_UNUSABLE, and hands back every other
 * error as it is: those are mistakes of this program.
 * @param what the file, as it is told to the operator
 */
export function storeFailure(error: unknown, what: string): unknown {
  const code = sqliteCode(error);
  const sentence = code === null ? undefined : SENTENCES[code];
  if (sentence === undefined) return error;
  const advice = isDamage(error) ? ` ${restoreAdvice(what)}` : '';
  return new GavelError('STORE_UNUSABLE', `The database ${what} ${sentence} (${code}).${advice}`, {
    cause: error,
  });
}
