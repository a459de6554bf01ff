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
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { backUp } from '#src/store/file/backup.ts';
import { type BackupChoice, type Restored, restore } from '#src/store/file/restore.ts';
import { markAsMoved } from '#src/store/move/mark.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

import { auctionAlert, noticeAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIngestionOf,
  begin,
  GENERAL,
  ingestionOf,
  noticeTo,
  QUIET,
  ruleFor,
  SALES,
  sale,
  salesFor,
  send,
  waitingKeys,
} from '../samples.ts';
import { damageFrom } from './damage.ts';
import { openFile, type TemporaryFolder, temporaryFolder } from './folder.ts';

const HOUR_MS = 3_600_000;
/** When these databases are backed up and restored, epoch ms. */
const BACKED_UP = 100 * HOUR_MS;
const RESTORED = 105 * HOUR_MS;

function backUpIn(folder: TemporaryFolder, now = BACKED_UP) {
  const databaseUrl = `sqlite:${folder.path('gavel.db')}`;
  return backUp({ databaseUrl, target: null, now, onProgress: () => undefined });
}

function restoreIn(
  folder: TemporaryFolder,
  backup: BackupChoice | null = 'newest',
  now = RESTORED,
): Promise<Restored> {
  return restore({ databaseUrl: `sqlite:${folder.path('gavel.db')}`, backup, now });
}

function openRestored(folder: TemporaryFolder, now = RESTORED): Promise<Store> {
  const log = pino({ level: 'silent' });
  return openStore({ databaseUrl: `sqlite:${folder.path('gavel.db')}`, log, now: () => now });
}

/** A database with something in it, closed and backed up. */
async function backedUp(folder: TemporaryFolder, prepare: (store: Store) => Promise<void>): Promise<void> {
  const store = await openFile(folder.path('gavel.db'));
  await store.ingest(ingestionOf([], { seen: ['id:0'] }));
  await prepare(store);
  await backUpIn(folder);
  await store[Symbol.asyncDispose]();
}

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

