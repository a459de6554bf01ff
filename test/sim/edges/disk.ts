import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
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
  /** The process that has it open ended: what it still does with it fails. */
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

/**
 * Replaces the database driver of this process: every database in memory is the one of the simulated machine. To be called
 * before anything imports the driver.
 * @param deps.isAlive whether the bot's process runs
 * @param deps.kill ends it, without running anything more of it
 */
export function installDisk(deps: {
  readonly isAlive: () => boolean;
  readonly kill: () => void;
}): SimulatedDisk {
  const { isAlive, kill } = deps;
  const require = createRequire(import.meta.url);
  const Real = require('better-sqlite3') as Constructor;
  let disk: Database = new Real(':memory:');
  /** The database right after the first start of a bot, which the other histories begin with: migrations take long. */
  let empty: Buffer | null = null;
  /** Counts the opened databases: a process that ended must not write to what its successor opened. */
  let opened = 0;
  let killAt: { left: number; readonly when: 'before' | 'after' } | null = null;
  let failure: string | null = null;

  function requireOpen(handle: { readonly number: number }): void {
    if (!isAlive() || handle.number !== opened) throw new ProcessKilled('the process is dead');
  }

  function endProcess(): never {
    kill();
    throw new ProcessKilled('killed at a commit');
  }

  /** Runs what commits, with the death that is planned for it. */
  function commit<T>(write: () => T): T {
    if (failure !== null) throw new Real.SqliteError('simulated failure of the disk', failure);
    const planned = killAt;
    if (planned !== null) planned.left -= 1;
    const isDue = planned?.left === 0;
    if (isDue) killAt = null;
    if (isDue && planned.when === 'before') endProcess();
    const result = write();
    if (isDue) endProcess();
    return result;
  }

  function openHandle(): Database {
    if (disk.inTransaction) disk.exec('rollback');
    opened += 1;
    const handle = { number: opened };
    let isOpen = true;
    const database = Object.create(disk) as Database;
    function transaction(work: Run): Run {
      const real = disk.transaction(work) as unknown as Run & Readonly<Record<string, Run>>;
      const guard =
        (run: Run | undefined): Run =>
        (...given) => {
          requireOpen(handle);
          return disk.inTransaction ? run?.(...given) : commit(() => run?.(...given));
        };
      const kinds = ['default', 'deferred', 'immediate', 'exclusive'];
      return Object.assign(guard(real), Object.fromEntries(kinds.map((kind) => [kind, guard(real[kind])])));
    }
    Object.defineProperties(database, {
      open: { get: () => isOpen },
      transaction: { value: transaction },
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
    query: (sql) => disk.prepare(sql).all() as Readonly<Record<string, unknown>>[],
    processEnded() {
      opened += 1;
      killAt = null;
    },
    keepAsEmpty() {
      empty = disk.serialize();
    },
    reset() {
      disk.close();
      disk = new Real(empty ?? ':memory:');
      killAt = null;
      failure = null;
    },
  };
}
