import Database from 'better-sqlite3';
import { COMMITS, KILL_POINT_VARIABLE, REQUESTS, readKillPoint } from './kill-points.ts';

/*
 * Loaded into the bot's process before its own code (`--import`): kills the process at the named point, by SIGKILL, so
 * that nothing is finished, flushed or told. The bot itself knows nothing of it.
 */

const written = process.env[KILL_POINT_VARIABLE];
const point = written === undefined ? null : readKillPoint(written);
let passed = 0;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment; nothing more may happen meanwhile.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/** One of those that the point names has come; dies at the how-manieth that it names. */
function pass(): void {
  passed += 1;
  if (passed === point?.count) die();
}

function watchCommits(name: keyof typeof COMMITS, side: 'before' | 'after'): void {
  const wanted = COMMITS[name];
  let touched = false;
  const probe = new Database(':memory:');
  const statements = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  for (const method of ['run', 'get', 'all']) {
    const original = statements[method];
    statements[method] = function watched(this: { source: string }, ...parameters: unknown[]) {
      if (wanted.test(this.source)) touched = true;
      return original.apply(this, parameters);
    };
  }
  const begin = Database.prototype.transaction;
  Object.defineProperty(Database.prototype, 'transaction', {
    value(this: Database.Database, work: (...args: unknown[]) => unknown) {
      const made = begin.call(this, (...args: unknown[]) => {
        touched = false;
        const result = work(...args);
        if (touched && side === 'before') pass();
        return result;
      });
      const immediate = (...args: unknown[]) => {
        const result = made.immediate(...args);
        if (touched && side === 'after') pass();
        touched = false;
        return result;
      };
      return Object.assign((...args: unknown[]) => made(...args), { immediate });
    },
  });
}

function watchRequests(name: keyof typeof REQUESTS, side: 'before' | 'after'): void {
  const { method, path } = REQUESTS[name];
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const meets = (init?.method ?? 'GET') === method && path.test(input instanceof Request ? input.url : input.toString());
    if (meets && side === 'before') pass();
    const response = await ask(input, init);
    if (meets && side === 'after') pass();
    return response;
  };
}

function isCommit(name: string): name is keyof typeof COMMITS {
  return Object.hasOwn(COMMITS, name);
}
function isRequest(name: string): name is keyof typeof REQUESTS {
  return Object.hasOwn(REQUESTS, name);
}

if (point !== null) {
  if (point.of === 'commit' && isCommit(point.name)) watchCommits(point.name, point.side);
  else if (point.of === 'request' && isRequest(point.name)) watchRequests(point.name, point.side);
  else throw new Error(`There is no kill point ${written}.`);
}

/** How far this life's clock is ahead of the machine's, ms: what was begun in an earlier life is then older. */
const ahead = Number(process.env['BOT_CLOCK_AHEAD_MS'] ?? '0');
if (ahead > 0) {
  const now = Date.now;
  Date.now = () => now() + ahead;
}
