import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { storeFailure } from '#src/store/database/sqlite/failures.ts';

describe('a failure of SQLite', () => {
  it.each([
    [
      'SQLITE_FULL',
      /^The database gavel\.db could not be written because the disk is full \(SQLITE_FULL\)\.$/,
    ],
    ['SQLITE_IOERR_WRITE', /check the disk/],
    ['SQLITE_READONLY_DBMOVED', /check the permissions/],
    ['SQLITE_CORRUPT_VTAB', /restore it from a backup/],
    ['SQLITE_BUSY_SNAPSHOT', /kept locked by another program/],
  ])('%s is reported as an unusable store, with its cause', (code, message) => {
    const cause = new Database.SqliteError('detail', code);
    expect(storeFailure(cause, 'gavel.db')).toMatchObject({
      name: 'GavelError',
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(message),
      cause,
    });
  });

  it.each([
    ['a broken constraint', new Database.SqliteError('detail', 'SQLITE_CONSTRAINT_UNIQUE')],
    ['an error of another kind', new TypeError('detail')],
    ['no error at all', 'detail'],
  ])('that is a mistake of this program stays what it is: %s', (_what, error) => {
    expect(storeFailure(error, 'gavel.db')).toBe(error);
  });
});
