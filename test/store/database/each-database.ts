import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { Database, DialectName } from '#src/store/database/database.ts';
import type { SchemaMigration } from '#src/store/database/migrations/migration.ts';
import { openPostgresDatabase } from '#src/store/database/postgres/open.ts';
import { openSqliteDatabase } from '#src/store/database/sqlite/open.ts';
import { testPostgres } from '../../support/postgres/test-database.ts';
import { silentLog } from '../../support/silent-log.ts';

/** Where a database is, until it is disposed of. */
export interface DatabasePlace extends AsyncDisposable {
  readonly url: string;
  open(options?: {
    readonly now?: () => number;
    readonly migrations?: readonly SchemaMigration[];
  }): Promise<Database>;
}

/** One of the two kinds of database. */
export interface DatabaseKind {
  readonly dialect: DialectName;
  readonly name: string;
  /** A new place. With `isEmpty` it has no tables yet. */
  create(options?: { readonly isEmpty: boolean }): Promise<DatabasePlace>;
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'gavel-database-'));

/** The file of a database with tables and no rows. */
async function migratedFile(): Promise<Uint8Array> {
  const folder = await newFolder();
  const file = join(folder, 'gavel.db');
  const database = await openSqliteDatabase({ databaseUrl: `sqlite:${file}`, log: silentLog, now: Date.now });
  await database[Symbol.asyncDispose]();
  const content = await readFile(file);
  await rm(folder, { recursive: true });
  return content;
}

let migrated: Promise<Uint8Array> | null = null;

const sqlite: DatabaseKind = {
  dialect: 'sqlite',
  name: 'SQLite',
  async create({ isEmpty } = { isEmpty: false }) {
    const folder = await newFolder();
    const file = join(folder, 'gavel.db');
    const url = `sqlite:${file}`;
    // Most tests of the store are short, and creating the tables takes three times as long as opening a copy.
    if (!isEmpty) {
      migrated ??= migratedFile();
      await writeFile(file, await migrated);
    }
    return {
      url,
      open: ({ now = Date.now, ...options } = {}) =>
        openSqliteDatabase({ databaseUrl: url, log: silentLog, now, ...options }),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
    };
  },
};

const postgresOfRun = await testPostgres();

const postgres: DatabaseKind = {
  dialect: 'postgres',
  name: 'PostgreSQL',
  async create(options) {
    const database = await postgresOfRun.createDatabase(options);
    return {
      url: database.url,
      open: (options = {}) => openPostgresDatabase({ databaseUrl: database.url, log: silentLog, ...options }),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  },
};

/** Describes a subject once for each kind of database. Where one is missing its tests are skipped, and their name says why. */
export function describeEachDatabase(subject: string, tests: (kind: DatabaseKind) => void): void {
  describeSqlite(subject, tests);
  describePostgres(`${subject} on PostgreSQL`, tests);
}

/** Describes a subject for SQLite alone. */
export function describeSqlite(subject: string, tests: (kind: DatabaseKind) => void): void {
  describe(`${subject} on SQLite`, () => {
    tests(sqlite);
  });
}

/** Describes a subject for PostgreSQL alone. */
export function describePostgres(subject: string, tests: (kind: DatabaseKind) => void): void {
  const { missing } = postgresOfRun;
  const reason = missing === null ? '' : ` (skipped: ${missing})`;
  describe.skipIf(missing !== null)(`${subject}${reason}`, () => {
    tests(postgres);
  });
}

/** Both kinds of database. */
export interface BothKinds {
  readonly sqlite: DatabaseKind;
  readonly postgres: DatabaseKind;
}

/** Describes what the two have in common. */
export function describeBothDatabases(subject: string, tests: (kinds: BothKinds) => void): void {
  describePostgres(subject, () => {
    tests({ sqlite, postgres });
  });
}
