import { copyFile, readdir } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { MATCH_ALL } from '../../../src/alerts/filters/index.ts';
import { backUp } from '../../../src/store/sqlite/backup.ts';
import { migrations } from '../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../src/store/sqlite/schema.ts';
import { ITEM, only, ruleFor, send, waitingKeys } from '../samples.ts';
import { openFile, type TemporaryFolder, temporaryFolder } from './folder.ts';
import { versions } from './versions/every.ts';
import { BUSY, DERPS, GUILD, LEFT, PAUSED, type VersionFixture, writeVersion } from './versions/fixture.ts';
import { version6 } from './versions/version-6.ts';

function openVersion(fixture: VersionFixture, folder: TemporaryFolder) {
  writeVersion(fixture, folder.path('gavel.db'));
  return openFile(folder.path('gavel.db'));
}

/** Opens the closed database for `read`. */
function readDatabase<T>(file: string, read: (db: Database.Database) => T): T {
  const db = new Database(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

function tablesOf(db: Database.Database): string[] {
  const names = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all();
  return names.map(String);
}

/** The schema with unquoted names: SQLite quotes the name of a renamed table. */
function schemaOf(db: Database.Database): unknown[] {
  const statements = db
    .prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name')
    .pluck()
    .all();
  return statements.map((sql) => String(sql).replaceAll('"', ''));
}

/** Every row of every table. */
function contentsOf(db: Database.Database): unknown {
  const rows = tablesOf(db).map((table) => [table, db.prepare(`SELECT * FROM "${table}"`).all()]);
  return { version: db.pragma('user_version'), schema: schemaOf(db), rows };
}

describe('the fixtures of versions', () => {
  it('exist for every version, in order', () => {
    expect(versions.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });
});

describe.each(versions)('a database of schema $version', (fixture) => {
  it('has rows in every table, so that the loss of any table is noticed', async () => {
    await using folder = await temporaryFolder();
    writeVersion(fixture, folder.path('gavel.db'));
    const empty = readDatabase(folder.path('gavel.db'), (db) =>
      tablesOf(db).filter((table) => db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() === undefined),
    );
    expect(empty).toEqual([]);
  });

  it('gets the schema of a new database, with valid data and references', async () => {
    await using folder = await temporaryFolder();
    await (await openVersion(fixture, folder))[Symbol.asyncDispose]();
    await (await openFile(folder.path('new.db')))[Symbol.asyncDispose]();
    const found = readDatabase(folder.path('gavel.db'), (db) => ({
      schema: schemaOf(db),
      check: db.pragma('integrity_check', { simple: true }),
      broken: db.pragma('foreign_key_check'),
    }));
    expect(found).toEqual({ schema: readDatabase(folder.path('new.db'), schemaOf), check: 'ok', broken: [] });
  });

  it('is backed up once before its migration', async () => {
    await using folder = await temporaryFolder();
    writeVersion(fixture, folder.path('gavel.db'));
    const before = readDatabase(folder.path('gavel.db'), contentsOf);
    for (let starts = 0; starts < 2; starts += 1)
      await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();

    const copies = await readdir(folder.path('backups')).catch(() => []);
    expect(copies).toHaveLength(fixture.version < migrations.length ? 1 : 0);
    for (const copy of copies) {
      const kept = readDatabase(folder.path('backups', copy), (db) => {
        // The mark of a copy.
        db.exec('DROP TABLE backup');
        return contentsOf(db);
      });
      expect(kept).toEqual(before);
    }
  });

  it('is unchanged after a migration that fails half-way', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    writeVersion(fixture, file);
    const before = readDatabase(file, contentsOf);
    const bad = {
      name: 'bad',
      sql: 'DELETE FROM deliveries; DROP TABLE seen; CREATE TABLE news (id); INSERT INTO nowhere VALUES (1)',
    };
    const steps = [...migrations.slice(0, fixture.version), bad];
    expect(() => readDatabase(file, (db) => migrate(db, steps))).toThrow(/nowhere/);
    expect(readDatabase(file, contentsOf)).toEqual(before);
  });

  it('can be backed up by this version before its migration, and restored', async () => {
    await using folder = await temporaryFolder();
    writeVersion(fixture, folder.path('gavel.db'));
    const { file, schema } = await backUp({
      databaseUrl: `sqlite:${folder.path('gavel.db')}`,
      target: folder.path('copy.db'),
      now: 5_000_000,
      onProgress: () => undefined,
    });
    expect(schema).toBe(fixture.version);
    await copyFile(file, folder.path('restored.db'));
    await using store = await openFile(folder.path('restored.db'));
    expect(await waitingKeys(store, BUSY)).toEqual(['sale:2', 'sweep:3', 'sale:4']);
  });

  it('keeps its rules, with newer conditions not set', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    const usual = {
      guildId: GUILD,
      topics: ['sale'],
      pingRoles: [],
      pausedAt: null,
      lastMatchAt: null,
    };
    expect(await store.allSubscriptions()).toEqual([
      {
        ...usual,
        id: 1,
        channelId: BUSY,
        filter: MATCH_ALL,
        createdBy: '700000000000000001',
        createdAt: 10,
      },
      {
        ...usual,
        id: 2,
        channelId: PAUSED,
        filter: only(DERPS),
        createdBy: '700000000000000002',
        createdAt: 20,
      },
    ]);
  });

  it('recognises its rules when they are added again', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    for (const rule of [ruleFor(BUSY), ruleFor(PAUSED, { filter: only(DERPS) })]) {
      await expect(store.addSubscription(rule)).resolves.toMatchObject({ created: false });
    }
  });

  it('never reuses the id of a removed rule', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    const { subscription } = await store.addSubscription(ruleFor(LEFT));
    expect(subscription.id).toBe(10);
  });

  it('keeps the state of its channel queues, and why they were stopped', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    expect(await store.queueStatuses([BUSY, PAUSED])).toEqual([
      { channelId: BUSY, state: 'open', problemCode: null, lastPostAt: 500, waiting: 2, lastProblem: null },
      {
        channelId: PAUSED,
        state: 'paused',
        problemCode: 50_013,
        lastPostAt: null,
        waiting: 1,
        lastProblem: { at: 600, code: 50_013 },
      },
    ]);
    expect(await store.dueNotices()).toEqual([]);
  });

  it('settles the message that was under way and delivers what waited, in its order', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    await store.recover();
    const { unsettled } = await store.channelWork(BUSY, 10);
    expect(unsettled).toMatchObject({ id: 2, state: 'ambiguous', form: 'rich', nonce: 'two', attempts: 3 });
    expect(unsettled?.alerts.map(({ key }) => key)).toEqual(['sale:2']);
    await store.markSent(2, { messageId: 'm2', at: 700, publish: false });
    expect(await waitingKeys(store, BUSY)).toEqual(['sweep:3', 'sale:4']);
    const third = await send(store, BUSY, 1);
    const item = { ...ITEM, image: null };
    expect(third.alerts).toEqual([
      {
        kind: 'sweep',
        topic: 'sale',
        key: 'sweep:3',
        liveKey: null,
        buyer: null,
        txHash: null,
        occurredAt: 1_000,
        items: [item, { ...item, currency: DERPS, price: null }],
      },
    ]);
    await send(store, BUSY, 1);
    await store.addSubscription(ruleFor(PAUSED));
    await send(store, PAUSED, 1);
    for (const channelId of await store.channelsWithWork()) await send(store, channelId, 10);
    expect(await store.channelsWithWork()).toEqual([]);
  });

  it('has no foreign key violations, and refuses new ones', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    await store.feedState();
    const db = new Database(folder.path('gavel.db'));
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(() => db.exec('UPDATE deliveries SET post_id = 99 WHERE id = 1')).toThrow(/FOREIGN KEY/);
    db.close();
  });

  it('deletes the channels of a server together with the server', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    await store.eraseGuild(GUILD);
    expect(await store.allSubscriptions()).toEqual([]);
    expect(await waitingKeys(store, BUSY)).toEqual([]);
    expect(await waitingKeys(store, PAUSED)).toEqual([]);
  });
});

