import type { Database } from 'better-sqlite3';
import type { FeedMemory } from '../../../domain/intake.ts';
import { readNumber } from '../../rows/reader.ts';
import { type Restoration, readRestoration } from '../../rows/restoration.ts';

/** The tables `seen` and `feed_state`: what was read of the feed. */
export interface FeedTables {
  memory(): FeedMemory;
  /** Epoch seconds; `null` before the first intake. */
  newsAfter(): number | null;
  known(keys: readonly string[]): ReadonlySet<string>;
  /** Of more marks than are kept the oldest go. */
  markSeen(keys: readonly string[], at: number): void;
  /** When something was last taken in, epoch ms; `null` before the first intake. */
  lastIntakeAt(): number | null;
  /** Notes an intake at `at`, epoch ms; the first one is the baseline and decides `newsAfter`, epoch seconds. */
  noteIntake(at: number, newsAfter: number | null): void;
  /** `null` in a database that was never restored from a backup. */
  restoration(): Restoration | null;
}

/** @param most so many marks are kept, the newest */
export function createFeedTables(db: Database, most: number): FeedTables {
  const state = db.prepare<[]>('SELECT 1 FROM feed_state');
  const since = db.prepare<[]>('SELECT news_after FROM feed_state').pluck();
  const anySeen = db.prepare<[]>('SELECT 1 FROM seen LIMIT 1');
  const find = db.prepare<[string]>('SELECT 1 FROM seen WHERE key = ?');
  const mark = db.prepare<[string, number]>(
    'INSERT INTO seen (key, seen_at) VALUES (?, ?) ON CONFLICT (key) DO NOTHING',
  );
  const forget = db.prepare<[number]>('DELETE FROM seen WHERE id <= (SELECT max(id) FROM seen) - ?');
  const lastIntake = db.prepare<[]>('SELECT last_intake_at FROM feed_state').pluck();
  const note = db.prepare<{ at: number; newsAfter: number }>(
    `INSERT INTO feed_state (id, baseline_at, news_after, last_intake_at)
     VALUES (1, :at, :newsAfter, :at)
     ON CONFLICT (id) DO UPDATE SET last_intake_at = excluded.last_intake_at`,
  );
  const restored = db.prepare<[]>('SELECT restored_at, backed_up_at FROM feed_state');

  return {
    memory() {
      if (state.get() === undefined) return 'blank';
      return anySeen.get() === undefined ? 'empty' : 'filled';
    },
    newsAfter() {
      const seconds = since.get();
      return seconds === undefined ? null : readNumber(seconds);
    },
    known: (keys) => new Set(keys.filter((key) => find.get(key) !== undefined)),
    markSeen(keys, at) {
      for (const key of keys) mark.run(key, at);
      if (keys.length > 0) forget.run(most);
    },
    lastIntakeAt() {
      const at = lastIntake.get();
      return at === undefined ? null : readNumber(at);
    },
    noteIntake(at, newsAfter) {
      note.run({ at, newsAfter: newsAfter ?? 0 });
    },
    restoration() {
      const row = restored.get();
      return row === undefined ? null : readRestoration(row);
    },
  };
}
