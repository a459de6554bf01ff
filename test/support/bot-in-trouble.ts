import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/*
 * The bot as users run it, on a machine that a test can spoil while it runs: what stands in the file `BOT_CLOCK_AHEAD_FILE` is
 * how far its clock is ahead (ms, may be negative), and while there is a file `BOT_DISK_FULL_FILE` SQLite finds no page more.
 * The bot knows nothing of it: this file comes between it and the machine.
 */

const clockFile = process.env['BOT_CLOCK_AHEAD_FILE'];
const fullFile = process.env['BOT_DISK_FULL_FILE'];
/** More pages than any test writes. */
const ROOM = 1_000_000;

if (clockFile !== undefined) {
  const MachineDate = Date;
  const now = () => MachineDate.now() + Number(readFileSync(clockFile, 'utf8'));
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

if (fullFile !== undefined) {
  const begin = Database.prototype.transaction;
  Object.defineProperty(Database.prototype, 'transaction', {
    value(this: Database.Database, work: (...args: unknown[]) => unknown) {
      const pages = existsSync(fullFile) ? this.pragma('page_count', { simple: true }) : ROOM;
      this.pragma(`max_page_count = ${Number(pages)}`);
      return begin.call(this, work);
    },
  });
}

await import('../../src/main.ts');
