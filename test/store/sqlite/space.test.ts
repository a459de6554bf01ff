import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ingestionOf, prune, salesFor } from '../samples.ts';
import { openFile, temporaryFolder } from './folder.ts';
import { writeVersion } from './versions/fixture.ts';
import { version1 } from './versions/version-1.ts';

const INCREMENTAL = 2;
const DAY_MS = 24 * 3_600_000;

function autoVacuumOf(file: string): unknown {
  const db = new Database(file, { readonly: true });
  const mode = db.pragma('auto_vacuum', { simple: true });
  db.close();
  return mode;
}

describe('the space of the file', () => {
  it('is released after expired rows were deleted, and the log is truncated', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using store = await openFile(file);
    const keys = Array.from({ length: 12_000 }, (_, index) => `${'k'.repeat(900)}${index}`);
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

  it('can be released in a new database, and in one of the first release after the next start', async () => {
    await using folder = await temporaryFolder();
    await (await openFile(folder.path('new.db')))[Symbol.asyncDispose]();
    writeVersion(version1, folder.path('old.db'));
    expect(autoVacuumOf(folder.path('old.db'))).toBe(0);
    await (await openFile(folder.path('old.db')))[Symbol.asyncDispose]();
    expect([autoVacuumOf(folder.path('new.db')), autoVacuumOf(folder.path('old.db'))]).toEqual([
      INCREMENTAL,
      INCREMENTAL,
    ]);
  });

  it('leaves the log while another process reads it, without waiting', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using store = await openFile(file);
    await store.ingest(ingestionOf(salesFor(['a'])));
    const reader = new Database(file, { readonly: true });
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
});
