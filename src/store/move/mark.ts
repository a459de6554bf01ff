import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { GavelError } from '#src/chain/errors.ts';

/** The database that an SQLite file was moved to, or is about to be. */
export interface MoveMark {
  /** Id that both databases of a move have. */
  readonly moveId: string;
  /** Host, port and name of the other database, without a password. */
  readonly target: string;
  /** Epoch ms. */
  readonly movedAt: number;
}

const markRow = z.object({ move_id: z.string(), target: z.string(), moved_at: z.number() });

/**
 * Reads the mark; `null` for a file that is in use. The mark is a separate table, which works with every version of the
 * schema.
 */
export function moveMarkOf(db: Database): MoveMark | null {
  const marked = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'moved'`).get();
  if (marked === undefined) return null;
  const row = markRow.parse(db.prepare('SELECT move_id, target, moved_at FROM moved').get());
  return { moveId: row.move_id, target: row.target, movedAt: row.moved_at };
}

/** Marks the file as moved, so that no bot starts on it. */
export function markAsMoved(db: Database, { moveId, target, movedAt }: MoveMark): void {
  db.transaction(() => {
    db.exec(
      'CREATE TABLE moved (move_id TEXT NOT NULL, target TEXT NOT NULL, moved_at REAL NOT NULL) STRICT',
    );
    db.prepare<[string, string, number]>('INSERT INTO moved VALUES (?, ?, ?)').run(moveId, target, movedAt);
  }).immediate();
}

/** Removes the mark, because nothing was moved. */
export function removeMoveMark(db: Database): void {
  db.exec('DROP TABLE moved');
}

/**
 * Throws GavelError STORE_UNUSABLE for a file that was moved, with the destination.
 * @param file name in the message
 */
export function refuseMoved(db: Database, file: string): void {
  const mark = moveMarkOf(db);
  if (mark === null) return;
  const day = new Date(mark.movedAt).toISOString().slice(0, 10);
  throw new GavelError(
    'STORE_UNUSABLE',
    `The database ${file} was moved to ${mark.target} on ${day}; set DATABASE_URL to that one (if the move was interrupted, run it again).`,
  );
}
