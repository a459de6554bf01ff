import type { Database } from 'better-sqlite3';

/** A setting or figure of the database that is a number. */
export function numberPragma(
  db: Database,
  name:
    | 'application_id'
    | 'auto_vacuum'
    | 'busy_timeout'
    | 'freelist_count'
    | 'page_count'
    | 'page_size'
    | 'user_version',
): number {
  const value: unknown = db.pragma(name, { simple: true });
  if (typeof value !== 'number') throw new Error(`SQLite has no number for ${name}.`);
  return value;
}
