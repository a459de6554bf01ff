import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { GavelError } from '#src/chain/errors.ts';
import { readOldestProgram, recordOldestProgram } from './compatibility.ts';
import type { DialectName } from './database.ts';
import { newScope } from './database.ts';
import { columnTypes } from './migrations/column-types.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { SchemaMigration } from './migrations/migration.ts';
import type { Tables } from './tables.ts';
import type { TransactionScopes } from './transaction-scope.ts';

/** Checks all foreign keys before the commit, because SQLite does not enforce them while a table is rebuilt. */
async function checkForeignKeys(db: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length === 0) return;
  throw new GavelError('STORE_UNUSABLE', `The database cannot be migrated (${name}).`, {
    cause: new Error(`Foreign key violation: ${JSON.stringify(rows[0])}`),
  });
}

/** Converts the migrations for Kysely's `Migrator`: all missing ones run in one transaction. */
function executable(dialect: DialectName, migrations: readonly SchemaMigration[], afterEach: AfterMigration) {
  return Object.fromEntries(
    migrations.map(({ name, statements, oldestProgram }, index) => [
      name,
      {
        async up(db: Kysely<unknown>): Promise<void> {
          // Migrating a large table takes longer than any other statement may.
          if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
          for (const statement of statements(columnTypes(dialect))) await sql.raw(statement).execute(db);
          if (dialect === 'sqlite') await checkForeignKeys(db, name);
          await recordOldestProgram(db, dialect, oldestProgram);
          await afterEach(db, index + 1);
        },
      },
    ]),
  );
}

/** Resolves to whether the database may be used although it has unknown migrations (`compatibility.ts`). */
async function maySkip(
  kysely: Kysely<Tables>,
  dialect: DialectName,
  known: readonly string[],
): Promise<boolean> {
  const { rows: executed } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(kysely);
  if (!known.every((name, index) => executed[index]?.name === name)) return false;
  const oldestProgram = await readOldestProgram(kysely, dialect);
  return oldestProgram !== null && oldestProgram <= known.length;
}

/** Finds the name of the first applied migration; `null` for none. */
async function firstMigration(kysely: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name limit 1`.execute(kysely);
  return rows[0]?.name ?? null;
}

/** Describes the problem of a database with a different first migration, as a sentence. */
export const earlierSchemaProblem = (label: string): string =>
  `The database ${label} was made by a Gavel before 0.1.0, whose schema this one cannot read; use an empty database.`;

/** Called within the transaction, with the number of applied migrations. */
export type AfterMigration = (db: Kysely<unknown>, version: number) => Promise<void>;

/**
 * Applies the missing migrations in one transaction, all or none. Two processes may call it at once. Resolves to the
 * number of migrations.
 * @throws GavelError STORE_UNUSABLE if a newer Gavel has migrated the database, and the database requires one
 * (`compatibility.ts`)
 */
export async function migrate(
  kysely: Kysely<Tables>,
  scopes: TransactionScopes,
  {
    dialect,
    label,
    afterEach = async () => undefined,
    migrations = MIGRATIONS,
  }: {
    readonly dialect: DialectName;
    /** Name of the database, for errors. */
    readonly label: string;
    readonly afterEach?: AfterMigration;
    readonly migrations?: readonly SchemaMigration[];
  },
): Promise<number> {
  const all = executable(dialect, migrations, afterEach);
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => all } });
  return scopes.run(newScope('migrate', false, { mayWait: true }), async () => {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
      const known = migrations.map(({ name }) => name);
      if (await maySkip(kysely, dialect, known)) return 0;
      const first = await firstMigration(kysely);
      if (first !== null && first !== known[0])
        throw new GavelError('STORE_UNUSABLE', earlierSchemaProblem(label), { cause: error });
      throw new GavelError(
        'STORE_UNUSABLE',
        `The database ${label} was written by a newer Gavel (this one knows ${known.length} schemas); update Gavel.`,
        { cause: error },
      );
    }
    if (error !== undefined) throw error;
    return results.length;
  });
}
