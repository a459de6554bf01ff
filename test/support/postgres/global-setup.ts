import { once } from 'node:events';
import { createServer } from 'node:http';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { startPostgres } from '../../../sandbox/postgres/server.ts';
import { adminQuery } from './admin-query.ts';
import type { PostgresOfRun } from './postgres-of-run.ts';

/** Databases of tests are copies of it, with the tables but without a row. */
const TEMPLATE = 'gavel_template';

async function startWithTemplate() {
  const server = await startPostgres({ isDurable: false });
  await adminQuery(server.url('postgres'), `create database ${TEMPLATE}`);
  const database = await openPostgresDatabase({
    databaseUrl: server.url(TEMPLATE),
    log: pino({ level: 'silent' }),
  });
  await database[Symbol.asyncDispose]();
  return { server, found: { serverUrl: server.url('postgres'), template: TEMPLATE } satisfies PostgresOfRun };
}

/**
 * Starts PostgreSQL once for the whole run, when the first test file asks for it: a run of other tests does not wait for it.
 * The workers ask over HTTP, because what is provided to them is fixed before they start.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startWithTemplate> | null = null;
  async function answer(): Promise<PostgresOfRun> {
    started ??= startWithTemplate();
    try {
      return (await started).found;
    } catch (error) {
      return { missing: error instanceof Error ? error.message : String(error) };
    }
  }

  const answers = createServer((_request, response) => {
    void answer().then((found) => response.setHeader('connection', 'close').end(JSON.stringify(found)));
  }).listen(0, '127.0.0.1');
  await once(answers, 'listening');
  const address = answers.address();
  if (address === null || typeof address === 'string')
    throw new Error('The server for test files has no port.');
  project.provide('postgresOfRun', `http://127.0.0.1:${address.port}`);

  return async () => {
    answers.close();
    const { server } = (await started?.catch(() => null)) ?? {};
    await server?.[Symbol.asyncDispose]();
  };
}
