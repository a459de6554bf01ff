import Database from 'better-sqlite3';
import pg from 'pg';
import { isPostgresUrl } from '#src/store/database/postgres/url.ts';

/** Reads the bot's database while it runs. */
export interface OutboxDepth extends AsyncDisposable {
  /** Pending deliveries. */
  waiting(): Promise<number>;
}

const COUNT = `select count(*) as count from deliveries where state in ('pending', 'posting')`;

async function onPostgres(url: string): Promise<OutboxDepth> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    waiting: async () => Number((await client.query<{ count: string }>(COUNT)).rows[0]?.count),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** @param url as the bot has it: of a file or of PostgreSQL */
export async function openOutboxDepth(url: string): Promise<OutboxDepth> {
  if (isPostgresUrl(url)) return onPostgres(url);
  const db = new Database(url.replace(/^sqlite:/, ''), { readonly: true, fileMustExist: true });
  const count = db.prepare<[], number>(COUNT).pluck();
  return {
    waiting: async () => Number(count.get()),
    [Symbol.asyncDispose]: async () => void db.close(),
  };
}
