import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '#src/store/database/database.ts';
import { createEventLoopTurns } from '#src/store/database/event-loop-turn.ts';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { EARLIER_APPLICATION_IDS, SCHEMA_LINE } from '#src/store/database/sqlite/schema.ts';
import { createStatementCache } from '#src/store/database/sqlite/statements.ts';
import { backUp } from '#src/store/file/backup.ts';
import { restore } from '#src/store/file/restore.ts';
import { silentLog } from '../../support/silent-log.ts';

/** A folder for one database. */
function place(): Disposable & { readonly file: string; open(): ReturnType<typeof openSqliteDatabase> } {
  const folder = mkdtempSync(join(tmpdir(), 'gavel-sqlite-'));
  const file = join(folder, 'gavel.db');
  return {
    file,
    open: () => openSqliteDatabase({ databaseUrl: `sqlite:${file}`, log: silentLog, now: () => 1_000 }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

const add = (transaction: Transaction, key: string) =>
  transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute();

describe('an SQLite database', () => {
  it('is durable: it has a write-ahead log that is written through with every commit', async () => {
    using folder = place();
    await using database = await folder.open();
    const { db } = database.file;
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('auto_vacuum', { simple: true })).toBe(2);
    expect(db.pragma('application_id', { simple: true })).toBe(Buffer.from('Gav3').readUInt32BE());
    expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length);
  });

  it('is locked against a second process', async () => {
    using folder = place();
    await using database = await folder.open();
    await expect(folder.open()).rejects.toThrow('Another Gavel is running on the database');
    await database[Symbol.asyncDispose]();
    await using second = await folder.open();
    expect(second.dialect).toBe('sqlite');
  });

  it('of the first line of schemas is refused with what to do', async () => {
    using folder = place();
    const db = new Sqlite(folder.file);
    db.exec('create table lanes (a)');
    db.pragma(`application_id = ${EARLIER_APPLICATION_IDS[0]}`);
    db.pragma('user_version = 10');
    db.close();
    await expect(folder.open()).rejects.toThrow(
      /was written by an earlier Gavel, whose databases this one cannot read; move it away, and a new one is created\.$/,
    );
  });

  it('of another program is refused', async () => {
    using folder = place();
    const db = new Sqlite(folder.file);
    db.exec('create table cats (name)');
    db.close();
    await expect(folder.open()).rejects.toThrow(/belongs to another program\.$/);
  });

  it('takes the write lock when a transaction begins', async () => {
    using folder = place();
    await using database = await folder.open();
    using other = new DisposableStack();
    const db = new Sqlite(folder.file, { timeout: 0 });
    other.defer(() => db.close());
    await database.transaction('read first', async (transaction) => {
      await transaction.selectFrom('seenKeys').select('id').execute();
      expect(() => db.exec('begin immediate')).toThrow(/locked/);
      await add(transaction, 'a');
    });
    expect(db.prepare('select key from seen_keys').pluck().all()).toEqual(['a']);
  });

  it('reports a full disk, from which the next transaction recovers', async () => {
    using folder = place();
    await using database = await folder.open();
    const { db } = database.file;
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`);
    const filling = database.transaction('fill', async (transaction) => {
      for (let index = 0; index < 1_000; index += 1) await add(transaction, `${index}${'x'.repeat(4_000)}`);
    });
    await expect(filling).rejects.toThrow(/could not be written because the disk is full/);
    expect(database.maintenance.problem()).toBe('disk full');
    db.pragma('max_page_count = 1000000');
    await database.transaction('fill', (transaction) => add(transaction, 'a'));
    expect(database.maintenance.problem()).toBeNull();
  });

  it('says that it is closed', async () => {
    using folder = place();
    const database = await folder.open();
    await database[Symbol.asyncDispose]();
    await expect(database.transaction('late', (transaction) => add(transaction, 'a'))).rejects.toThrow(
      /is closed\.$/,
    );
  });

  it('is backed up while it is used, and restored', async () => {
    using folder = place();
    const options = { databaseUrl: `sqlite:${folder.file}`, now: 1_000, line: SCHEMA_LINE };
    await using database = await folder.open();
    await database.transaction('add', (transaction) => add(transaction, 'kept'));
    const backup = await backUp({ ...options, target: null, onProgress: () => undefined });
    await database.transaction('add', (transaction) => add(transaction, 'lost'));
    await database[Symbol.asyncDispose]();
    await restore({ ...options, backup });
    await using restored = await folder.open();
    const keys = await restored.read('keys', (queries) =>
      queries.selectFrom('seenKeys').select('key').execute(),
    );
    expect(keys).toEqual([{ key: 'kept' }]);
  });

  it('lets the rest of the process run every 20 ms while a long transaction goes on', async () => {
    using folder = place();
    let clock = 0;
    // Every statement takes 5 ms.
    const monotonicNow = () => {
      clock += 5;
      return clock;
    };
    await using database = await openSqliteDatabase({
      databaseUrl: `sqlite:${folder.file}`,
      log: silentLog,
      now: () => 1_000,
      monotonicNow,
    });
    let done = 0;
    /** After how many statements other work ran. */
    const interruptions = new Set<number>();
    await database.transaction('long', async (transaction) => {
      while (done < 40) {
        setImmediate(() => interruptions.add(done));
        await add(transaction, String(done));
        done += 1;
      }
    });
    expect(interruptions.size).toBeGreaterThanOrEqual(6);
    expect(interruptions.size).toBeLessThanOrEqual(12);
  });
});

describe('the turns of the event loop', () => {
  it('are told apart, and microtasks are no turns', async () => {
    const turns = createEventLoopTurns();
    const first = turns.current();
    await Promise.resolve();
    expect(turns.current()).toBe(first);
    await nextTurn();
    expect(turns.current()).toBe(first + 1);
  });

  it('have lasted since they were first asked for', async () => {
    let now = 100;
    const turns = createEventLoopTurns(() => now);
    expect(turns.heldMs()).toBe(0);
    now = 130;
    expect(turns.heldMs()).toBe(30);
    await turns.giveWay();
    expect(turns.heldMs()).toBe(0);
  });
});

describe('the cache of statements', () => {
  it('prepares a text once, and forgets those that were used the longest time ago', () => {
    const db = new Sqlite(':memory:');
    const prepare = createStatementCache(db);
    const first = prepare('select 0');
    expect(prepare('select 0')).toBe(first);
    for (let index = 1; index < 500; index += 1) prepare(`select ${index}`);
    expect(prepare('select 0')).toBe(first);
    prepare('select 500');
    expect(prepare('select 0')).toBe(first);
    const second = prepare('select 1');
    for (let index = 501; index < 1_001; index += 1) prepare(`select ${index}`);
    expect(prepare('select 1')).not.toBe(second);
    db.close();
  });
});
