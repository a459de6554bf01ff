import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { markAsMoved } from '#src/store/move/mark.ts';
import { ingestionOf, SALES, salesFor, waitingKeys } from '../samples.ts';
import { BACKED_UP, backedUp, backUpIn, HOUR_MS, openRestored, restoreIn } from './backed-up.ts';
import { damageFrom } from './damage.ts';
import { openFile, temporaryFolder } from './folder.ts';

describe('restoring', () => {
  it('replaces the database with the newest backup, and keeps the previous one', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    await writeFile(folder.path('gavel.db'), 'damaged');
    await writeFile(folder.path('gavel.db-wal'), 'its log');
    const restored = await restoreIn(folder);
    expect(restored).toMatchObject({
      backup: folder.path('backups', 'gavel-19700105T040000Z.db'),
      madeAt: BACKED_UP,
      replaced: folder.path('gavel.db.replaced-19700105T090000Z'),
    });
    expect(await readFile(restored.replaced ?? '', 'utf8')).toBe('damaged');
    expect(await readFile(`${restored.replaced}-wal`, 'utf8')).toBe('its log');
    expect((await readdir(folder.path())).toSorted()).toEqual([
      'backups',
      'gavel.db',
      'gavel.db.lock',
      'gavel.db.replaced-19700105T090000Z',
      'gavel.db.replaced-19700105T090000Z-wal',
    ]);
    await using store = await openRestored(folder);
    expect(await waitingKeys(store, SALES)).toEqual(['a']);
  });

  it('accepts a given backup, and a missing database', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await backUpIn(folder, BACKED_UP - HOUR_MS);
      await store.ingest(ingestionOf(salesFor(['a'], SALES)));
    });
    await using elsewhere = await temporaryFolder();
    const [older = ''] = (await readdir(folder.path('backups'))).toSorted();
    const restored = await restoreIn(elsewhere, { file: folder.path('backups', older) });
    expect(restored.replaced).toBeNull();
    await using store = await openRestored(elsewhere);
    expect(await waitingKeys(store, SALES)).toEqual([]);
    expect((await store.known(['id:0'])).size).toBe(1);
  });

  it('is refused while a bot runs on the database', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.feedState();
    await backUpIn(folder);
    await expect(restoreIn(folder)).rejects.toMatchObject({ code: 'STORE_IN_USE' });
  });

  it('is refused without a backup, and for one that is damaged or not a Gavel database, without a change', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.path('gavel.db'), 'damaged');
    await expect(restoreIn(folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(`no backup in ${folder.path('backups')}`),
    });
    await expect(restoreIn(folder, { file: folder.path('nowhere.db') })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    const other = new Database(folder.path('other.db'));
    other.exec('CREATE TABLE recipes (name TEXT)');
    other.close();
    await expect(restoreIn(folder, { file: folder.path('other.db') })).rejects.toMatchObject({
      message: expect.stringContaining('another program'),
    });
    await (await openFile(folder.path('sound.db')))[Symbol.asyncDispose]();
    await damageFrom(folder.path('sound.db'), 8_192);
    await expect(restoreIn(folder, { file: folder.path('sound.db') })).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('sound.db is damaged'),
    });
    expect(await readFile(folder.path('gavel.db'), 'utf8')).toBe('damaged');
    expect((await readdir(folder.path())).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
  });

  it.each([
    ['an empty file', async (file: string) => writeFile(file, '')],
    ['a database without tables', async (file: string) => new Database(file).exec('VACUUM').close()],
    ['a folder', async (file: string) => mkdir(file)],
    ['a device', async (file: string) => symlink('/dev/zero', file)],
  ])('is refused for %s, without a change', async (_what, make) => {
    await using folder = await temporaryFolder();
    await writeFile(folder.path('gavel.db'), 'in use');
    await make(folder.path('backup.db'));
    await expect(restoreIn(folder, { file: folder.path('backup.db') })).rejects.toMatchObject({
      name: 'GavelError',
      message: expect.stringContaining(`${folder.path('backup.db')} is not a backup`),
    });
    expect(await readFile(folder.path('gavel.db'), 'utf8')).toBe('in use');
    expect(await readdir(folder.path())).toEqual(['backup.db', 'gavel.db', 'gavel.db.lock']);
  });

  it('is refused in one sentence for a path that leads nowhere', async () => {
    await using folder = await temporaryFolder();
    await symlink('loop.db', folder.path('loop.db'));
    await expect(restoreIn(folder, { file: folder.path('loop.db') })).rejects.toMatchObject({
      name: 'GavelError',
      message: expect.stringMatching(/loop\.db could not be read or copied \(ELOOP/),
    });
  });

  it('asks which backup where none is named, and names the newest', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async () => undefined);
    await expect(restoreIn(folder, null)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(folder.path('backups', 'gavel-19700105T040000Z.db')),
    });
    expect((await readdir(folder.path())).filter((name) => name.includes('replaced'))).toEqual([]);
  });

  it('is refused for a database that was moved to another one, on which no bot starts', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('old.db')))[Symbol.asyncDispose]();
    const old = new Database(folder.path('old.db'));
    markAsMoved(old, { moveId: 'm', target: 'db.example/gavel', movedAt: BACKED_UP });
    old.close();
    await expect(restoreIn(folder, { file: folder.path('old.db') })).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('was moved to db.example/gavel'),
    });
  });

  it('takes along what stands only in the log beside the file', async () => {
    await using folder = await temporaryFolder();
    {
      await using store = await openFile(folder.path('killed.db'));
      await store.ingest(ingestionOf(salesFor(['a'], SALES)));
      // As after a kill: nobody wrote the log into the file.
      await copyFile(folder.path('killed.db'), folder.path('copy.db'));
      await copyFile(folder.path('killed.db-wal'), folder.path('copy.db-wal'));
    }
    await restoreIn(folder, { file: folder.path('copy.db') });
    await using store = await openRestored(folder);
    expect(await waitingKeys(store, SALES)).toEqual(['a']);
  });

  it('keeps what it restored and what it replaced for the owner alone', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async () => undefined);
    const files = [folder.path('gavel.db'), folder.path('gavel.db-wal')];
    for (const file of files) await writeFile(file, 'replaced');
    await rename(folder.path('backups', 'gavel-19700105T040000Z.db'), folder.path('carried.db'));
    for (const file of [...files, folder.path('carried.db')]) await chmod(file, 0o644);

    const { file, replaced } = await restoreIn(folder, { file: folder.path('carried.db') });

    const modes = [file, `${replaced}`, `${replaced}-wal`].map(
      async (path) => (await stat(path)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o600, 0o600, 0o600]);
  });

  it('never replaces what an earlier restore kept', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async () => undefined);
    await writeFile(folder.path('gavel.db'), 'first');
    const { replaced } = await restoreIn(folder);
    await writeFile(folder.path('gavel.db'), 'second');
    await expect(restoreIn(folder)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
    expect(await readFile(`${replaced}`, 'utf8')).toBe('first');
    expect(await readFile(folder.path('gavel.db'), 'utf8')).toBe('second');
  });
});
