import { parseArgs } from 'node:util';
import { fuzz } from './fuzz/rounds.ts';

/*
 * `npm run fuzz -- [--runs N] [--seed N]`: sends damaged answers to all methods of the marketplace client. Writes
 * its progress to stderr, then the failures and one line of JSON. Exits with status 1 if anything failed.
 */

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('--runs takes a whole number of 1 or more, --seed a whole number.\n');
  process.exit(2);
}
const startedAt = performance.now();
const { failures, ...result } = await fuzz({
  runs,
  seed,
  onProgress: (done) => process.stderr.write(`\r${done} of ${runs}`),
});
process.stderr.write('\n');
for (const failure of failures) process.stderr.write(`${failure}\n\n`);
const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
process.stdout.write(`${JSON.stringify({ seed, ...result, seconds })}\n`);
process.exitCode = result.failed === 0 ? 0 : 1;
