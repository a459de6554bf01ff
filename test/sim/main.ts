import { installMachine } from './machine.ts';
import { readOptions } from './options.ts';

/*
 * `npm run test:sim -- [--runs N] [--seed S]`: the whole bot lives through N histories on virtual time, between a simulated
 * marketplace and a simulated Discord. Every choice comes from the seed. A history that fails is printed with its seed, the
 * shortest history that still fails, and the log of that.
 */

const options = readOptions(process.argv.slice(2));
if (options.planted !== null) {
  // Each in a process of its own.
  const { findPlanted } = await import('./planted/find-planted.ts');
  const found = findPlanted({ ...options, only: options.planted }, (line) =>
    process.stdout.write(`${line}\n`),
  );
  process.exit(found ? 0 : 1);
}
const machine = installMachine();
// Imported only now, because the bot and its libraries must find the machine's time and network.
const { simulate } = await import('./simulate.ts');
// A failure of the simulator itself is one of the run; nothing else would report it, since the machine takes all errors.
const isFine = await simulate(options, machine).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return false;
});
// What the bot leaves behind must not hold the process.
process.exit(isFine ? 0 : 1);
