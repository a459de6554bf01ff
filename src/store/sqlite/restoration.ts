import type { Database } from 'better-sqlite3';

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
  if (marked === undefined) return null;
  return db.prepare<[], number>('SELECT made_at FROM backup').pluck().get() ?? null;
}
