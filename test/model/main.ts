import { parseArgs } from 'node:util';
import { replayRandomHistories } from './random-histories.ts';

/*
 * `npm run test:model -- [--paths N] [--seed S]`: random paths through the model of sending are replayed with two real senders on one
 * database. The first step after which they differ from the model ends the run.
 */

/** With a new database for as many, none becomes slow. */
const PATHS_AT_ONCE = 200;

const { values } = parseArgs({
  options: { paths: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const [paths, seed] = [Number(values.paths), Number(values.seed)];
if (!Number.isInteger(paths) || paths < 1 || !Number.isInteger(seed))
  throw new RangeError('--paths is a whole number from 1 on, and --seed a whole number.');

const startedAt = performance.now();
const steps = new Set<string>();
let settled = 0;
for (let done = 0; done < paths; done += PATHS_AT_ONCE) {
  const replayed = await replayRandomHistories(Math.min(PATHS_AT_ONCE, paths - done), { seed: seed + done });
  settled += replayed.settled;
  for (const step of replayed.steps) steps.add(step);
}
const seconds = Math.round((performance.now() - startedAt) / 1_000);
process.stdout.write(
  `${JSON.stringify({ figure: 'replayed paths of the model', seed, paths, settled, kindsOfSteps: steps.size, seconds })}\n`,
);
process.exit(settled === paths ? 0 : 1);
