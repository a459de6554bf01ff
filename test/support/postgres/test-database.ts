import { randomBytes } from 'node:crypto';
import { adminQuery } from './admin-query.ts';
import { postgresOfRun } from './postgres-of-run.ts';

/** An empty database with all tables. Disposing of it ends the connections to it. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/** PostgreSQL for the tests of a file. */
export interface TestPostgres {
  /** Why there is none; `null` if there is. Tests are skipped with it. */
  readonly missing: string | null;
  createDatabase(options?: { readonly isEmpty: boolean }): Promise<TestDatabase>;
}

/** How many relations, functions and triggers a database has besides the server's own. */
const COUNT_OBJECTS = `
  select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)::int4 as relations,
         (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)::int4 as functions,
         (select count(*) from pg_trigger where not tgisinternal)::int4 as triggers`;

/**
 * Empties all tables but those that say which migrations a database has and which programs may use it, and lets all sequences begin anew; no more than a tenth of what it costs to create
 * a database.
 */
const EMPTY = `
  do $$
  declare one record;
  begin
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    set local session_replication_role = replica;
    for one in select tablename from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' and tablename <> 'schema_compatibility' loop
      execute format('delete from %I', one.tablename);
    end loop;
    for one in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
      perform setval(one.sequencename::regclass, 1, false);
    end loop;
  end $$`;

/** Databases that earlier tests of this worker have left empty. */
const unused: string[] = [];
let objectsOfTemplate: string | null = null;

/** Leaves the database empty for another test; one whose schema was changed is dropped. */
async function recycle(serverUrl: string, url: string, name: string): Promise<void> {
  const objects = JSON.stringify(await adminQuery(url, COUNT_OBJECTS));
  if (objects !== objectsOfTemplate) {
    await adminQuery(serverUrl, `drop database ${name} with (force)`);
    return;
  }
  await adminQuery(url, EMPTY);
  unused.push(url);
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

  async function create(from: string) {
    const name = `test_${randomBytes(8).toString('hex')}`;
    await adminQuery(serverUrl, `create database ${name} template ${from}`);
    const url = new URL(serverUrl);
    url.pathname = name;
    return { name, url: url.href };
  }

  async function createWithoutTables(): Promise<TestDatabase> {
    const { name, url } = await create('template0');
    return {
      url,
      [Symbol.asyncDispose]: async () => {
        await adminQuery(serverUrl, `drop database ${name} with (force)`);
      },
    };
  }

  return {
    missing: null,
    async createDatabase({ isEmpty } = { isEmpty: false }) {
      if (isEmpty) return createWithoutTables();
      const url = unused.pop() ?? (await create(template)).url;
      objectsOfTemplate ??= JSON.stringify(await adminQuery(url, COUNT_OBJECTS));
      return { url, [Symbol.asyncDispose]: () => recycle(serverUrl, url, new URL(url).pathname.slice(1)) };
    },
  };
}
