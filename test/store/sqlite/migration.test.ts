import { copyFile, readdir } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../src/domain/alert-filter.ts';
import { backUp } from '../../../src/store/sqlite/backup.ts';
import { migrations } from '../../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../../src/store/sqlite/schema.ts';
import { ITEM, only, ruleFor, send, waitingKeys } from '../samples.ts';
import { openFile, type TemporaryFolder, temporaryFolder } from './folder.ts';
import { versions } from './versions/every.ts';
import { BUSY, DERPS, GUILD, LEFT, PAUSED, type VersionFixture, writeVersion } from './versions/fixture.ts';

function openVersion(fixture: VersionFixture, folder: TemporaryFolder) {
  writeVersion(fixture, folder.path('gavel.db'));
  return openFile(folder.path('gavel.db'));
}

/** What `read` finds in the database, which nobody has open. */
function look<T>(file: string, read: (db: Database.Database) => T): T {
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

/** The schema in one spelling: a table that was renamed has its name in quotes. */
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
  it('are there for every version, in order', () => {
    expect(versions.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });
});

describe.each(versions)('a database of schema $version', (fixture) => {
  it('has something in every table, so that every table is seen to be kept', async () => {
    await using folder = await temporaryFolder();
    writeVersion(fixture, folder.path('gavel.db'));
    const empty = look(folder.path('gavel.db'), (db) =>
      tablesOf(db).filter((table) => db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() === undefined),
    );
    expect(empty).toEqual([]);
  });

  it('becomes one like any new database, sound and with everything that refers to another row', async () => {
    await using folder = await temporaryFolder();
    await (await openVersion(fixture, folder))[Symbol.asyncDispose]();
    await (await openFile(folder.path('new.db')))[Symbol.asyncDispose]();
    const found = look(folder.path('gavel.db'), (db) => ({
      schema: schemaOf(db),
      check: db.pragma('integrity_check', { simple: true }),
      broken: db.pragma('foreign_key_check'),
    }));
    expect(found).toEqual({ schema: look(folder.path('new.db'), schemaOf), check: 'ok', broken: [] });
  });

  it('is copied as it was before it is brought up to date, once', async () => {
    await using folder = await temporaryFolder();
    writeVersion(fixture, folder.path('gavel.db'));
    const before = look(folder.path('gavel.db'), contentsOf);
    for (let starts = 0; starts < 2; starts += 1)
      await (await openFile(folder.path('gavel.db')))[Symbol.asyncDispose]();

    const copies = await readdir(folder.path('backups')).catch(() => []);
    expect(copies).toHaveLength(fixture.version < migrations.length ? 1 : 0);
    for (const copy of copies) {
      const kept = look(folder.path('backups', copy), (db) => {
        // The mark of a copy.
        db.exec('DROP TABLE backup');
        return contentsOf(db);
      });
      expect(kept).toEqual(before);
    }
  });

  it('is left as it was by a migration that fails, whatever that had done by then', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    writeVersion(fixture, file);
    const before = look(file, contentsOf);
    const bad = {
      name: 'bad',
      sql: 'DELETE FROM deliveries; DROP TABLE seen; CREATE TABLE news (id); INSERT INTO nowhere VALUES (1)',
    };
    const steps = [...migrations.slice(0, fixture.version), bad];
    expect(() => look(file, (db) => migrate(db, steps))).toThrow(/nowhere/);
    expect(look(file, contentsOf)).toEqual(before);
  });

  it('can be backed up by this version before it is brought up to date, and restored', async () => {
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

  it('keeps its rules, which leave open what could not be asked for then', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    const usual = { guildId: GUILD, kinds: ['sale'], endingLead: 10, pausedAt: null, lastMatchAt: null };
    expect(await store.allSubscriptions()).toEqual([
      {
        ...usual,
        id: 1,
        channelId: BUSY,
        filter: EVERYTHING,
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

  it('knows its rules again when they are added once more', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    for (const rule of [ruleFor(BUSY), ruleFor(PAUSED, { filter: only(DERPS) })]) {
      await expect(store.addSubscription(rule)).resolves.toMatchObject({ created: false });
    }
  });

  it('never gives the id of a rule that was taken away to another', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    const { subscription } = await store.addSubscription(ruleFor(LEFT));
    expect(subscription.id).toBe(10);
  });

  it('keeps the state of its lanes, and why they were stopped', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    expect(await store.laneStatuses([BUSY, PAUSED])).toEqual([
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
    expect(await store.noticesDue()).toEqual([]);
  });

  it('settles the message that was under way and delivers what waited, in its order', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    await store.recover();
    const { unsettled } = await store.laneWork(BUSY, 10);
    expect(unsettled).toMatchObject({ id: 2, state: 'ambiguous', form: 'rich', nonce: 'two', attempts: 3 });
    expect(unsettled?.alerts.map(({ key }) => key)).toEqual(['sale:2']);
    await store.markSent(2, { messageId: 'm2', at: 700, publish: false });
    expect(await waitingKeys(store, BUSY)).toEqual(['sweep:3', 'sale:4']);
    const third = await send(store, BUSY, 1);
    const item = { ...ITEM, image: null };
    expect(third.alerts).toEqual([
      {
        type: 'sweep',
        kind: 'sale',
        key: 'sweep:3',
        topic: null,
        buyer: null,
        txHash: null,
        occurredAt: 1_000,
        items: [item, { ...item, currency: DERPS, price: null }],
      },
    ]);
    await send(store, BUSY, 1);
    await store.addSubscription(ruleFor(PAUSED));
    await send(store, PAUSED, 1);
    for (const channelId of await store.lanesWithWork()) await send(store, channelId, 10);
    expect(await store.lanesWithWork()).toEqual([]);
  });

  it('holds no reference that leads nowhere, and refuses new ones', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    await store.memory();
    const db = new Database(folder.path('gavel.db'));
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(() => db.exec('UPDATE deliveries SET post_id = 99 WHERE id = 1')).toThrow(/FOREIGN KEY/);
    db.close();
  });

  it('forgets the channel of a server together with the server', async () => {
    await using folder = await temporaryFolder();
    await using store = await openVersion(fixture, folder);
    await store.eraseGuild(GUILD);
    expect(await store.allSubscriptions()).toEqual([]);
    expect(await waitingKeys(store, BUSY)).toEqual([]);
    expect(await waitingKeys(store, PAUSED)).toEqual([]);
  });
});

describe('a migration that loses what others refer to', () => {
  it('is refused and leaves the database as it was', () => {
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
