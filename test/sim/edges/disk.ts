import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import type { Database, PragmaOptions, Statement } from 'better-sqlite3';
import { type CommitName, commitName, mayNameCommit } from '../../crash-points/commits.ts';
import { inline } from '../../crash-points/watch-commits.ts';
import { currentProcess, type SimulatedProcess } from '../virtual-time/owners.ts';
import { replaceModule } from './replace-module.ts';

/** The error that ends a simulated process; nothing of the bot runs after it. */
class ProcessKilled extends Error {
  override readonly name = 'ProcessKilled';
}

/** The database of the simulated machine, in memory. It survives the processes that open it. */
export interface SimulatedDisk {
  /** Kills the process at the commit with this number from now on, 1 being the next. */
  killAtCommit(commit: number, when: 'before' | 'after'): void;
  /** SQLite's code of the error of every write from now on; `null` for none. */
  fail(code: 'SQLITE_FULL' | 'SQLITE_BUSY' | 'SQLITE_IOERR' | null): void;
  /** Rows of a query, for what looks at the database from outside. */
  query(sql: string): readonly Readonly<Record<string, unknown>>[];
  /** A process that had it open ended: its transaction is undone. */
  processEnded(): void;
  /** Every history begins with the database as it is now. */
  keepAsEmpty(): void;
  /** The database of the beginning. */
  reset(): void;
}

type Constructor = (new (
  file: string | Buffer,
  options?: BetterSqlite3.Options,
) => Database) & {
  readonly SqliteError: typeof BetterSqlite3.SqliteError;
};
type Run = (...given: readonly unknown[]) => unknown;

const CONTROLS: ReadonlySet<string> = new Set(['begin', 'begin immediate', 'commit', 'rollback']);

/** A table with its rows, in the order of their ids. */
interface StoredTable {
  readonly name: string;
  readonly rows: readonly (readonly unknown[])[];
}

/** Names of all tables, that of SQLite's sequences last. */
const tableNames = (database: Database): readonly string[] =>
  database
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' order by name like 'sqlite_%', name`,
    )
    .pluck()
    .all();

/** All tables with their rows. */
function readTables(database: Database): readonly StoredTable[] {
  return tableNames(database).map((name) => ({
    name,
    rows: database.prepare<[], unknown[]>(`select * from "${name}"`).raw().all(),
  }));
}

/** Makes these the tables, with their rows; those of a later migration go. */
function restoreTables(database: Database, tables: readonly StoredTable[]): void {
  const kept = new Set(tables.map(({ name }) => name));
  database.pragma('foreign_keys = OFF');
  database.transaction(() => {
    for (const name of tableNames(database)) if (!kept.has(name)) database.exec(`drop table "${name}"`);
    for (const { name } of tables) database.exec(`delete from "${name}"`);
    for (const { name, rows } of tables)
      for (const row of rows)
        database.prepare(`insert into "${name}" values (${row.map(() => '?').join(', ')})`).run(...row);
  })();
  database.pragma('foreign_keys = ON');
}

/**
 * Replaces the database driver of this process: every database in memory is the one of the simulated machine. To be called
 * before anything imports the driver.
 * @param deps.kill ends the process that runs, without running anything more of it
 */
