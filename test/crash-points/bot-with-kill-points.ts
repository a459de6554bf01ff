import { writeSync } from 'node:fs';
import { commitName } from './commits.ts';
import { watchCommits } from './watch-commits.ts';

/*
 * The bot as users run it, in a process that kills itself right before, during or after it commits what `CRASH_AT` names:
 * `before sent post:2` is the second time. The bot is unmodified: `watch-commits.ts` wraps the drivers of the databases.
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
function reach(point: string): void {
  const times = left.get(point);
  if (times === undefined) return;
  left.set(point, times - 1);
  if (times > 1) return;
  writeSync(1, `${JSON.stringify({ level: 30, msg: `killed ${point}` })}\n`);
  process.kill(process.pid, 'SIGKILL');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

watchCommits(process.env['DATABASE_URL'] ?? '', (moment, statements) => {
  const name = commitName(statements);
  if (name !== null) reach(`${moment} ${name}`);
});

await import(new URL('../../src/main.mjs', import.meta.url).href);
