import type { Database } from 'better-sqlite3';
import type { FeedGap, FeedMemory } from '../../../domain/intake.ts';
import { readGap } from '../../rows/health.ts';
import { readNumber } from '../../rows/reader.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SEEN_KEPT_MS = 7 * DAY_MS;
const SEEN_KEPT_ROWS = 20_000;
const PRUNE_EVERY_MS = 60 * 60 * 1000;

/** The tables `seen`, `feed_state` and `feed_gaps`: what was read of the feed. */
export interface FeedTables {
  memory(): FeedMemory;
  /** Epoch seconds; `null` before the first intake. */
  newsAfter(): number | null;
  known(keys: readonly string[]): ReadonlySet<string>;
  markSeen(keys: readonly string[], at: number): void;
  recordGap(gap: FeedGap): void;
  /** Noticed at this moment or later, epoch ms; the newest first. */
  gapsSince(since: number): readonly FeedGap[];
  /** Notes an intake at `at`, epoch ms; the first one is the baseline and decides `newsAfter`, epoch seconds. */
  noteIntake(at: number, newsAfter: number | null): void;
  /**
   * At most once an hour, forgets keys that are older than 7 days and not among the newest 20,000; returns when it was
   * done before then (epoch ms), or `null` when it was not time yet.
   */
  pruneNowAndThen(at: number): number | null;
}

export function createFeedTables(db: Database): FeedTables {
  const state = db.prepare<[]>('SELECT 1 FROM feed_state');
  const since = db.prepare<[]>('SELECT news_after FROM feed_state').pluck();
  const anySeen = db.prepare<[]>('SELECT 1 FROM seen LIMIT 1');
  const find = db.prepare<[string]>('SELECT 1 FROM seen WHERE key = ?');
  const mark = db.prepare<[string, number]>(
    'INSERT INTO seen (key, seen_at) VALUES (?, ?) ON CONFLICT (key) DO NOTHING',
  );
  const gap = db.prepare<[number, number | null]>(
    'INSERT INTO feed_gaps (noticed_at, oldest_read_at) VALUES (?, ?)',
  );
  const gaps = db.prepare<[number]>('SELECT * FROM feed_gaps WHERE noticed_at >= ? ORDER BY id DESC');
  const note = db.prepare<{ at: number; newsAfter: number }>(
    `INSERT INTO feed_state (id, baseline_at, news_after, last_intake_at, pruned_at)
     VALUES (1, :at, :newsAfter, :at, :at)
     ON CONFLICT (id) DO UPDATE SET last_intake_at = excluded.last_intake_at`,
  );
  const prunedAt = db.prepare<[]>('SELECT pruned_at FROM feed_state').pluck();
  const notePruned = db.prepare<[number]>('UPDATE feed_state SET pruned_at = ?');
  const prune = db.prepare<{ before: number; kept: number }>(
    `DELETE FROM seen WHERE seen_at < :before
       AND id <= (SELECT id FROM seen ORDER BY id DESC LIMIT 1 OFFSET :kept)`,
  );

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
    },
    recordGap({ noticedAt, oldestReadAt }) {
      gap.run(noticedAt, oldestReadAt);
    },
    gapsSince: (since) => gaps.all(since).map(readGap),
    noteIntake(at, newsAfter) {
      note.run({ at, newsAfter: newsAfter ?? 0 });
    },
    pruneNowAndThen(at) {
      const before = readNumber(prunedAt.get());
      if (at - before < PRUNE_EVERY_MS) return null;
      prune.run({ before: at - SEEN_KEPT_MS, kept: SEEN_KEPT_ROWS });
      notePruned.run(at);
      return before;
    },
  };
}
