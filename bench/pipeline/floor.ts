import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { steadyMs } from './stand-ins/clock.ts';

/** Bytes that a small commit appends to SQLite's write-ahead log. */
const COMMIT_BYTES = 8_192;
/** Commits for each alert: its ingestion, and the start of its message. */
const COMMITS = 2;

/** The minimum work that the guarantees of `docs/delivery.md` require. */
export interface Floor extends AsyncDisposable {
  /** Time for reading the feed's answer as JSON, two durable writes and one request to Discord, ms. */
  measure(): Promise<number>;
}

async function commit(file: FileHandle): Promise<void> {
  await file.write(Buffer.alloc(COMMIT_BYTES));
  await file.datasync();
}

/** Measures on this machine's disk and loopback, in this process. */
export async function openFloor(marketplaceUrl: string, discordApiUrl: string): Promise<Floor> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gavel-floor-'));
  const file = await open(path.join(folder, 'log'), 'w');
  return {
    async measure() {
      const text = await (await fetch(`${marketplaceUrl}/api/activities`)).text();
      const begun = steadyMs();
      JSON.parse(text);
      for (let number = 0; number < COMMITS; number += 1) await commit(file);
      await fetch(`${discordApiUrl}/v10/gateway/bot`);
      return steadyMs() - begun;
    },
    async [Symbol.asyncDispose]() {
      await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
