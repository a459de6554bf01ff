import { randomBytes } from 'node:crypto';
import { adminQuery } from './admin-query.ts';
import { postgresOfRun } from './postgres-of-run.ts';

/** An empty database with all tables. Disposing of it drops it, with the connections to it. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/** PostgreSQL for the tests of a file. */
export interface TestPostgres {
  /** Why there is none; `null` if there is. Tests are skipped with it. */
  readonly missing: string | null;
  createDatabase(options?: { readonly isEmpty: boolean }): Promise<TestDatabase>;
}

/** To be awaited at the top of a test file that needs PostgreSQL. */
export async function testPostgres(): Promise<TestPostgres> {
  const found = await postgresOfRun();
  if ('missing' in found) {
    const { missing } = found;
    return {
      missing,
      createDatabase: () => Promise.reject(new Error(missing)),
    };
  }
  const { serverUrl, template } = found;
  return {
    missing: null,
    async createDatabase({ isEmpty } = { isEmpty: false }) {
      const name = `test_${randomBytes(8).toString('hex')}`;
      await adminQuery(serverUrl, `create database ${name} template ${isEmpty ? 'template0' : template}`);
      const url = new URL(serverUrl);
      url.pathname = name;
      return {
        url: url.href,
        [Symbol.asyncDispose]: async () => {
          await adminQuery(serverUrl, `drop database ${name} with (force)`);
        },
      };
    },
  };
}
