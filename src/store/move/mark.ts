import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { GavelError } from '#src/chain/errors.ts';

/** The database that an SQLite file was moved to, or is about to be. */
export interface MoveMark {
  /** Both databases of a move have it. */
  readonly moveId: string;
  /** Host, port and name of the other database, without a password. */
  readonly target: string;
  /** Epoch ms. */
  readonly movedAt: number;
}

const markRow = z.object({ move_id: z.string(), target: z.string(), moved_at: z.number() });

/** `null` for a file that is in use. The mark is a table of its own, which works with every version of the schema. */
export function moveMarkOf(db: Database): MoveMark | null {
  const marked = db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'moved'`).get();
  if (marked === undefined) return null;
  const row = markRow.parse(db.prepare('SELECT move_id, target, moved_at FROM moved').get());
  return { moveId: row.move_id, target: row.target, movedAt: row.moved_at };
}

/** From now on no bot starts on the file. */
export function markAsMoved(db: Database, { moveId, target, movedAt }: MoveMark): void {
  db.transaction(() => {
    db.exec(
      'CREATE TABLE moved (move_id TEXT NOT NULL, target TEXT NOT NULL, moved_at REAL NOT NULL) STRICT',
    );
    db.prepare<[string, string, number]>('INSERT INTO moved VALUES (?, ?, ?)').run(moveId, target, movedAt);
  }).immediate();
}

/** Nothing was moved after all. */
export function removeMoveMark(db: Database): void {
  db.exec('DROP TABLE moved');
}

/**
 * Throws GavelError STORE_UNUSABLE for a file that was moved, and says where to. @param file as named in the message
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