describe('a database that was restored from a backup', () => {
  it('has what waited, and what was under way, looked up one by one before it is posted', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await begin(store, SALES, 2);
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const { unsettled, pending, waiting, toSummarise } = await store.channelWork(SALES, 10);
    expect(unsettled).toBeNull();
    expect(pending.map(({ alert, alone, summarised }) => [alert.key, alone, summarised])).toEqual([
      ['a', true, false],
      ['b', true, false],
      ['c', true, false],
    ]);
    expect([waiting, toSummarise]).toEqual([3, 3]);
    expect((await store.channelWork(SALES, 1)).toSummarise).toBe(3);
    const post = await begin(store, SALES, 1, { at: RESTORED });
    expect(post).toMatchObject({ state: 'ambiguous', attempts: 1 });
    expect((await store.channelWork(SALES, 10)).unsettled).toEqual(post);
  });

  it('verifies a message that held its channel again', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.addSubscription(ruleFor(SALES));
      await store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await store.holdPost((await begin(store, SALES, 1)).id, 'crowded');
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    expect(await store.queueStatuses([SALES])).toMatchObject([
      { state: 'open', problemCode: null, waiting: 1 },
    ]);
    expect(await store.dueNotices()).toEqual([]);
    expect(await store.channelsWithWork()).toEqual([SALES]);
  });

  it('searches for a message from an hour before its alert, but not from before the backup', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['old'], SALES)))));
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const occurredAt = (BACKED_UP + 3 * HOUR_MS) / 1_000;
    await store.ingest(ingestionOf([addressed(sale('new', { occurredAt }), QUIET)]));
    const firstTries = [await begin(store, SALES, 1), await begin(store, QUIET, 1)];
    expect(firstTries.map(({ firstTryAt }) => firstTryAt)).toEqual([
      Math.min(BACKED_UP, 2_000_000 - HOUR_MS),
      Math.min(BACKED_UP + 2 * HOUR_MS, 2_000_000 - HOUR_MS),
    ]);
    await store.markSent(firstTries[1]?.id ?? 0, { messageId: 'm', at: RESTORED, publish: false });
    await store.ingest(ingestionOf([addressed(sale('newer', { occurredAt }), QUIET)]));
    const at = RESTORED;
    expect((await begin(store, QUIET, 1, { at })).firstTryAt).toBe(BACKED_UP + 2 * HOUR_MS);
  });

  it('posts an alert that was looked for and not found, like any other from then on', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const post = await begin(store, SALES, 1, { at: RESTORED });
    const again = await store.retryPost(post.id, { at: RESTORED, newWindow: true, layout: 'card' });
    expect(again).toMatchObject({ state: 'sending', attempts: 1, firstTryAt: RESTORED });
    await store.release(post.id, { notBefore: 0, alone: false });
    expect((await begin(store, SALES, 1, { at: RESTORED })).state).toBe('sending');
  });

  it('verifies new alerts of events before the restore, with a tolerance for clocks, and no later ones', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async () => undefined);
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const minutesAfter = (minutes: number) => RESTORED / 1_000 + minutes * 60;
    await store.ingest(
      ingestionOf([
        addressed(sale('before', { occurredAt: minutesAfter(-200) }), SALES),
        addressed(sale('soon', { occurredAt: minutesAfter(5) }), GENERAL),
        addressed(sale('later', { occurredAt: minutesAfter(6) }), QUIET),
      ]),
    );
    const posts = [];
    for (const channel of [SALES, GENERAL, QUIET])
      posts.push(await begin(store, channel, 1, { at: RESTORED }));
    expect(posts.map(({ state }) => state)).toEqual(['ambiguous', 'ambiguous', 'sending']);
  });

  it('verifies for an hour alerts dated with their announcement: auctions about to end, and notices', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.addSubscription(ruleFor(GENERAL));
      await store.stopQueue(GENERAL, { state: 'paused', code: 50_013 });
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    const occurredAt = RESTORED / 1_000 + 3_600;
    const ending = { topic: 'auction_ending', leads: [10] } as const;
    await store.ingestAuctions(
      auctionIngestionOf([
        addressed(auctionAlert({ ...ending, key: 'within', occurredAt }), SALES),
        addressed(auctionAlert({ ...ending, key: 'later', occurredAt: occurredAt + 1 }), QUIET),
      ]),
    );
    await store.postNotice(GENERAL, {
      alert: noticeAlert({ occurredAt }),
      to: [noticeTo('900000000000000009')],
    });
    const posts = [];
    for (const channel of [SALES, '900000000000000009', QUIET]) {
      posts.push(await begin(store, channel, 1, { at: RESTORED }));
    }
    expect(posts.map(({ state }) => state)).toEqual(['ambiguous', 'ambiguous', 'sending']);
  });

  it('keeps verifying after the next start, but counts only the first start as the restore', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    await restoreIn(folder);
    const first = await openRestored(folder);
    const sent = await begin(first, SALES, 1, { at: RESTORED });
    await first.markSent(sent.id, { messageId: 'm', at: RESTORED, publish: false });
    await first[Symbol.asyncDispose]();
    await using second = await openRestored(folder, RESTORED + 100 * HOUR_MS);
    await second.ingest(ingestionOf(salesFor(['b'], SALES)));
    await second.ingest(ingestionOf([addressed(sale('c', { occurredAt: 1e9 }), GENERAL)]));
    expect((await begin(second, SALES, 1)).state).toBe('ambiguous');
    expect((await begin(second, GENERAL, 1)).state).toBe('sending');
  });

  it('never summarises alerts that need verification, nor counts them as still to be summarised', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => {
      await store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      await store.summariseWaiting(SALES, { includeUrgent: true });
    });
    await restoreIn(folder);
    await using store = await openRestored(folder);
    await store.ingest(ingestionOf([addressed(sale('new', { occurredAt: 1e9 }), SALES)]));
    await store.summariseWaiting(SALES, { includeUrgent: true });
    const { pending, waiting, toSummarise } = await store.channelWork(SALES, 10);
    expect(pending.map(({ summarised }) => summarised)).toEqual([false, false, true]);
    expect([waiting, toSummarise]).toEqual([3, 3]);
    expect((await store.channelWork(SALES, 1)).toSummarise).toBe(3);
    const deliveryIds = pending.map(({ id }) => id);
    const post = {
      channelId: SALES,
      deliveryIds,
      nonce: 'n',
      at: 1,
      layout: 'summary',
      pingRoleIds: [],
    } as const;
    await expect(store.startPost(post)).rejects.toThrow('must have a post of its own');
  });

  it('is recognised also when the backup was copied by hand', async () => {
    await using folder = await temporaryFolder();
    await using elsewhere = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    const [name = ''] = await readdir(folder.path('backups'));
    await copyFile(folder.path('backups', name), elsewhere.path('gavel.db'));
    await using store = await openRestored(elsewhere);
    expect((await begin(store, SALES, 1)).state).toBe('ambiguous');
  });

  it('can be backed up and restored again', async () => {
    await using folder = await temporaryFolder();
    await backedUp(folder, async (store) => void (await store.ingest(ingestionOf(salesFor(['a'], SALES)))));
    await restoreIn(folder);
    const store = await openRestored(folder);
    await send(store, SALES, 1);
    await store.ingest(ingestionOf(salesFor(['b'], SALES)));
    await store[Symbol.asyncDispose]();
    await backUpIn(folder, RESTORED);
    await restoreIn(folder, 'newest', RESTORED + HOUR_MS);
    await using again = await openRestored(folder, RESTORED + HOUR_MS);
    expect(await waitingKeys(again, SALES)).toEqual(['b']);
  });
});
