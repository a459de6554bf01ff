import { writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { commitName } from './commits.ts';

/*
 * The bot as users run it, in a process that kills itself right before or after it commits what `CRASH_AT` names:
 * `before sent post:2` is the second time. The bot is unmodified: this file wraps the SQLite driver.
 */

/** Times left by point. */
const left = new Map(
  (process.env['CRASH_AT'] ?? '')
    .split(';')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', times = '1'] = entry.split(':');
      return [name, Number(times)] as const;
    }),
);
/** What each connection's transaction has run so far. */
const running = new WeakMap<object, string[]>();

function reach(point: string): void {
  const times = left.get(point);
  if (times === undefined) return;
  left.set(point, times - 1);
  if (times > 1) return;
  writeSync(1, `${JSON.stringify({ level: 30, msg: `killed ${point}` })}\n`);
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Puts `around` before and after a method of all objects with this prototype. */
function wrap(
  prototype: object,
  method: string,
  around: (self: object, args: readonly unknown[], call: () => unknown) => unknown,
): void {
  const original: unknown = Reflect.get(prototype, method);
  if (typeof original !== 'function') throw new Error(`The driver has no method ${method}.`);
  Reflect.set(prototype, method, function wrapped(this: object, ...args: unknown[]): unknown {
    return around(this, args, () => Reflect.apply(original, this, args));
  });
}

function execute(statement: object, call: () => unknown): unknown {
  const sql = String(Reflect.get(statement, 'source'));
  const database: unknown = Reflect.get(statement, 'database');
  if (typeof database !== 'object' || database === null) return call();
  if (sql.startsWith('BEGIN')) running.set(database, []);
  if (sql === 'COMMIT') {
    const name = commitName(running.get(database) ?? []);
    running.delete(database);
    if (name === null) return call();
    reach(`before ${name}`);
    const result = call();
    reach(`after ${name}`);
    return result;
  }
  running.get(database)?.push(sql);
  return call();
}

const probe = new Database(':memory:');
const statements: object = Reflect.getPrototypeOf(probe.prepare('SELECT 1')) ?? {};
probe.close();
for (const method of ['run', 'get', 'all']) {
  wrap(statements, method, (statement, _args, call) => execute(statement, call));
}
wrap(Database.prototype, 'exec', (database, [sql], call) => {
  running.get(database)?.push(String(sql));
  return call();
});

await import('../../src/main.ts');
