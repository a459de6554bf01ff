import type { Database } from 'better-sqlite3';
import type { FeedState } from '../../../domain/ingest.ts';
import { type Restoration, readRestoration } from '../../rows/restoration.ts';
import { readNumber } from '../../rows/row-mapper.ts';

/** Tables seen and feed_state: what was read of the feed. */
export interface FeedTables {
  feedState(): FeedState;
  /** Epoch seconds; `null` before the first ingestion. */
  newRecordsAfter(): number | null;
  known(keys: readonly string[]): ReadonlySet<string>;
  /** Deletes the oldest keys beyond the limit. */
  markSeen(keys: readonly string[], at: number): void;
  /** When something was last ingested, epoch ms; `null` before the first ingestion. */
  lastIngestAt(): number | null;
  /** Records an ingestion at `at`, epoch ms; the first one is the baseline and sets `newRecordsAfter`, epoch seconds. */
  noteIngest(at: number, newRecordsAfter: number | null): void;
  /** `null` if the database was never restored from a backup. */
  restoration(): Restoration | null;
}

/** @param most how many keys are kept, the newest */
export function createFeedTables(db: Database, maxRows: number): FeedTables {
  const state = db.prepare<[]>('SELECT 1 FROM feed_state');
  const since = db.prepare<[]>('SELECT news_after FROM feed_state').pluck();
  const anySeen = db.prepare<[]>('SELECT 1 FROM seen LIMIT 1');
  const find = db.prepare<[string]>('SELECT 1 FROM seen WHERE key = ?');
  const mark = db.prepare<[string, number]>(
    'INSERT INTO seen (key, seen_at) VALUES (?, ?) ON CONFLICT (key) DO NOTHING',
  );
  const forget = db.prepare<[number]>('DELETE FROM seen WHERE id <= (SELECT max(id) FROM seen) - ?');
  const lastIngest = db.prepare<[]>('SELECT last_intake_at FROM feed_state').pluck();
  const note = db.prepare<{ at: number; after: number }>(
    `INSERT INTO feed_state (id, baseline_at, news_after, last_intake_at)
     VALUES (1, :at, :after, :at)
     ON CONFLICT (id) DO UPDATE SET last_intake_at = excluded.last_intake_at`,
  );
  const restored = db.prepare<[]>('SELECT restored_at, backed_up_at FROM feed_state');

  return {
    feedState() {
      if (state.get() === undefined) return 'blank';
      return anySeen.get() === undefined ? 'empty' : 'filled';
    },
    newRecordsAfter() {
      const seconds = since.get();
      return seconds === undefined ? null : readNumber(seconds);
    },
    known: (keys) => new Set(keys.filter((key) => find.get(key) !== undefined)),
    markSeen(keys, at) {
      for (const key of keys) mark.run(key, at);
      if (keys.length > 0) forget.run(maxRows);
    },
    lastIngestAt() {
      const at = lastIngest.get();
      return at === undefined ? null : readNumber(at);
    },
    noteIngest(at, newRecordsAfter) {
      note.run({ at, after: newRecordsAfter ?? 0 });
    },
    restoration() {
      const row = restored.get();
      return row === undefined ? null : readRestoration(row);
    },
  };
}
