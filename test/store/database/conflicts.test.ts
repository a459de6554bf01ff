import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database, Transaction } from '#src/store/database/database.ts';
import { postgresCode } from '#src/store/database/postgres/failures.ts';
import { type DatabaseEdge, interceptDatabase } from '../../support/database-edge.ts';
import { type DatabaseKind, describePostgres } from './each-database.ts';

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';

/** Two processes on one database, and the codes of the errors that its server answers with. */
async function openTwo(kind: DatabaseKind, text?: DatabaseEdge['text']) {
  const held = new AsyncDisposableStack();
  const place = held.use(await kind.create());
  const codes: (string | null)[] = [];
  held.use(
    interceptDatabase(place.url, {
      ...(text === undefined ? {} : { text }),
      async around(_given, _client, run) {
        try {
          return await run();
        } catch (error) {
          codes.push(postgresCode(error));
          throw error;
        }
      },
    }),
  );
  const one = held.use(await place.open());
  const other = held.use(await place.open());
  return { one, other, codes, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Lets every transaction that reaches it wait within the database until there are two of them. */
function meeting(): (transaction: Transaction) => Promise<void> {
  const met = { count: 0 };
  return async (transaction) => {
    met.count += 1;
    while (met.count < 2) await sql`select pg_sleep(0.01)`.execute(transaction);
  };
}

/** The store asks for less, at which the server has no reason to fail so; a pooler or another server may have one. */
const serializable = (text: string): string =>
  text.replace('isolation level read committed', 'isolation level serializable');

const add = (transaction: Transaction, key: string, seenAt: number) =>
  transaction.insertInto('seenKeys').values({ key, seenAt }).execute();

const rowsOf = (database: Database) =>
  database.read('rows', (queries) =>
    queries.selectFrom('seenKeys').select(['key', 'seenAt']).orderBy('key').execute(),
  );

describePostgres('two processes whose transactions cannot both go on', (kind) => {
  it('are both done when each waited for the other: one of them begins anew', async () => {
    await using given = await openTwo(kind);
    await given.one.transaction('rows', async (transaction) => {
      for (const key of ['a', 'b']) await add(transaction, key, 0);
    });
    const meet = meeting();
    let runs = 0;
    const increase = (transaction: Transaction, key: string) =>
      transaction
        .updateTable('seenKeys')
        .set(({ eb }) => ({ seenAt: eb('seenAt', '+', 1) }))
        .where('key', '=', key)
        .execute();
    const crossing = (database: Database, first: string, second: string) =>
      database.transaction('cross', async (transaction) => {
        runs += 1;
        await increase(transaction, first);
        await meet(transaction);
        await increase(transaction, second);
      });
    await Promise.all([crossing(given.one, 'a', 'b'), crossing(given.other, 'b', 'a')]);
    expect(given.codes).toEqual([DEADLOCK]);
    expect(runs).toBe(3);
    expect(await rowsOf(given.one)).toEqual([
      { key: 'a', seenAt: 2 },
      { key: 'b', seenAt: 2 },
    ]);
  });

  it('are both done after a serialization failure: one of them begins anew, and counts what the other added', async () => {
    await using given = await openTwo(kind, serializable);
    const meet = meeting();
    let runs = 0;
    const counting = (database: Database, key: string) =>
      database.transaction('count', async (transaction) => {
        runs += 1;
        const counted = await transaction.selectFrom('seenKeys').select('key').execute();
        await meet(transaction);
        await add(transaction, key, counted.length);
      });
    await Promise.all([counting(given.one, 'one'), counting(given.other, 'other')]);
    expect(new Set(given.codes)).toEqual(new Set([SERIALIZATION_FAILURE]));
    expect(runs).toBe(2 + given.codes.length);
    const rows = await rowsOf(given.one);
    expect(rows.map(({ seenAt }) => seenAt).toSorted()).toEqual([0, 1]);
  });

  it('are both done after a serialization failure: one of them begins anew, and reads what the other changed', async () => {
    await using given = await openTwo(kind, serializable);
    await given.one.transaction('row', (transaction) => add(transaction, 'row', 0));
    const meet = meeting();
    let runs = 0;
    const increasing = (database: Database) =>
      database.transaction('increase', async (transaction) => {
        runs += 1;
        const { seenAt } = await transaction
          .selectFrom('seenKeys')
          .select('seenAt')
          .executeTakeFirstOrThrow();
        await meet(transaction);
        await transaction
          .updateTable('seenKeys')
          .set({ seenAt: seenAt + 1 })
          .execute();
      });
    await Promise.all([increasing(given.one), increasing(given.other)]);
    expect(new Set(given.codes)).toEqual(new Set([SERIALIZATION_FAILURE]));
    expect(runs).toBe(2 + given.codes.length);
    expect(await rowsOf(given.one)).toEqual([{ key: 'row', seenAt: 2 }]);
  });
});
