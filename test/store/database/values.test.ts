import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bigint } from '#src/chain/codecs.ts';
import type { Database } from '#src/store/database/database.ts';
import { jsonColumn, remembering, textList } from '#src/store/database/json.ts';
import type { Tables } from '#src/store/database/tables.ts';
import { describeEachDatabase } from './each-database.ts';

const COLLECTION = {
  position: 1,
  address: '0xa',
  name: 'Derps',
  symbol: null,
  path: null,
  isVerified: true,
  totalVolume: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  floor: null,
  thumbnail: null,
} satisfies Tables['collections'];

/** Saves a collection and reads it back. */
const throughCollections = (database: Database, collection: Tables['collections']) =>
  database.transaction('save', async (transaction) => {
    await transaction.insertInto('collections').values(collection).execute();
    return transaction.selectFrom('collections').selectAll().executeTakeFirstOrThrow();
  });

describeEachDatabase('a value', (kind) => {
  it('comes back as it was written', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    expect(await throughCollections(database, COLLECTION)).toEqual(COLLECTION);
  });

  it('that is false stays a boolean, in conditions too', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    expect((await throughCollections(database, { ...COLLECTION, isVerified: false })).isVerified).toBe(false);
    const found = await database.read('unverified', (queries) =>
      queries
        .selectFrom('collections')
        .select(({ eb }) => eb('isVerified', '=', false).as('isFound'))
        .where('isVerified', '=', false)
        .where((eb) => eb.not(eb.ref('isVerified')))
        .execute(),
    );
    expect(found).toEqual([{ isFound: true }]);
  });

  it('of any text stays that text', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const name = `'"\\ \u{1F9A2} \u200F\uFFFF\u0001 %_ $1 ? :a`;
    expect((await throughCollections(database, { ...COLLECTION, name })).name).toBe(name);
  });

  it('of a text loses U+0000, which PostgreSQL cannot store', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    expect((await throughCollections(database, { ...COLLECTION, name: '\0a\0b\0' })).name).toBe('ab');
  });

  it('of any number with fractions stays that number', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const times = [0.1 + 0.2, 1_763_826_000_123.456, -0.5, 2 ** 53 - 1];
    const read = await database.transaction('times', async (transaction) => {
      for (const [index, seenAt] of times.entries())
        await transaction
          .insertInto('seenKeys')
          .values({ key: String(index), seenAt })
          .execute();
      return transaction.selectFrom('seenKeys').select('seenAt').orderBy('id').execute();
    });
    expect(read.map(({ seenAt }) => seenAt)).toEqual(times);
  });

  it('that counts or identifies rows is a number', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const read = await database.transaction('count', async (transaction) => {
      const { id } = await transaction
        .insertInto('seenKeys')
        .values({ key: 'a', seenAt: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('undecidedCounts')
        .values({ channelId: '1', day: 1, count: 2 ** 40, lastAt: 0 })
        .execute();
      const counts = await transaction
        .selectFrom('undecidedCounts')
        .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<number>('count').as('sum')])
        .executeTakeFirstOrThrow();
      return { id, ...counts };
    });
    expect(read).toEqual({ id: 1, rows: 1, sum: 2 ** 40 });
  });

  it('of JSON keeps the names within it, and bigints of any size', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const column = jsonColumn(
      'a sample',
      z.object({ snake_case: z.string(), camelCase: z.object({ amount: bigint }) }),
    );
    const value = { snake_case: '\u0000 is escaped', camelCase: { amount: 10n ** 30n } };
    const { name } = await throughCollections(database, { ...COLLECTION, name: column.write(value) });
    expect(column.read(name)).toEqual(value);
  });

  it('of a list is one text', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const roles = ['1', '{"a":1}', "'"];
    const { name } = await throughCollections(database, { ...COLLECTION, name: textList.write(roles) });
    expect(textList.read(name)).toEqual(roles);
  });

  it('is compared byte by byte', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const keys = ['b', 'B', 'é', 'a', 'A', '\u{1F9A2}', '\uFFFD', ' a', '_'];
    const sorted = await database.transaction('sort', async (transaction) => {
      for (const key of keys) await transaction.insertInto('seenKeys').values({ key, seenAt: 1 }).execute();
      const rows = await transaction.selectFrom('seenKeys').select('key').orderBy('key').execute();
      return rows.map(({ key }) => key);
    });
    expect(sorted).toEqual(
      keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
    );
  });
});

describeEachDatabase('a nested JSON value of a query', (kind) => {
  it('keeps the names within it', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const text = `'{"snake_case":{"inner_name":1}}'`;
    const { found } = await database.read('json', (queries) =>
      queries
        .selectNoFrom(sql`${sql.raw(kind.dialect === 'sqlite' ? text : `${text}::jsonb`)}`.as('found'))
        .executeTakeFirstOrThrow(),
    );
    expect(typeof found === 'string' ? JSON.parse(found) : found).toEqual({ snake_case: { inner_name: 1 } });
  });
});

describe('a column that remembers what it read', () => {
  const names = jsonColumn('names', z.object({ name: z.string() }));
  const limits = { texts: 2, characters: 60 };

  it('reads the same text to the same value, and another to another', () => {
    const column = remembering(names, limits);
    const first = column.read('{"name":"a"}');
    expect(column.read('{"name":"a"}')).toBe(first);
    expect(column.read('{"name":"b"}')).toEqual({ name: 'b' });
    expect(column.read(column.write({ name: 'c' }))).toEqual({ name: 'c' });
  });

  it('is two texts, and no more characters than were given', () => {
    const column = remembering(names, limits);
    const first = column.read('{"name":"a"}');
    const long = JSON.stringify({ name: 'x'.repeat(60) });
    expect(column.read(long)).not.toBe(column.read(long));
    expect(column.read('{"name":"a"}')).toBe(first);
    column.read('{"name":"b"}');
    column.read('{"name":"c"}');
    expect(column.read('{"name":"a"}')).not.toBe(first);
  });

  it('throws for a text that cannot be read, each time', () => {
    const column = remembering(names, limits);
    for (let time = 0; time < 2; time += 1) expect(() => column.read('{')).toThrow(/cannot be read/);
  });
});
