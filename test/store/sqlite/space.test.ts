import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { intakeOf, prune, salesFor } from '../samples.ts';
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
  it('is given back when what is old was thrown away, and the log is emptied', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using store = await openFile(file);
    const keys = Array.from({ length: 12_000 }, (_, index) => `${'k'.repeat(900)}${index}`);
    await store.intake(intakeOf(salesFor(keys)));
    await store.tidy();
    const before = statSync(file).size;
    expect(statSync(`${file}-wal`).size).toBe(0);
    await prune(store, 15 * DAY_MS);
    await store.tidy();
    expect(before).toBeGreaterThan(20_000_000);
    expect(statSync(file).size).toBeLessThan(6_000_000);
    expect(statSync(`${file}-wal`).size).toBe(0);
  });

  it('can be given back in a new database, and in one of the first Gavel from its next start on', async () => {
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

  it('leaves the log to somebody who reads by it, without waiting', async () => {
    await using folder = await temporaryFolder();
    const file = folder.path('gavel.db');
    await using store = await openFile(file);
    await store.intake(intakeOf(salesFor(['a'])));
    const reader = new Database(file, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM alerts').get();
    await store.intake(intakeOf(salesFor(['b'])));
    const begun = performance.now();
    await store.tidy();
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(reader.prepare('SELECT count(*) FROM alerts').pluck().get()).toBe(1);
    reader.close();
    await store.tidy();
    expect(statSync(`${file}-wal`).size).toBe(0);
  });
});
