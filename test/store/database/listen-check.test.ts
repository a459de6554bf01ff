import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isListenWorking } from '#src/store/database/postgres/examine.ts';
import { testPostgres } from '../../support/postgres/test-database.ts';

const postgres = await testPostgres();

describe.skipIf(postgres.missing !== null)('LISTEN', () => {
  async function connected(url: string) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return { client, [Symbol.asyncDispose]: () => client.end() };
  }

  it('works where what one connection notifies is heard on another', async () => {
    await using database = await postgres.createDatabase();
    await using listener = await connected(database.url);
    await using teller = await connected(database.url);
    expect(await isListenWorking(listener.client, teller.client)).toBe(true);
  });

  it('does not work where a pooler gives the listening connection back after the statement', async () => {
    await using database = await postgres.createDatabase();
    await using listener = await connected(database.url);
    await using teller = await connected(database.url);
    const pooled = {
      on: listener.client.on.bind(listener.client),
      // As a transaction pooler does it: what follows runs on another connection.
      query: (text: string) => teller.client.query(text),
    };
    expect(await isListenWorking(pooled as unknown as pg.Client, teller.client)).toBe(false);
  });
});
