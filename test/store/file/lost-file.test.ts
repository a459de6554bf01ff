import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Database } from '#src/store/database/database.ts';
import { examineDatabase } from '#src/store/database/sqlite/examine.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { recordingLog } from '../../support/silent-log.ts';
import { type TemporaryFolder, temporaryFolder } from './folder.ts';

const add = (database: Database, key: string) =>
  database.transaction('add', (transaction) =>
    transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute(),
  );

const keysIn = (database: Database): Promise<readonly string[]> =>
  database.read('keys', async (queries) =>
    (await queries.selectFrom('seenKeys').select('key').orderBy('id').execute()).map(({ key }) => key),
  );

function keysInFile(file: string): readonly string[] {
  const db = new Sqlite(file, { readonly: true });
  try {
    return db.prepare<[], string>('SELECT key FROM seen_keys ORDER BY id').pluck().all();
  } finally {
    db.close();
  }
}

function open(folder: TemporaryFolder, log = recordingLog().log) {
  const databaseUrl = `sqlite:${folder.path('gavel.db')}`;
  return openSqliteDatabase({ databaseUrl, log, now: () => 5_000_000 });
}

const copiesIn = (folder: TemporaryFolder): readonly string[] =>
  readdirSync(folder.path()).filter((name) => name.includes('.saved-') && !name.startsWith('.'));

const refusal = /was deleted or replaced/;

describe('a database whose file', () => {
  it.each([
    ['is deleted', (file: string) => rmSync(file)],
    ['is replaced', (file: string) => (renameSync(file, `${file}.old`), writeFileSync(file, ''))],
    ['loses its write-ahead log', (file: string) => rmSync(`${file}-wal`)],
  ])('%s is written nothing more into, and is read as before', async (_how, lose) => {
    await using folder = await temporaryFolder();
    await using database = await open(folder);
    await add(database, 'before');
    expect(database.maintenance.problem()).toBeNull();
    lose(folder.path('gavel.db'));
    await expect(add(database, 'after')).rejects.toThrow(refusal);
    expect(database.maintenance.problem()).toBe('file lost');
    expect(await keysIn(database)).toEqual(['before']);
  });

  it('is deleted is saved as a copy with everything in it, once', async () => {
    await using folder = await temporaryFolder();
    const { log, lines } = recordingLog();
    await using database = await open(folder, log);
    await add(database, 'in the log alone');
    rmSync(folder.path('gavel.db'));
    await database.maintenance.checkFile?.();
    await database.maintenance.checkFile?.();
    const [copy = '', ...more] = copiesIn(folder);
    expect(more).toEqual([]);
    expect(keysInFile(folder.path(copy))).toEqual(['in the log alone']);
    expect(JSON.stringify(lines)).toContain(copy);
  });

  it('is deleted with its folder is saved into a new one', async () => {
    await using folder = await temporaryFolder();
    await using database = await open(folder);
    await add(database, 'a');
    rmSync(folder.path(), { recursive: true });
    await database.maintenance.checkFile?.();
    const [copy = ''] = copiesIn(folder);
    expect(keysInFile(folder.path(copy))).toEqual(['a']);
  });

  it('cannot be saved is tried again at the next look', async () => {
    await using folder = await temporaryFolder();
    const { log, lines } = recordingLog();
    await using database = await open(folder, log);
    rmSync(folder.path(), { recursive: true });
    writeFileSync(folder.path(), 'not a folder');
    await database.maintenance.checkFile?.();
    expect(JSON.stringify(lines)).toContain('database copy failed');
    rmSync(folder.path());
    await database.maintenance.checkFile?.();
    expect(copiesIn(folder)).toHaveLength(1);
  });

  it('is moved away and back is used again', async () => {
    await using folder = await temporaryFolder();
    await using database = await open(folder);
    const file = folder.path('gavel.db');
    renameSync(file, `${file}.moved`);
    await expect(add(database, 'away')).rejects.toThrow(refusal);
    renameSync(`${file}.moved`, file);
    await add(database, 'back');
    expect(await keysIn(database)).toEqual(['back']);
    expect(database.maintenance.problem()).toBeNull();
  });

  it('was deleted is not begun anew while its copy waits to be restored', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    {
      await using database = await open(folder);
      rmSync(file);
      await database.maintenance.checkFile?.();
    }
    const [copy = ''] = copiesIn(folder);
    const remedy = `npm run restore -- ${folder.path(copy)}`;
    await expect(open(folder)).rejects.toThrow(remedy);
    expect(await examineDatabase(`sqlite:${file}`)).toMatchObject({
      state: 'unusable',
      problem: expect.stringContaining(remedy),
    });
    expect(existsSync(file)).toBe(false);
    renameSync(folder.path(copy), folder.path('elsewhere.db'));
    await using database = await open(folder);
    expect(await keysIn(database)).toEqual([]);
  });
});
