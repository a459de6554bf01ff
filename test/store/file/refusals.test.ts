import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';
import { requireNode } from '#src/store/database/sqlite/load-driver.ts';
import { openStore } from '#src/store/open.ts';
import { ingestionOf, SALES, salesFor } from '../samples.ts';
import { damageFrom } from './damage.ts';
import { openFile, temporaryFolder } from './folder.ts';

const IS_ROOT = process.getuid?.() === 0;

function refusal(code: string, message: RegExp) {
  return { name: 'GavelError', code, message: expect.stringMatching(message) };
}

describe('opening a database', () => {
  it('makes the folders that are missing', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('a', 'b', 'gavel.db'));
    await expect(store.feedState()).resolves.toBe('blank');
  });

  it('is refused where no folder can be made, as in /proc', async () => {
    await expect(openFile('/proc/gavel/data/gavel.db')).rejects.toMatchObject(
      refusal('STORE_UNUSABLE', /The (?:folder of the )?database \/proc\/gavel\/data\/gavel\.db /),
    );
  });

  it('accepts an empty file', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.path('gavel.db'), '');
    await using store = await openFile(folder.path('gavel.db'));
    await expect(store.feedState()).resolves.toBe('blank');
  });

  it('refuses a file that is no database, and leaves it as it is', async () => {
    await using folder = await temporaryFolder();
    const text = 'Dear diary, '.repeat(1_000);
    await writeFile(folder.path('gavel.db'), text);
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject({
      ...refusal('STORE_UNUSABLE', /is not a Gavel database/),
      cause: { code: 'SQLITE_NOTADB' },
    });
    expect(await readFile(folder.path('gavel.db'), 'utf8')).toBe(text);
  });

  it('refuses a database that is damaged', async () => {
    await using folder = await temporaryFolder();
    const store = await openFile(folder.path('gavel.db'));
    await store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
    await store[Symbol.asyncDispose]();
    await damageFrom(folder.path('gavel.db'), 8_192);
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject({
      ...refusal('STORE_UNUSABLE', /is damaged; restore it from a backup/),
      cause: expect.any(Error),
    });
  });

  it('names the newest backup of a database that is damaged, and how it is restored', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    const store = await openFile(file);
    await store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
    await store[Symbol.asyncDispose]();
    await damageFrom(file, 8_192);
    await expect(openFile(file)).rejects.toMatchObject(
      refusal('STORE_UNUSABLE', /There is no backup in .+backups\.$/),
    );
    await mkdir(folder.path('backups'));
    for (const day of ['20260101', '20260103', '20260102']) {
      await writeFile(folder.path('backups', `gavel-${day}T000000Z.db`), '');
    }
    const newest = folder.path('backups', 'gavel-20260103T000000Z.db');
    const message = expect.stringContaining(
      `Its newest backup is ${newest}; restore that with: npm run restore -- ${newest}`,
    );
    await expect(openFile(file)).rejects.toMatchObject({ code: 'STORE_UNUSABLE', message });
    await damageFrom(file, 0);
    await expect(openFile(file)).rejects.toMatchObject({ code: 'STORE_UNUSABLE', message });
  });

  it('refuses the database of another program, and leaves it as it is', async () => {
    await using folder = await temporaryFolder();
    const other = new Database(folder.path('gavel.db'));
    other.exec('CREATE TABLE recipes (name TEXT)');
    other.close();
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject(
      refusal('STORE_UNUSABLE', /belongs to another program/),
    );
    const after = new Database(folder.path('gavel.db'));
    expect(after.pragma('journal_mode', { simple: true })).toBe('delete');
    after.close();
  });

  it('refuses a schema newer than this program', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();
    const db = new Database(folder.path('gavel.db'));
    db.pragma('user_version = 999');
    db.exec('update schema_compatibility set oldest_program = 999');
    db.close();
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject(
      refusal(
        'STORE_UNUSABLE',
        new RegExp(
          `written by a newer Gavel \\(schema 999, supported up to ${MIGRATIONS.length}\\); update Gavel`,
        ),
      ),
    );
  });

  it('refuses a folder that cannot be made', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.path('file'), '');
    await expect(openFile(folder.path('file', 'gavel.db'))).rejects.toMatchObject({
      ...refusal('STORE_UNUSABLE', /folder of the database .* cannot be created/),
      cause: expect.any(Error),
    });
  });

  it('refuses a folder in place of the file', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.path('gavel.db'));
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject(
      refusal('STORE_UNUSABLE', /cannot be opened/),
    );
  });

  it.skipIf(IS_ROOT)('refuses a folder that it may not write to (root may)', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.path('locked'));
    await chmod(folder.path('locked'), 0o500);
    await expect(openFile(folder.path('locked', 'gavel.db'))).rejects.toMatchObject(
      refusal('STORE_UNUSABLE', /cannot be opened/),
    );
  });

  it.skipIf(IS_ROOT).each(['gavel.db', 'gavel.db.lock'])(
    'refuses a database whose %s it may only read (root may write)',
    async (file) => {
      await using folder = await temporaryFolder();
      await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();
      await chmod(folder.path(file), 0o400);
      await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject(
        refusal('STORE_UNUSABLE', /cannot be written/),
      );
    },
  );

  it.each(['mysql://user:secret@host/gavel', 'data/gavel.db', 'sqlite:', 'sqlite:  '])(
    'refuses the URL "%s" without repeating it',
    async (databaseUrl) => {
      const opening = openStore({ databaseUrl, log: pino({ level: 'silent' }), now: () => 0 });
      await expect(opening).rejects.toMatchObject(
        refusal('CONFIG_INVALID', /^DATABASE_URL must be sqlite:path\/to\/file\.db or sqlite::memory:\.$/),
      );
    },
  );

  it('opens the database behind a link as the same one', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.feedState();
    await symlink(folder.path('gavel.db'), folder.path('link.db'));
    await expect(openFile(folder.path('link.db'))).rejects.toMatchObject({ code: 'STORE_IN_USE' });
  });

  it('leaves nothing locked behind when it refuses', async () => {
    await using folder = await temporaryFolder();
    await writeFile(folder.path('gavel.db'), 'no database '.repeat(100));
    await expect(openFile(folder.path('gavel.db'))).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
    await writeFile(folder.path('gavel.db'), '');
    await using store = await openFile(folder.path('gavel.db'));
    await expect(store.feedState()).resolves.toBe('blank');
  });
});

