import Database from 'better-sqlite3';
import { isPostgresUrl } from '#src/store/database/postgres/url.ts';
import { adminQuery } from './postgres/admin-query.ts';

/**
 * Runs one query on a connection of its own, also while a bot runs on the database.
 * @param url as the bot has it: of a file or of PostgreSQL
 */
export async function queryDatabase(url: string, query: string): Promise<readonly Record<string, unknown>[]> {
  if (isPostgresUrl(url)) return adminQuery(url, query);
  using held = new DisposableStack();
  const db = new Database(url.replace(/^sqlite:/, ''), { readonly: true, fileMustExist: true });
  held.defer(() => db.close());
  return db.prepare<[], Record<string, unknown>>(query).all();
}

/**
 * Runs one statement that changes the database, on a connection of its own.
 * @param url as the bot has it, which does not run
 */
export async function changeDatabase(url: string, statement: string): Promise<void> {
  if (isPostgresUrl(url)) {
    await adminQuery(url, statement);
    return;
  }
  using held = new DisposableStack();
  const db = new Database(url.replace(/^sqlite:/, ''), { fileMustExist: true });
  held.defer(() => db.close());
  db.exec(statement);
}
