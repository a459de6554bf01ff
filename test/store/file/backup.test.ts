import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { SCHEMA_LINE } from '#src/store/database/sqlite/schema.ts';
import { type Backup, backUp } from '#src/store/file/backup.ts';
import type { Store } from '#src/store/open.ts';

import { silentLog } from '../../support/silent-log.ts';
import { begin, ingestionOf, SALES, salesFor, waitingKeys } from '../samples.ts';
import { damageFrom } from './damage.ts';
import { openFile, type TemporaryFolder, temporaryFolder } from './folder.ts';

const NOON = Date.UTC(2026, 0, 31, 12);
const DAY_MS = 24 * 3_600_000;

function backUpIn(
  folder: TemporaryFolder,
  changes: Partial<Parameters<typeof backUp>[0]> = {},
): Promise<Backup> {
  return backUp({
    databaseUrl: `sqlite:${folder.path('gavel.db')}`,
    target: null,
    now: NOON,
    onProgress: () => undefined,
    ...changes,
  });
}

/** Alerts that fill a few megabytes. */
async function fill(store: Store): Promise<void> {
  const keys = Array.from({ length: 5_000 }, (_, index) => `${'k'.repeat(200)}${index}`);
  await store.ingest(ingestionOf(salesFor(keys)));
}

describe('a backup', () => {
  it('is a valid copy next to the database, named by its time, made while the store is open', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
    const backup = await backUpIn(folder);
    expect(backup).toMatchObject({
      file: folder.path('backups', 'gavel-20260131T120000Z.db'),
      schema: MIGRATIONS.length,
      removed: [],
    });
    expect(await readdir(folder.path('backups'))).toEqual(['gavel-20260131T120000Z.db']);
    await copyFile(backup.file, folder.path('copy.db'));
    await using copy = await openFile(folder.path('copy.db'));
    expect(await waitingKeys(copy, SALES)).toEqual(['a', 'b']);
  });

  it('is a consistent snapshot and ends, however much is written meanwhile', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await fill(store);
    await store.ingest(ingestionOf(salesFor(['before'], SALES)));
    const shares: number[] = [];
    const copying = { isOver: false };
    const made = backUpIn(folder, { onProgress: (share) => shares.push(share) }).finally(() => {
      copying.isOver = true;
    });
    let written = 0;
    for (; !copying.isOver; written += 1) {
      await store.ingest(ingestionOf(salesFor([`during ${written}`], SALES)));
      await setImmediate();
    }
    const { file } = await made;
    expect(written).toBeGreaterThan(3);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    await copyFile(file, folder.path('copy.db'));
    await using copy = await openFile(folder.path('copy.db'));
    const keys = await waitingKeys(copy, SALES);
    expect(keys[0]).toBe('before');
    expect(keys.length).toBeLessThan(written);
    expect(keys.slice(1)).toEqual(keys.slice(1).map((_, index) => `during ${index}`));
  });

  it('can be made of a database that no bot runs on, and of an older schema before the first start of a new version', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();
    const backup = await backUpIn(folder, { line: { ...SCHEMA_LINE, versions: MIGRATIONS.length + 1 } });
    expect(backup.schema).toBe(MIGRATIONS.length);
    const db = new Database(folder.path('gavel.db'), { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
    db.close();
  });

  it('is made once before a migration, and is the database of before', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    const store = await openFile(file);
    await store.ingest(ingestionOf(salesFor(['a'], SALES)));
    await store[Symbol.asyncDispose]();
    const later = { name: '9999-later', oldestProgram: 99, statements: () => ['drop table deliveries'] };
    for (let starts = 0; starts < 2; starts += 1) {
      await using database = await openSqliteDatabase({
        databaseUrl: `sqlite:${file}`,
        log: silentLog,
        now: () => NOON,
        migrations: [...MIGRATIONS, later],
      });
      expect(database.dialect).toBe('sqlite');
    }
    const [copy = '', ...more] = await readdir(folder.path('backups'));
    expect(more).toEqual([]);
    await copyFile(folder.path('backups', copy), folder.path('copy.db'));
    await using before = await openFile(folder.path('copy.db'));
    expect(await waitingKeys(before, SALES)).toEqual(['a']);
  });

  it('is written to a given file or folder, where no backups are deleted', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();
    const file = await backUpIn(folder, { target: folder.path('elsewhere', 'mine.db') });
    expect(file.file).toBe(folder.path('elsewhere', 'mine.db'));
    const inside = await backUpIn(folder, { target: folder.path('elsewhere') });
    expect(inside.file).toBe(folder.path('elsewhere', 'gavel-20260131T120000Z.db'));
  });

  it('is refused in one sentence where its folder cannot be made, as in /proc', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();
    await expect(backUpIn(folder, { target: '/proc/gavel/mine.db' })).rejects.toMatchObject({
      name: 'GavelError',
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('/proc/gavel'),
    });
  });

  it('never overwrites an existing file', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();
    await expect(backUpIn(folder, { target: folder.path('gavel.db') })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('already'),
    });
  });

  it('replaces all but the seven newest, and no other files in the folder', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();
    await backUpIn(folder);
    await writeFile(folder.path('backups', 'gavel-notes.db'), '');
    await writeFile(folder.path('backups', 'other-20200101T000000Z.db'), '');
    for (let day = 1; day <= 7; day += 1) await backUpIn(folder, { now: NOON + day * DAY_MS });
    const names = await readdir(folder.path('backups'));
    expect(names.filter((name) => name.startsWith('gavel-2026')).sort()).toEqual(
      Array.from({ length: 7 }, (_, index) => `gavel-2026020${index + 1}T120000Z.db`),
    );
    expect(names).toContain('gavel-notes.db');
    expect(names).toContain('other-20200101T000000Z.db');
  });

  it('is refused for a damaged database, leaves no files and names the newest backup', async () => {
    await using folder = await temporaryFolder();
    const store = await openFile(folder.path('gavel.db'));
    await fill(store);
    await store[Symbol.asyncDispose]();
    await backUpIn(folder);
    await damageFrom(folder.path('gavel.db'), 100_000);
    await expect(backUpIn(folder, { now: NOON + DAY_MS })).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/is damaged.*gavel-20260131T120000Z\.db/),
    });
    expect(await readdir(folder.path('backups'))).toEqual(['gavel-20260131T120000Z.db']);
  });

  it('is refused for a database that is missing, in memory, of PostgreSQL or not Gavel’s', async () => {
    await using folder = await temporaryFolder();
    await expect(backUpIn(folder)).rejects.toMatchObject({ message: expect.stringContaining('no database') });
    expect(await readdir(folder.path())).toEqual([]);
    await expect(backUpIn(folder, { databaseUrl: 'sqlite::memory:' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    await expect(
      backUpIn(folder, { databaseUrl: 'postgres://gavel:secret@host/gavel' }),
    ).rejects.toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringMatching(/pg_dump/) });
    const other = new Database(folder.path('gavel.db'));
    other.exec('CREATE TABLE recipes (name TEXT)');
    other.close();
    await expect(backUpIn(folder)).rejects.toMatchObject({
      message: expect.stringContaining('another program'),
    });
  });

  it('does not change the store', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.ingest(ingestionOf(salesFor(['a'], SALES)));
    await backUpIn(folder);
    const post = await begin(store, SALES, 1);
    expect(post.state).toBe('sending');
  });
});
