import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '#src/store/database/database.ts';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';
import type { SchemaMigration } from '#src/store/database/migrations/migration.ts';
import { examinePostgres } from '#src/store/database/postgres/examine.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { silentLog } from '../../support/silent-log.ts';
import { describeEachDatabase, describePostgres } from './each-database.ts';

/** The tables with their columns, except those of the migrator. */
async function tablesOf(database: Database): Promise<readonly string[]> {
  const query =
    database.dialect === 'sqlite'
      ? sql<{ place: string }>`
          select tables.name || '.' || columns.name as place
            from sqlite_schema as tables, pragma_table_info(tables.name) as columns
           where tables.type = 'table' and tables.name not like 'sqlite_%' and tables.name not like 'kysely_%'`
      : sql<{ place: string }>`
          select table_name || '.' || column_name as place from information_schema.columns
           where table_schema = 'public' and table_name not like 'kysely_%'`;
  const { rows } = await database.read('tables', (queries) => query.execute(queries));
  return rows.map(({ place }) => place).toSorted();
}

async function sqliteTables(): Promise<readonly string[]> {
  await using database = await openSqliteDatabase({
    databaseUrl: 'sqlite::memory:',
    log: silentLog,
    now: Date.now,
  });
  return await tablesOf(database);
}

const broken: SchemaMigration = {
  name: '9999-broken',
  oldestProgram: 1,
  statements: ({ text }) => [`create table half (a ${text})`, 'this is no statement'],
};

describeEachDatabase('the schema', (kind) => {
  it('is created once', async () => {
    await using place = await kind.create({ isEmpty: true });
    await using first = await place.open();
    const tables = await tablesOf(first);
    expect(tables).toContain('deliveries.live_key');
    await first[Symbol.asyncDispose]();
    await using second = await place.open();
    expect(await tablesOf(second)).toEqual(tables);
  });

  it('is migrated as a whole or not at all', async () => {
    await using place = await kind.create({ isEmpty: true });
    await expect(place.open({ migrations: [...MIGRATIONS, broken] })).rejects.toThrow(/syntax/);
    const later: SchemaMigration = {
      name: '0000-other',
      oldestProgram: 1,
      statements: ({ text }) => [`create table other (a ${text})`],
    };
    await using database = await place.open({ migrations: [later, ...MIGRATIONS] });
    expect(await tablesOf(database)).not.toContain('half.a');
  });

  it('keeps what it was when a later migration fails', async () => {
    await using place = await kind.create();
    const before = await place.open();
    const tables = await tablesOf(before);
    await before[Symbol.asyncDispose]();
    await expect(place.open({ migrations: [...MIGRATIONS, broken] })).rejects.toThrow(/syntax/);
    await using after = await place.open();
    expect(await tablesOf(after)).toEqual(tables);
  });

  it('of a newer Gavel is used where that allows it', async () => {
    await using place = await kind.create();
    const later: SchemaMigration = {
      name: '9999-later',
      oldestProgram: MIGRATIONS.length,
      statements: ({ text }) => [`create table later (a ${text})`],
    };
    const newer = await place.open({ migrations: [...MIGRATIONS, later] });
    await newer[Symbol.asyncDispose]();
    const older = await place.open();
    expect(await tablesOf(older)).toContain('later.a');
    await older[Symbol.asyncDispose]();
    await using again = await place.open({ migrations: [...MIGRATIONS, later] });
    expect(await tablesOf(again)).toContain('later.a');
  });

  it('of a newer Gavel that another one branched from is refused', async () => {
    await using place = await kind.create({ isEmpty: true });
    const [first, ...rest] = MIGRATIONS;
    if (first === undefined) throw new Error('There is a first migration.');
    const other: SchemaMigration = {
      name: '0002-other',
      oldestProgram: 1,
      statements: ({ text }) => [`create table other (a ${text})`],
    };
    const newer = await place.open({ migrations: [first, other, ...rest] });
    await newer[Symbol.asyncDispose]();
    await expect(place.open({ migrations: [first, { ...other, name: '0002-third' }] })).rejects.toThrow(
      /was written by a newer Gavel/,
    );
  });

  it('that begins with another migration is refused, as those of development versions do', async () => {
    await using place = await kind.create({ isEmpty: true });
    const [first] = MIGRATIONS;
    if (first === undefined) throw new Error('There is a first migration.');
    const earlier: SchemaMigration = { ...first, name: '0001-initial' };
    const made = await place.open({ migrations: [earlier] });
    await made[Symbol.asyncDispose]();
    await expect(place.open()).rejects.toThrow(
      /was made by a Gavel before 0\.1\.0, whose schema this one cannot read; use an empty database\.$/,
    );
  });

  it('of a newer Gavel is refused where that requires one', async () => {
    await using place = await kind.create();
    const later: SchemaMigration = {
      name: '9999-later',
      oldestProgram: MIGRATIONS.length + 1,
      statements: ({ text }) => [`create table later (a ${text})`],
    };
    const newer = await place.open({ migrations: [...MIGRATIONS, later] });
    await newer[Symbol.asyncDispose]();
    await expect(place.open()).rejects.toThrow(/was written by a newer Gavel .*; update Gavel\.$/);
  });
});

describePostgres('the schema of PostgreSQL', (kind) => {
  it.each([
    ['allows it', MIGRATIONS.length, 'sound'],
    ['requires a newer one', MIGRATIONS.length + 1, 'unusable'],
  ])('of a newer Gavel that %s is examined as that', async (_what, oldestProgram, state) => {
    await using place = await kind.create();
    const later: SchemaMigration = {
      ...{ name: '9999-later', oldestProgram },
      statements: ({ text }) => [`create table later (a ${text})`],
    };
    const newer = await place.open({ migrations: [...MIGRATIONS, later] });
    await newer[Symbol.asyncDispose]();
    expect(await examinePostgres(place.url)).toMatchObject({ state });
  });

  it('has the tables and columns of SQLite’s', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    expect(await tablesOf(database)).toEqual(await sqliteTables());
  });

  it('has a name that begins with “is” for every boolean column, and for no other', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const { rows } = await database.read('columns', (queries) =>
      sql<{ column_name: string; data_type: string }>`
        select column_name, data_type from information_schema.columns
         where table_schema = 'public' and table_name not like 'kysely_%'
           and (data_type = 'boolean') <> (column_name like 'is\\_%')`.execute(queries),
    );
    expect(rows).toEqual([]);
  });

  it('compares every text byte by byte, whatever the collation of the database', async () => {
    await using place = await kind.create();
    await using database = await place.open();
    const { rows } = await database.read('columns', (queries) =>
      sql`select table_name, column_name from information_schema.columns
           where table_schema = 'public' and table_name not like 'kysely_%'
             and data_type = 'text' and collation_name is distinct from 'C'`.execute(queries),
    );
    expect(rows).toEqual([]);
  });

  it('is created once by two processes that start together', async () => {
    await using place = await kind.create({ isEmpty: true });
    const [one, other] = await Promise.all([place.open(), place.open()]);
    await using first = one;
    await using second = other;
    expect(await tablesOf(first)).toEqual(await tablesOf(second));
  });
});
