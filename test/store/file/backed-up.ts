import { pino } from 'pino';
import { backUp } from '#src/store/file/backup.ts';
import { type BackupChoice, type Restored, restore } from '#src/store/file/restore.ts';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';
import { ingestionOf } from '../samples.ts';
import { openFile, type TemporaryFolder } from './folder.ts';

export const HOUR_MS = 3_600_000;
/** When these databases are backed up and restored, epoch ms. */
export const BACKED_UP = 100 * HOUR_MS;
export const RESTORED = 105 * HOUR_MS;

export function backUpIn(folder: TemporaryFolder, now = BACKED_UP) {
  const databaseUrl = `sqlite:${folder.path('gavel.db')}`;
  return backUp({ databaseUrl, target: null, now, onProgress: () => undefined });
}

export function restoreIn(
  folder: TemporaryFolder,
  backup: BackupChoice | null = 'newest',
  now = RESTORED,
): Promise<Restored> {
  return restore({ databaseUrl: `sqlite:${folder.path('gavel.db')}`, backup, now });
}

export function openRestored(folder: TemporaryFolder, now = RESTORED): Promise<Store> {
  const log = pino({ level: 'silent' });
  return openStore({ databaseUrl: `sqlite:${folder.path('gavel.db')}`, log, now: () => now });
}

/** A database with something in it, closed and backed up. */
export async function backedUp(
  folder: TemporaryFolder,
  prepare: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await openFile(folder.path('gavel.db'));
  await store.ingest(ingestionOf([], { seen: ['id:0'] }));
  await prepare(store);
  await backUpIn(folder);
  await store[Symbol.asyncDispose]();
}
