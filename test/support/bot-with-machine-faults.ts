import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/*
 * Runs the bot with machine faults that a test controls: the file `BOT_CLOCK_AHEAD_FILE` holds the clock offset (ms, may be
 * negative), and while the file `BOT_DISK_FULL_FILE` exists, SQLite cannot allocate further pages.
 */

const clockOffsetFile = process.env['BOT_CLOCK_AHEAD_FILE'];
const diskFullFile = process.env['BOT_DISK_FULL_FILE'];
/** More pages than any test writes. */
const UNLIMITED_PAGES = 1_000_000;

if (clockOffsetFile !== undefined) {
  const MachineDate = Date;
  const now = () => MachineDate.now() + Number(readFileSync(clockOffsetFile, 'utf8'));
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

if (diskFullFile !== undefined) {
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('select 1')) as Database.Statement;
  probe.close();
  const runStatement = statements.run;
  Object.defineProperty(statements, 'run', {
    value(this: Database.Statement, ...given: unknown[]) {
      if (this.source === 'begin immediate') {
        const { database } = this;
        const pages = existsSync(diskFullFile)
          ? database.pragma('page_count', { simple: true })
          : UNLIMITED_PAGES;
        database.pragma(`max_page_count = ${Number(pages)}`);
      }
      return runStatement.apply(this, given);
    },
  });
}

await import(new URL('../../src/main.mjs', import.meta.url).href);