export function installDisk(deps: {
  readonly kill: () => void;
  /** Called with the name of every transaction that the crash test knows, once it is committed. */
  readonly onCommit: (name: CommitName) => void;
}): SimulatedDisk {
  const { kill, onCommit } = deps;
  const require = createRequire(import.meta.url);
  const Real = require('better-sqlite3') as Constructor;
  /** One for all histories: each begins with the rows of the first start, because migrations and new connections take long. */
  const disk: Database = new Real(':memory:');
  let first: readonly StoredTable[] = [];
  /** Every process of every history prepares the same statements. */
  const prepared = new Map<string, Statement>();
  const columns = new Map<string, ReturnType<Statement['columns']>>();
  let firstVersion = 0;
  let killAt: { left: number; readonly when: 'before' | 'after' } | null = null;
  let failure: string | null = null;
  /** What the transaction wrote, as far as it tells the name of its commit; and whether a statement may tell it. */
  let written: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const telling = new Map<string, boolean>();
  /** Whether the transaction is one that writes. */
  let isWriting = false;

  /** A process that ended must not write any more. */
  function requireAlive(opener: SimulatedProcess | null): void {
    if (opener?.isAlive !== true) throw new ProcessKilled('the process is dead');
  }

  function endProcess(): never {
    kill();
    throw new ProcessKilled('killed at a commit');
  }

  function failNow(code: string): never {
    throw new Real.SqliteError('simulated failure of the disk', code);
  }

  /** Runs what commits, with the death that is planned for it. */
  function commit<T>(write: () => T): T {
    if (failure !== null) failNow(failure);
    const planned = killAt;
    if (planned !== null) planned.left -= 1;
    const isDue = planned?.left === 0;
    if (isDue) killAt = null;
    if (isDue && planned.when === 'before') endProcess();
    const result = write();
    const name = commitName(written.map(inline));
    if (name !== null) onCommit(name);
    if (isDue) endProcess();
    return result;
  }

  /** Notes what a transaction writes, where the name of its commit may be told by it. */
  function note(sql: string, parameters: readonly unknown[]): void {
    const isTelling = telling.get(sql) ?? mayNameCommit(sql);
    telling.set(sql, isTelling);
    if (isTelling && isWriting) written.push({ sql, parameters });
  }

  function endTransaction(): void {
    if (disk.inTransaction) disk.exec('rollback');
  }

  function prepareOnce(sql: string): Statement {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = disk.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }

  function columnsOf(sql: string, statement: Statement): ReturnType<Statement['columns']> {
    const found = columns.get(sql) ?? statement.columns();
    columns.set(sql, found);
    return found;
  }

  /** What a statement does beside what SQLite does: those that begin and end transactions that write. */
  function controlled(sql: string, run: () => unknown): () => unknown {
    if (sql === 'begin' || sql === 'begin immediate') {
      return () => {
        isWriting = sql === 'begin immediate';
        written = [];
        if (isWriting && failure === 'SQLITE_BUSY') failNow(failure);
        return run();
      };
    }
    if (sql !== 'commit') return run;
    return () => (isWriting ? commit(run) : run());
  }

  const noted =
    (sql: string, run: Run): Run =>
    (...given) => {
      note(sql, given);
      return run(...given);
    };

  function openHandle(): Database {
    endTransaction();
    const opener = currentProcess();
    let isOpen = true;
    const database = Object.create(disk) as Database;

    function prepare(sql: string): Partial<Statement> {
      const statement = prepareOnce(sql);
      const guard =
        (run: Run): Run =>
        (...given) => {
          requireAlive(opener);
          return run(...given);
        };
      const run = controlled(sql, () => statement.run());
      return {
        reader: statement.reader,
        readonly: statement.readonly,
        columns: () => columnsOf(sql, statement),
        pluck: () => disk.prepare(sql).pluck(),
        run: guard(
          CONTROLS.has(sql) ? run : noted(sql, (...given) => statement.run(...given)),
        ) as Statement['run'],
        all: guard(noted(sql, (...given) => statement.all(...given))) as Statement['all'],
        get: guard((...given) => statement.get(...given)),
      };
    }
    Object.defineProperties(database, {
      open: { get: () => isOpen },
      prepare: { value: prepare },
      // A disk in memory is never damaged, and the check reads all of it at every start.
      pragma: {
        value: (text: string, options?: PragmaOptions) =>
          text === 'quick_check' ? 'ok' : disk.pragma(text, options),
      },
      close: {
        value: () => {
          isOpen = false;
          return database;
        },
      },
    });
    return database;
  }

  const Simulated = function open(file: string | Buffer, options?: BetterSqlite3.Options): Database {
    return file === ':memory:' ? openHandle() : new Real(file, options);
  };
  replaceModule('better-sqlite3', { default: Object.assign(Simulated, { SqliteError: Real.SqliteError }) });

  return {
    killAtCommit(left, when) {
      killAt = { left, when };
    },
    fail(code) {
      failure = code;
    },
    query: (sql) => prepareOnce(sql).all() as Readonly<Record<string, unknown>>[],
    processEnded() {
      endTransaction();
      killAt = null;
    },
    keepAsEmpty() {
      first = readTables(disk);
      firstVersion = Number(disk.pragma('user_version', { simple: true }));
    },
    reset() {
      endTransaction();
      restoreTables(disk, first);
      disk.pragma(`user_version = ${firstVersion}`);
      killAt = null;
      failure = null;
    },
  };
}
