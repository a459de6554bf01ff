import { enableCompileCache } from 'node:module';
import { installMachine } from './machine.ts';
import { readOptions } from './options.ts';
import { bugNamed } from './planted/bugs.ts';
import { plant } from './planted/plant.ts';
import { countPoints } from './points.ts';

/*
 * `npm run test:sim -- [--runs N] [--seed S]`: the whole bot lives through N histories on virtual time, between a simulated
 * marketplace and a simulated Discord. With `--bots 3`, three of them share a database. Every choice comes from the seed. A history that fails is printed with its seed, the
 * shortest history that still fails, and the log of that.
 */

const args = process.argv.slice(2);
const options = readOptions(args);
if (options.planted !== null) {
  const { findPlanted } = await import('./planted/find-planted.ts');
  const found = findPlanted({ ...options, only: options.planted }, (line) =>
    process.stdout.write(`${line}\n`),
  );
  process.exit(found ? 0 : 1);
}
if (options.processes > 1 && options.share === null) {
  const { simulateInProcesses } = await import('./in-processes.ts');
  process.exit((await simulateInProcesses(options, args)) ? 0 : 1);
}
// Compiled code and types that were left out are kept for the next run, and for the other processes of this one.
enableCompileCache();
const points = countPoints();
const machine = installMachine({ onCommit: points.committed });
const requirePlanted = options.bug === null ? null : plant(bugNamed(options.bug));
// Imported only now, because the bot and its libraries must find the machine's time and network.
const { simulate } = await import('./simulate.ts');
const FAILED = 1;
const BROKEN = 2;
// A failure of the simulator itself is one of the run; nothing else would report it, since the machine takes all errors.
const code = await simulate(options, machine, points.counts)
  .then((isFine) => {
    // A bug that is found has changed something, and a share of the histories may have nothing for it.
    if (isFine && options.share === null) requirePlanted?.();
    return isFine ? 0 : FAILED;
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return BROKEN;
  });
// What the bot leaves behind must not hold the process.
process.exit(code);
