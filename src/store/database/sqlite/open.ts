import type { Database as SqliteDatabase } from 'better-sqlite3';
import { type Kysely, SqliteIntrospector, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import type { Logger } from 'pino';
import { GavelError } from '#src/chain/errors.ts';
import { copyBeforeMigration } from '../../file/copy-before-migration.ts';
import { parseDatabaseUrl, prepareFile } from '../../file/location.ts';
import { lockDatabase } from '../../file/lock.ts';
import { createFileMonitor, problemBesideSavedCopy } from '../../file/lost-file.ts';
import { enableIncrementalVacuum, limitLog, truncateLog } from '../../file/space.ts';
import { createWriteMonitor } from '../../file/write-monitor.ts';
import { refuseMoved } from '../../move/mark.ts';
import { StoreSqliteAdapter } from '../adapters.ts';
import { createKysely, type Database, newScope, runInScope, runOneInScope } from '../database.ts';
import { createEventLoopTurns } from '../event-loop-turn.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { SchemaMigration } from '../migrations/migration.ts';
import { SnakeCaseSqliteCompiler } from '../snake-case.ts';
import type { Tables } from '../tables.ts';
import { createTransactionScopes, type TransactionScopes } from '../transaction-scope.ts';
import { createSqliteDriver } from './driver.ts';
import { isDamage, storeFailure } from './failures.ts';
import { loadDriver } from './load-driver.ts';
import { createFileMaintenance } from './maintenance.ts';
import { inspectDatabase, requireWritable, SCHEMA_LINE, type SchemaLine } from './schema.ts';

/** How long a transaction waits while another program writes to the file. */
const BUSY_TIMEOUT_MS = 2_000;

/** Resources of a database file. */
export interface SqliteFile {
  /** For statements that no transaction may contain, such as `vacuum`. */
  readonly db: SqliteDatabase;
  /** Its name in errors. */
  readonly label: string;
}

export interface SqliteOptions {
  readonly databaseUrl: string;
  readonly log: Logger;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called with the error when a call rejects because the file is damaged and retrying is useless. */
  readonly onDamage?: (error: GavelError) => void;
  /** Clock for measuring how long the process is blocked, for tests; ms. */
  readonly monotonicNow?: () => number;
  /** Also opens a file that was moved to another database. */
  readonly acceptsMoved?: boolean;
  /** Whether other processes use the database too, for tests: a database in memory behind several of them. */
  readonly isShared?: boolean;
  /** Replaces the program's migrations, for tests. */
  readonly migrations?: readonly SchemaMigration[];
}

function openFile(
  open: () => SqliteDatabase,
  label: string,
  { line, acceptsMoved }: { readonly line: SchemaLine; readonly acceptsMoved: boolean },
): SqliteDatabase {
  const db = open();
  try {
    inspectDatabase(db, label, line);
    if (!acceptsMoved) refuseMoved(db, label);
    enableIncrementalVacuum(db);
    requireWritable(db);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    // Overwrite deleted content if that needs no additional write.
    db.pragma('secure_delete = FAST');
    limitLog(db);
    // Before the migrator's tables, which are created in a separate transaction.
    db.pragma(`application_id = ${line.applicationId}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const closed = (label: string) => new GavelError('STORE_UNUSABLE', `The database ${label} is closed.`);

/** Records the number of migrations, for `backup`, `restore` and `doctor`. */
async function recordVersion(db: Kysely<unknown>, version: number): Promise<void> {
  await sql.raw(`pragma user_version = ${version}`).execute(db);
}

/** Returns whether exactly these migrations were applied. */
function hasExactly(db: SqliteDatabase, migrations: readonly SchemaMigration[]): boolean {
  const hasTable = db.prepare('select 1 from sqlite_schema where name = ?').get(DEFAULT_MIGRATION_TABLE);
  if (hasTable === undefined) return false;
  const applied = db
    .prepare<[], { name: string }>(`select name from ${DEFAULT_MIGRATION_TABLE} order by name`)
    .all();
  return (
    applied.length === migrations.length &&
    applied.every(({ name }, position) => name === migrations[position]?.name)
  );
}

async function migrateFile(
  db: SqliteDatabase,
  kysely: Kysely<Tables>,
  scopes: TransactionScopes,
  { label, log, migrations }: Pick<SqliteOptions, 'log' | 'migrations'> & { readonly label: string },
): Promise<void> {
  // Kysely's migrator would read the whole schema twice, and write, at every start.
  if (hasExactly(db, migrations ?? MIGRATIONS)) return;
  // Required for rebuilding a table (sqlite.org/lang_altertable.html, 7); SQLite ignores it within a transaction.
  db.pragma('foreign_keys = OFF');
  try {
    const applied = await migrate(kysely, scopes, {
      dialect: 'sqlite',
      label,
      afterEach: recordVersion,
      ...(migrations === undefined ? {} : { migrations }),
    });
    if (applied > 0) log.info({ database: label, migrations: applied }, 'database migrated');
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

/**
 * Opens an SQLite database and applies missing migrations, after a backup. A missing folder or file is created.
 * Disposing of the database closes the file and releases the lock.
 *
 * Throws GavelError CONFIG_INVALID for another kind of URL, and STORE_IN_USE if another process is using the database.
 * Throws STORE_UNUSABLE if the file is not a database, is damaged, belongs to another program, to another schema line
 * or to a newer Gavel, was moved to another database, cannot be written, or is missing next to a copy that was saved
 * when it was lost. After the file is deleted or replaced, writes reject with STORE_UNUSABLE, and reads continue.
 *
 * @param options `databaseUrl`: `sqlite:path/to.db` or `sqlite::memory:`
 */
export async function openSqliteDatabase(
  options: SqliteOptions,
): Promise<Database & { readonly file: SqliteFile }> {
  const { databaseUrl, log, now, onDamage = () => undefined } = options;
  const line = { ...SCHEMA_LINE, ...(options.migrations && { versions: options.migrations.length }) };
  const location = parseDatabaseUrl(databaseUrl);
  const openDatabase = await loadDriver();
  using held = new DisposableStack();
  const label = location === null ? ':memory:' : prepareFile(location);
  if (location !== null) {
    held.use(lockDatabase(openDatabase, label));
    const problem = problemBesideSavedCopy(label);
    if (problem !== null) throw new GavelError('STORE_UNUSABLE', problem);
    await copyBeforeMigration({ databaseUrl, log, now, file: label, line });
  }
  const turns = createEventLoopTurns(options.monotonicNow);
  const scopes = createTransactionScopes(turns);
  const writes = createWriteMonitor(now);
  let opened: SqliteDatabase | null = null;

  async function translated<R>(run: () => Promise<R>): Promise<R> {
    try {
      return await run();
    } catch (error) {
      if (opened?.open === false) throw closed(label);
      const failure = storeFailure(error, label);
      if (isDamage(error) && failure instanceof GavelError) onDamage(failure);
      throw failure;
    }
  }

  const db = await translated(async () =>
    openFile(() => openDatabase(label, { busyTimeoutMs: BUSY_TIMEOUT_MS }), label, {
      line,
      acceptsMoved: options.acceptsMoved === true,
    }),
  );
  opened = db;
  held.defer(() => db.close());
  const kysely = createKysely({
    createAdapter: () => new StoreSqliteAdapter(scopes, now, options.isShared === true),
    createDriver: () => createSqliteDriver(db, { scopes, turns, now }),
    createIntrospector: (introspected) => new SqliteIntrospector(introspected),
    createQueryCompiler: () => new SnakeCaseSqliteCompiler(),
  });
  await translated(async () => {
    await migrateFile(db, kysely, scopes, { ...options, label });
    // A new database would otherwise consist of its log alone until enough is written.
    truncateLog(db);
  });
  const watch = location === null ? null : createFileMonitor({ db, file: label, log, now });

  function requireOpen(): void {
    if (!db.open) throw closed(label);
  }

  function requireFile(): void {
    requireOpen();
    watch?.requireFile();
  }

  // The database keeps a reference to the lock, because garbage collection would release it.
  const resources = held.move();
  const queries: Pick<Database, 'read' | 'readOne' | 'writeOne' | 'transaction'> = {
    async readOne(name, query) {
      requireOpen();
      const scope = newScope(name, true, { isOneStatement: true });
      return translated(() => runOneInScope(kysely, scopes, scope, query));
    },
    async writeOne(name, statement) {
      requireFile();
      const scope = newScope(name, false, { isOneStatement: true });
      return translated(() => runOneInScope(kysely, scopes, scope, statement));
    },
    async read(name, work) {
      requireOpen();
      const scope = newScope(name, true);
      // The only connection of the only process sees a consistent state without a transaction.
      return translated(() =>
        runOneInScope(kysely, scopes, scope, (connection) => {
          scope.beganAt = now();
          return work(connection);
        }),
      );
    },
    async transaction(name, work) {
      requireFile();
      try {
        const result = await translated(() => runInScope(kysely, scopes, newScope(name, false), work));
        writes.succeeded(name);
        return result;
      } catch (error) {
        writes.failed(name, error instanceof GavelError ? error.cause : error);
        throw error;
      }
    },
  };
  return {
    dialect: 'sqlite',
    file: { db, label },
    maintenance: {
      ...createFileMaintenance(db, queries, turns),
      checkFile: watch?.checkFile ?? null,
      problem: () => (watch?.isLost() === true ? 'file lost' : writes.problem()),
    },
    ...queries,
    async [Symbol.asyncDispose]() {
      await kysely.destroy();
      resources.dispose();
    },
  };
}