describe('a database with one ping role for each channel', () => {
  it('keeps the role that a message mentions, and when it was last pinged', async () => {
    await using folder = await temporaryFolder();
    const fixture: VersionFixture = {
      version: 6,
      fill(db) {
        version6.fill(db);
        db.exec(`
          UPDATE posts SET ping_role_id = '7' WHERE id = 2;
          UPDATE lanes SET last_ping_at = 400 WHERE channel_id = '${BUSY}';
          UPDATE channel_settings SET ping_role_id = '7', ping_cool_down = 5 WHERE channel_id = '${BUSY}'`);
      },
    };
    await using store = await openVersion(fixture, folder);
    const { unsettled, lastPings } = await store.channelWork(BUSY, 1);
    expect(unsettled?.pingRoleIds).toEqual(['7']);
    expect(lastPings).toEqual(new Map([['7', 400]]));
  });
});

describe('a migration that breaks references', () => {
  it('is refused and does not change the database', () => {
    const db = new Database(':memory:');
    const first = {
      name: 'first',
      sql: `CREATE TABLE one (id INTEGER PRIMARY KEY); CREATE TABLE two (one INTEGER REFERENCES one (id));
            INSERT INTO one VALUES (1); INSERT INTO two VALUES (1)`,
    };
    const bad = { name: 'bad', sql: 'DELETE FROM one' };
    migrate(db, [first]);
    expect(() => migrate(db, [first, bad])).toThrow(
      expect.objectContaining({ code: 'STORE_UNUSABLE', message: expect.stringContaining('(bad)') }),
    );
    expect(db.prepare('SELECT id FROM one').pluck().all()).toEqual([1]);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
  });
});