describe('a database that turns out to be damaged while it is open', () => {
  it('reports it once, with the newest backup', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    const filled = await openFile(file);
    const keys = Array.from({ length: 3_000 }, (_, index) => `${'k'.repeat(500)}${index}`);
    await filled.ingest(ingestionOf(salesFor(keys)));
    await filled[Symbol.asyncDispose]();
    await mkdir(folder.path('backups'));
    await writeFile(folder.path('backups', 'gavel-20260101T000000Z.db'), '');
    const reported: unknown[] = [];
    const log = pino({ level: 'silent' });
    await using store = await openStore({
      databaseUrl: `sqlite:${file}`,
      log,
      now: () => 0,
      onDamage: (error) => reported.push(error),
    });
    // A write by another connection makes the store reread the file instead of using its cache.
    const other = new Database(file);
    other.exec(`INSERT INTO seen_keys (key, seen_at) VALUES ('other', 0)`);
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    await damageFrom(file, 16_384);
    const failure = refusal('STORE_UNUSABLE', /is damaged.+\(SQLITE_CORRUPT\).+npm run restore/);
    await expect(store.ingest(ingestionOf(salesFor(keys.toReversed())))).rejects.toMatchObject(failure);
    expect(reported).toMatchObject([failure]);
  });
});

describe('a store that was closed', () => {
  it('may be closed again, and rejects every call', async () => {
    await using folder = await temporaryFolder();
    const store = await openFile(folder.path('gavel.db'));
    await store[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
    await expect(store.feedState()).rejects.toMatchObject(refusal('STORE_UNUSABLE', /is closed/));
    await expect(store.recover()).rejects.toMatchObject(refusal('STORE_UNUSABLE', /is closed/));
  });
});

describe('a row that does not fit', () => {
  it('is an unusable store, not a wrong alert', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.ingest(ingestionOf(salesFor(['a'], SALES)));
    const other = new Database(folder.path('gavel.db'));
    other.exec(`UPDATE alerts SET payload = replace(payload, '"version":1', '"version":0')`);
    other.close();
    await expect(store.channelWork(SALES, 1)).rejects.toMatchObject(
      refusal('STORE_UNUSABLE', /contains an alert that cannot be read/),
    );
  });
});

describe('the version of Node', () => {
  it.each(['22.14.0', '22.14.1', '22.15.0', '23.0.0', '24.21.0'])('%s is taken', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(['22.13.9', '20.20.2', '18.0.0'])('%s is refused before the driver is loaded', (version) => {
    expect(() => requireNode(version)).toThrow(
      expect.objectContaining(refusal('STORE_UNUSABLE', new RegExp(`needs Node 22.14 or newer.*${version}`))),
    );
  });
});
