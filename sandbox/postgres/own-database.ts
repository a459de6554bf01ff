import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startPostgres } from './server.ts';

/** The kinds of database that a bot can have. */
export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseChoice = (typeof DATABASES)[number];

/** A database for one bot. Disposing of it ends its server, if it has one. */
export interface OwnDatabase extends AsyncDisposable {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** The server that it is on; `null` of a file. */
  readonly server: EmbeddedPostgres | null;
}

const NAME = 'gavel';

/**
 * A new, empty database: a file in the folder, or one on an embedded PostgreSQL, which writes to its disk before it answers unless it
 * need not be durable. Throws with the reason where there is no PostgreSQL for this platform.
 */
export async function startOwnDatabase(
  choice: DatabaseChoice,
  folder: string,
  { isDurable = true }: { readonly isDurable?: boolean } = {},
): Promise<OwnDatabase> {
  if (choice === 'sqlite')
    return {
      url: `sqlite:${path.join(folder, 'gavel.db')}`,
      server: null,
      [Symbol.asyncDispose]: async () => undefined,
    };
  await using parts = new AsyncDisposableStack();
  const server = parts.use(await startPostgres({ isDurable }));
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await client.query(`create database ${NAME}`);
  } finally {
    await client.end();
  }
  const owned = parts.move();
  return { url: server.url(NAME), server, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The choice that a flag names. @throws RangeError with what is accepted */
export function databaseChoice(text: string): DatabaseChoice {
  const found = DATABASES.find((choice) => choice === text);
  if (found === undefined) throw new RangeError(`--database ${text}: accepted is ${DATABASES.join(' or ')}.`);
  return found;
}
