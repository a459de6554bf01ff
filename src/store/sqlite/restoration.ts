import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import { HELD_CODES } from '../../domain/held.ts';
import { readNumber } from '../rows/row-mapper.ts';

/**
 * Marks a copy of a database as a backup made at `at` (epoch ms), so that when it is opened as the real database it is known
 * that alerts may have been posted since. The mark is a table of its own, which works with every version of the schema. An
 * existing mark is kept.
 */
export function markAsBackup(db: Database, at: number): void {
  if (backedUpAt(db) !== null) return;
  db.transaction(() => {
    db.exec('CREATE TABLE backup (made_at REAL NOT NULL) STRICT');
    db.prepare<[number]>('INSERT INTO backup VALUES (?)').run(at);
  })();
}

/** When this backup was made, epoch ms; `null` for a database that is not a backup. */
export function backedUpAt(db: Database): number | null {
  const marked = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'backup'`).get();
  return marked === undefined ? null : readNumber(db.prepare('SELECT made_at FROM backup').pluck().get());
}

/**
 * In a database restored from a backup every pending alert may have been posted since the backup, in any order and in any
 * message. Each is marked for verification, as are certain new ones (`verbs/verification.ts`): its channel is searched before it is
 * posted. Does nothing in a database that was not restored.
 * @param now epoch ms
 */
export function finishRestore(db: Database, now: number, log: Logger): void {
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
    'The database was restored from a backup. Channels are searched for alerts posted since before they are posted again.',
  );
}
