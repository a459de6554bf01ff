import { readOptions } from './options.ts';
import { runCluster } from './run.ts';
import { failuresOf } from './verdict.ts';

/*
 * `npm run test:cluster -- [--faults N | --for 2h] [--seed S] [--processes P]`: several bots as users run them, on one PostgreSQL, between the
 * embedded marketplace and a local Discord with six shards, under load and with seeded faults: processes are killed, frozen and
 * thawed, cut off from PostgreSQL or Discord, their clocks set, PostgreSQL restarted, and a process joins and leaves. Then the
 * marketplace's ledger is compared with Discord's messages. Prints a line for each fault and finally one line of JSON; exits with
 * status 1 when an alert is lost, duplicate, out of order or wrong, or nobody played a role for too long. With `--for`, Discord and the
 * marketplace answer wrongly as well, the first bot is never killed, and its memory and the outbox must not grow.
 */

const print = (line: string) => process.stdout.write(`${line}\n`);

const options = readOptions(process.argv.slice(2));
const result = await runCluster(options, print);
const { warnings, ownEnds, broken, wrong, where, answerFaults, ...counts } = result;
for (const [name, times] of warnings) print(`${String(times).padStart(5)} × a bot warned: ${name}`);
for (const [how, times] of ownEnds) print(`${String(times).padStart(5)} × ${how}`);
for (const [name, times] of Object.entries(answerFaults)) print(`${String(times).padStart(5)} × ${name}`);
for (const error of [...wrong, ...where]) print(error);
const failures = failuresOf(result);
for (const failure of failures) print(`failed: ${failure}`);
print(
  JSON.stringify({
    figure: 'cluster',
    ...options,
    ...counts,
    wrong: wrong.length,
    broken: broken.length,
    holds: failures.length === 0,
  }),
);
process.exitCode = failures.length === 0 ? 0 : 1;
