import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Store } from '#src/store/open.ts';
import { openStore } from '#src/store/open.ts';

/** A folder that is deleted when it is disposed of. */
export interface TemporaryFolder extends AsyncDisposable {
  path(...names: readonly string[]): string;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'gavel-store-'));
  return {
    path: (...names) => join(folder, ...names),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

/** Opens the store in this file, without logging, at epoch ms 5,000,000. */
export function openFile(file: string): Promise<Store> {
  const log = pino({ level: 'silent' });
  return openStore({ databaseUrl: `sqlite:${file}`, log, now: () => 5_000_000 });
}
