import { copyFileSync, readFileSync, statSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '#src/store/database/database.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { createStore } from '#src/store/open.ts';
import { silentLog } from '../../support/silent-log.ts';
import { temporaryFolder } from '../file/folder.ts';
import { ingestionOf, prune, salesFor } from '../samples.ts';

const DAY_MS = 24 * 3_600_000;
/** The value of `pragma secure_delete`. */
const OVERWRITE_ALL = 1;

const openFile = (file: string) =>
  openSqliteDatabase({ databaseUrl: `sqlite:${file}`, log: silentLog, now: () => 5_000_000 });

/** Adds rows for so long that the transaction gives way to the event loop several times. */
async function addForLong(transaction: Transaction, prefix: string): Promise<void> {
  const begun = performance.now();
  for (let row = 0; performance.now() - begun < 150; row += 1)
    await transaction
      .insertInto('seenKeys')
      .values({ key: `${prefix}:${row}`, seenAt: 1 })
      .execute();
}

/** How many tables a copy of the main file alone has. */
function tablesWithoutLog(file: string): number {
  copyFileSync(file, `${file}.copy`);
  const copy = new Sqlite(`${file}.copy`);
  try {
    const tables = copy.prepare<[], number>("SELECT count(*) FROM sqlite_schema WHERE type = 'table'");
    return tables.pluck().get() ?? 0;
  } finally {
    copy.close();
  }
}

describe('the main file of an SQLite database', () => {
  it('has all tables from the start, not only the write-ahead log', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using _database = await openFile(file);
    expect(tablesWithoutLog(file)).toBeGreaterThan(20);
    expect(statSync(`${file}-wal`).size).toBe(0);
  });
});

describe('the space of an SQLite file', () => {
  it('is released after expired rows were deleted, and the log is truncated', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using database = await openFile(file);
    const store = createStore(database);
    const keys = Array.from({ length: 4_000 }, (_, index) => `${'k'.repeat(2_700)}${index}`);
    await store.ingest(ingestionOf(salesFor(keys)));
    await store.reclaimSpace();
    const before = statSync(file).size;
    expect(statSync(`${file}-wal`).size).toBe(0);
    await prune(store, 15 * DAY_MS);
    await store.reclaimSpace();
    expect(before).toBeGreaterThan(20_000_000);
    expect(statSync(file).size).toBeLessThan(6_000_000);
    expect(statSync(`${file}-wal`).size).toBe(0);
  });

  it('leaves the log while another process reads it, without waiting', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using database = await openFile(file);
    const store = createStore(database);
    await store.ingest(ingestionOf(salesFor(['a'])));
    const reader = new Sqlite(file, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM alerts').get();
    await store.ingest(ingestionOf(salesFor(['b'])));
    const begun = performance.now();
    await store.reclaimSpace();
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(reader.prepare('SELECT count(*) FROM alerts').pluck().get()).toBe(1);
    reader.close();
    await store.reclaimSpace();
    expect(statSync(`${file}-wal`).size).toBe(0);
  });

  it('is released only when no transaction is open', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using database = await openFile(file);
    const begun = Promise.withResolvers<void>();
    let hasEnded = false;
    const long = database.transaction('long', async (transaction) => {
      begun.resolve();
      await addForLong(transaction, 'a');
      hasEnded = true;
    });
    await begun.promise;
    await database.maintenance.reclaimSpace();
    expect(hasEnded).toBe(true);
    await long;
    await database.maintenance.reclaimSpace();
    expect(statSync(`${file}-wal`).size).toBe(0);
  });
});

describe('what is erased', () => {
  it('cannot be read from the file afterwards', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using database = await openFile(file);
    await database.transaction('add', (transaction) =>
      transaction
        .insertInto('seenKeys')
        .values(
          Array.from({ length: 200 }, (_, row) => ({ key: `${row}:${'secret'.repeat(500)}`, seenAt: 1 })),
        )
        .execute(),
    );
    await database.maintenance.reclaimSpace();
    const isReadable = () => readFileSync(file, 'latin1').includes('secretsecret');
    expect(isReadable()).toBe(true);

    await database.maintenance.eraseSecurely(() =>
      database.transaction('erase', async (transaction) => {
        await transaction.deleteFrom('seenKeys').execute();
      }),
    );

    expect(isReadable()).toBe(false);
    expect(statSync(`${file}-wal`).size).toBe(0);
  });

  it('is overwritten until the last of several erasures has ended', async () => {
    await using folder = await temporaryFolder();
    await using database = await openFile(folder.path('gavel.db'));
    const isOverwriting = () => database.file.db.pragma('secure_delete', { simple: true }) === OVERWRITE_ALL;
    const erase = () =>
      database.maintenance.eraseSecurely(() =>
        database.transaction('erase', async (transaction) => {
          await addForLong(transaction, 'beside');
          await transaction.deleteFrom('seenKeys').execute();
          expect(isOverwriting()).toBe(true);
        }),
      );

    await Promise.all([erase(), erase(), erase()]);

    expect(isOverwriting()).toBe(false);
  });
});
