import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import { storeCopy } from './backup.ts';
import { fileTime } from './backup-files.ts';

/** How soon a lost file is noticed while nothing is written, ms. */
const LOOK_EVERY_MS = 5_000;

const savedPrefix = (file: string): string => `${file}.saved-`;

/**
 * Why a database must not be created in place of a missing file: a copy is there that was saved when the file was lost,
 * and an empty database would replace it without anybody's decision. `null` when nothing speaks against it.
 */
export function problemBesideSavedCopy(file: string): string | null {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return null;
  const copies = readdirSync(folder).filter((name) => name.startsWith(basename(savedPrefix(file))));
  const newest = copies.toSorted().at(-1);
  if (newest === undefined) return null;
  return `The database ${file} is missing: it was deleted while Gavel ran on it, and a copy was saved. To begin anew, move the copy away. To go on with it: npm run restore -- ${join(folder, newest)}`;
}

/** Which file stands at a path; `null` for none, `undefined` when that cannot be found out. */
function fileAt(path: string): string | null | undefined {
  try {
    const status = statSync(path, { bigint: true, throwIfNoEntry: false });
    return status === undefined ? null : `${status.dev}:${status.ino}`;
  } catch {
    // Whether the open files can still be used is SQLite's to say.
    return undefined;
  }
}

/**
 * Watches over the files of an open database. SQLite goes on with files that have no name any more, and what it writes
 * to them is gone with the process.
 */
export interface FileMonitor {
  /** Whether one of the files was deleted or replaced. Asks the file system, which takes microseconds. */
  isLost(): boolean;
  /** Throws GavelError STORE_UNUSABLE when one of them was. */
  requireFile(): void;
  /** Looks; says once that a file is lost, and saves a copy of the database beside it. Never rejects. */
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
        `The database ${file} was deleted or replaced while Gavel runs on it, so nothing is written any more.`,
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

/** Looks every five seconds, and once more when it is disposed of, which is before the database is closed. */
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
