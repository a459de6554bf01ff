import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import { storeCopy } from './backup.ts';
import { fileTime } from './backup-files.ts';

/** Interval at which a lost file is noticed even without writes, ms. */
const LOOK_EVERY_MS = 5_000;

const savedPrefix = (file: string): string => `${file}.saved-`;

/**
 * Returns why a database must not be created in place of a missing file: there is a copy that was saved when the file
 * was lost, and an empty database would silently replace it. `null` if it may be created.
 */
export function problemBesideSavedCopy(file: string): string | null {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return null;
  const copies = readdirSync(folder).filter((name) => name.startsWith(basename(savedPrefix(file))));
  const newest = copies.toSorted().at(-1);
  if (newest === undefined) return null;
  return `The database ${file} is missing: it was deleted while Gavel ran on it, and a copy was saved. To begin anew, move the copy away. To go on with it: npm run restore -- ${join(folder, newest)}`;
}

/** Identifies the file at a path; `null` for none, `undefined` if that cannot be determined. */
function fileAt(path: string): string | null | undefined {
  try {
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    return status === undefined ? null : `${status.dev}:${status.ino}`;
  } catch {
    // SQLite decides whether the open files can still be used.
    return undefined;
  }
}

/**
 * Monitors the files of an open database. SQLite continues to use deleted files, and everything written to them is lost
 * when the process ends.
 */
export interface FileMonitor {
  /** Returns whether one of the files was deleted or replaced. Asks the file system, which takes microseconds. */
  isLost(): boolean;
  /** Throws GavelError STORE_UNUSABLE if one of them was. */
  requireFile(): void;
  /** Checks the file. Logs once that it was lost, and saves a copy of the database beside it. Never rejects. */
  checkFile(): Promise<void>;
}

/** @param deps.db open on this file, with a write-ahead log; `now`: epoch ms */
export function createFileMonitor(deps: {
  readonly db: Database;
  readonly file: string;
  readonly log: Logger;
  readonly now: () => number;
}): FileMonitor {
  const { db, file, log, now } = deps;
  const opened = [file, `${file}-wal`].map((path) => ({ path, identity: fileAt(path) }));
  let isSaid = false;
  let isSaved = false;
  let failures = 0;

  const isLost = (): boolean =>
    opened.some(({ path, identity }) => {
      const found = fileAt(path);
      return typeof identity === 'string' && found !== undefined && found !== identity;
    });

  async function save(): Promise<void> {
    const target = `${savedPrefix(file)}${fileTime(now())}`;
    try {
      await storeCopy({ file, target, now: now(), write: (unfinished) => db.backup(unfinished) });
      isSaved = true;
      log.error({ copy: target }, 'copy of the lost database saved');
    } catch (error) {
      failures += 1;
      const details = { err: error, failures };
      log[failures === 1 ? 'error' : 'debug'](
        details,
        'database copy failed; retrying. Do not stop the process',
      );
    }
  }

  return {
    isLost,
    requireFile() {
      if (!isLost()) return;
      throw new GavelError(
        'STORE_UNUSABLE',
        `The database ${file} was deleted or replaced while Gavel was using it, so nothing is written any more.`,
      );
    },
    async checkFile() {
      if (!isLost()) {
        if (isSaid) log.warn({ file }, 'database file back in place');
        isSaid = false;
        isSaved = false;
        failures = 0;
        return;
      }
      if (!isSaid) log.error({ file }, 'database file deleted or replaced; posting paused');
      isSaid = true;
      if (!isSaved) await save();
    },
  };
}

/** Checks every five seconds, and once more when it is disposed of, before the database is closed. */
export function keepCheckingFile(
  checkFile: () => Promise<void>,
  clock: Pick<Clock, 'sleep'>,
): AsyncDisposable {
  const stopping = new AbortController();
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, stopping.signal);
      await checkFile();
    }
  }
  const running = run();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
