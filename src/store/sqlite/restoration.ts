import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import { HELD_CODES } from '../../domain/held.ts';
import { readNumber } from '../rows/reader.ts';

/**
 * Marks a copy of a database as one that was made at `at` (epoch ms): whoever opens it as the real one knows then that it
 * may be behind what was told. The mark is a table of its own, so that copies of every schema can bear it. A copy that
 * bears one keeps it.
 */
export function markAsBackup(db: Database, at: number): void {
  if (backedUpAt(db) !== null) return;
  db.transaction(() => {
    db.exec('CREATE TABLE backup (made_at REAL NOT NULL) STRICT');
    db.prepare<[number]>('INSERT INTO backup VALUES (?)').run(at);
  })();
}

/** When this copy was made, epoch ms; `null` for a database that is none. */
export function backedUpAt(db: Database): number | null {
  const marked = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'backup'`).get();
  return marked === undefined ? null : readNumber(db.prepare('SELECT made_at FROM backup').pluck().get());
}

/**
 * In a database that was restored from a backup everything that waits may have been told since the backup was made, in
 * whatever order and company. It is put in doubt, each alert by itself, and so is what comes in anew (`verbs/doubt.ts`): it
 * is looked up in its channel before it is told. Changes nothing in a database that was not restored.
 * @param now epoch ms
 */
export function takeUpRestored(db: Database, now: number, log: Logger): void {
  const madeAt = backedUpAt(db);
  if (madeAt === null) return;
  db.transaction(() => {
    db.prepare<[number]>(`UPDATE posts SET state = 'released', settled_at = ? WHERE settled_at IS NULL`).run(
      now,
    );
    db.exec(`
      UPDATE deliveries SET state = 'pending', post_id = NULL WHERE state = 'posting';
      UPDATE deliveries SET alone = 1, doubtful = 1 WHERE state = 'pending';
      -- What the feed showed since the backup is not remembered: it would look as if it had been missed.
      DELETE FROM sales_totals;
      -- What held a channel is looked up like all else.
      UPDATE lanes SET state = 'open', problem_code = NULL, stopped_at = NULL, notice_due = 0
       WHERE problem_code IN (${Object.values(HELD_CODES).join(', ')});
      DROP TABLE backup`);
    db.prepare<[number, number]>('UPDATE feed_state SET restored_at = ?, backed_up_at = ?').run(now, madeAt);
  }).immediate();
  log.warn(
    { backedUpAt: new Date(madeAt).toISOString() },
    'The database was restored from a backup. What may have been told since is looked up before it is told.',
  );
}
