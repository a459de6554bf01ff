import { AsyncResource } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { dialectOf, now } from '#src/store/database/adapters.ts';
import type { Database, Queries, Transaction } from '#src/store/database/database.ts';
import { describeEachDatabase } from './each-database.ts';

/** The context of this file, which is in no transaction. */
const outside = AsyncResource.bind(<R>(work: () => R): R => work());

const add = (transaction: Transaction, key: string) =>
  transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute();

const keysIn = (database: Database): Promise<readonly string[]> =>
  database.read('keys', async (queries) =>
    (await queries.selectFrom('seenKeys').select('key').orderBy('id').execute()).map(({ key }) => key),
  );

describeEachDatabase('a transaction', (kind) => {
  it('is committed as a whole', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const result = await database.transaction('add', async (transaction) => {
      await add(transaction, 'a');
      await add(transaction, 'b');
      return 2;
    });
    expect(result).toBe(2);
    expect(await keysIn(database)).toEqual(['a', 'b']);
  });

  it('leaves nothing behind when its work throws', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const failed = database.transaction('add', async (transaction) => {
      await add(transaction, 'a');
      throw new Error('half-way');
    });
    await expect(failed).rejects.toThrow('half-way');
    expect(await keysIn(database)).toEqual([]);
  });

  it('can go on after the error of a statement only as far as its end, which throws', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const failed = database.transaction('add', async (transaction) => {
      await add(transaction, 'a');
      await add(transaction, 'a');
    });
    await expect(failed).rejects.toThrow(/unique/i);
    expect(await keysIn(database)).toEqual([]);
    await database.transaction('add', (transaction) => add(transaction, 'b'));
    expect(await keysIn(database)).toEqual(['b']);
  });

  it('cannot use the database itself, which would wait for its end for ever', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const nested = database.transaction('outer', async () => keysIn(database));
    await expect(nested).rejects.toThrow('“keys” was called within the transaction “outer”');
    const nestedTwice = database.transaction('outer', () => database.transaction('inner', async () => 1));
    await expect(nestedTwice).rejects.toThrow('“inner” was called within the transaction “outer”');
    expect(await keysIn(database)).toEqual([]);
  });

  it('awaits nothing but the store', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const slow = database.transaction('slow', async (transaction) => {
      await add(transaction, 'a');
      // Twice: on a busy machine the first timer is due before anything else may run.
      await delay(5);
      await delay(5);
      await add(transaction, 'b');
    });
    await expect(slow).rejects.toThrow('The transaction “slow” awaited something other than the store.');
    expect(await keysIn(database)).toEqual([]);
  });

  it('runs statements that are given at once one after the other', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    await database.transaction('both', async (transaction) => {
      await Promise.all([add(transaction, 'a'), add(transaction, 'b'), add(transaction, 'c')]);
    });
    expect(await keysIn(database)).toEqual(['a', 'b', 'c']);
  });

  it('cannot be used after its end', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const kept: Transaction[] = [];
    await database.transaction('keep', async (transaction) => void kept.push(transaction));
    for (const transaction of kept) await expect(add(transaction, 'a')).rejects.toThrow();
    expect(kept).toHaveLength(1);
  });

  it('lets work that it started but did not wait for use the database later', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const later: Promise<readonly string[]>[] = [];
    await database.transaction('start', async (transaction) => {
      await add(transaction, 'a');
      later.push(delay(20).then(() => keysIn(database)));
    });
    expect(await Promise.all(later)).toEqual([['a']]);
  });

  it('has the time at which it began, by the clock of the database', async () => {
    await using place = await kind.create();
    await using database = await place.open({ now: () => 5_000_000 });
    expect(await database.transaction('time', async (transaction) => now(transaction))).toBe(5_000_000);
    expect(await database.read('time', async (queries) => now(queries))).toBe(5_000_000);
  });

  it('knows its dialect', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    expect(await database.read('dialect', async (queries) => dialectOf(queries))).toBe(kind.dialect);
    expect(database.dialect).toBe(kind.dialect);
  });
});

describeEachDatabase('a read', (kind) => {
  it('sees one state, whatever is written meanwhile', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const count = async (queries: Queries) =>
      (await queries.selectFrom('seenKeys').select('id').execute()).length;
    const writing: Promise<unknown>[] = [];
    const seen = await database.read('twice', async (queries) => {
      const before = await count(queries);
      // In a context of its own, as if another request had come in.
      writing.push(outside(() => database.transaction('add', (transaction) => add(transaction, 'a'))));
      return [before, await count(queries)];
    });
    await Promise.all(writing);
    expect(seen).toEqual([0, 0]);
    expect(await keysIn(database)).toEqual(['a']);
  });

  it('cannot write', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const writing = database.read('write', (queries) =>
      sql`insert into seen_keys (key, seen_at) values ('a', 1)`.execute(queries),
    );
    await expect(writing).rejects.toThrow(/cannot write|read-only/);
    expect(await keysIn(database)).toEqual([]);
  });
});
