import { parseArgs } from 'node:util';
import { runCrashes } from './run.ts';

/*
 * `npm run test:crash -- [--kills N] [--seed N]`: the bot as users run it, killed by SIGKILL N times while the market is
 * busy: before and after every commit and every request, with Discord's answer on its way or lost, and at random moments;
 * started again at once. Then it is let drain, and the marketplace's ledger is held against Discord's messages. Prints a
 * table of the points and one line of JSON; ends with status 1 unless nothing is lost and nothing is there twice.
 */

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) {
  throw new RangeError('npm run test:crash -- [--kills N] [--seed N], with whole numbers');
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const { points, wrong, ...counts } = await runCrashes({ kills, seed }, print);
print(`${'reached'.padStart(8)}${'missed'.padStart(8)}  killed`);
for (const [name, { reached, missed }] of Object.entries(points)) {
  print(`${String(reached).padStart(8)}${String(missed).padStart(8)}  ${name}`);
}
for (const error of wrong) print(`wrong: ${error}`);
const missed = Object.values(points).reduce((sum, point) => sum + point.missed, 0);
print(JSON.stringify({ figure: 'crash', seed, ...counts, wrong: wrong.length, missed }));
process.exitCode = counts.lost === 0 && counts.twice === 0 && wrong.length === 0 ? 0 : 1;
