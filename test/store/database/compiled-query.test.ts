import { expect, it } from 'vitest';
import { compiledQuery, type Parameters } from '#src/store/database/compiled-query.ts';
import type { Queries } from '#src/store/database/database.ts';
import { describeEachDatabase } from './each-database.ts';

describeEachDatabase('a compiled query', (kind) => {
  it('is built once for a database, and runs with the values of each call', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    let built = 0;
    const keysAfter = compiledQuery(
      (queries: Queries, { key, limit }: Parameters<{ key: string; limit: number }>) => {
        built += 1;
        return queries
          .selectFrom('seenKeys')
          .select(['key', 'seenAt'])
          .where('key', '>', key)
          .where('seenAt', '=', 7)
          .orderBy('key')
          .limit(limit);
      },
    );
    await database.transaction('fill', async (transaction) => {
      await transaction
        .insertInto('seenKeys')
        .values(['a', 'b', 'c'].map((key) => ({ key, seenAt: 7 })))
        .execute();
    });

    const rows = await database.read('test', async (queries) => [
      await keysAfter(queries, { key: 'a', limit: 1 }),
      await keysAfter(queries, { limit: 5, key: '' }),
    ]);

    expect(rows.map((found) => found.map(({ key }) => key))).toEqual([['b'], ['a', 'b', 'c']]);
    expect(rows[0]?.[0]?.seenAt).toBe(7);
    expect(built).toBe(1);
  });

  it('is built once for all databases of its dialect', async () => {
    await using place = await kind.create();
    let built = 0;
    const anyKey = compiledQuery((queries: Queries) => {
      built += 1;
      return queries.selectFrom('seenKeys').select('key');
    });
    for (let opened = 0; opened < 2; opened += 1) {
      await using database = await place.open();
      await database.read('test', (queries) => anyKey(queries, {}));
    }
    expect(built).toBe(1);
  });
});
