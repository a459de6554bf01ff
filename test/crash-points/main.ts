import { readOptions } from './options.ts';
import { runCrashes } from './run.ts';

/*
 * `npm run test:crash -- [--kills N] [--seed S] [--database sqlite|postgres] [--keep FOLDER]`: the bot as users run it, between
 * the embedded marketplace and the local Discord, under load and with faults. It is killed N times, at every named point and at
 * random times, and restarted at once, and people close their direct messages. Then it runs to completion, and the marketplace's
 * ledger is compared with Discord's messages. Prints a line for each kill, the number of kills at each point, what is stored of
 * each lost alert, and finally one line of JSON; exits with status 1 when an alert is lost, duplicate, out of order or wrong, or
 * when a point was not reached although there were enough kills.
 */

/** From this number of kills on, every point is reached. */
const REACHES_ALL = 200;

const print = (line: string) => process.stdout.write(`${line}\n`);

const options = readOptions(process.argv.slice(2));
const { killsAt, warnings, wrong, where, ...counts } = await runCrashes(options, print);
for (const error of wrong) print(`wrong: ${error}`);
for (const place of where) print(place);
for (const [name, times] of warnings) print(`${String(times).padStart(5)} × the bot warned: ${name}`);
for (const [name, times] of killsAt) print(`${String(times).padStart(5)} × killed ${name}`);
const unreached = [...killsAt].filter(([, times]) => times === 0).map(([name]) => name);
const holds =
  counts.lost === 0 &&
  counts.twice === 0 &&
  counts.outOfOrder === 0 &&
  counts.notSent === 0 &&
  wrong.length === 0 &&
  (unreached.length === 0 || options.kills < REACHES_ALL);
print(
  JSON.stringify({
    figure: 'crash',
    ...options,
    ...counts,
    wrong: wrong.length,
    points: killsAt.size,
    unreached,
    holds,
  }),
);
process.exitCode = holds ? 0 : 1;
