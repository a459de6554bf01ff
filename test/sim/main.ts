import { installMachine } from './machine.ts';
import { readOptions } from './options.ts';

/*
 * `npm run test:sim -- [--runs N] [--seed S]`: the whole bot lives through N histories on virtual time, between a simulated
 * marketplace and a simulated Discord. Every choice comes from the seed. A history that fails is printed with its seed, the
 * shortest history that still fails, and the log of that.
 */

const options = readOptions(process.argv.slice(2));
const machine = installMachine();
// Imported only now, because the bot and its libraries must find the machine's time and network.
const { simulate } = await import('./simulate.ts');
process.exitCode = (await simulate(options, machine)) ? 0 : 1;
// What the bot leaves behind must not hold the process.
process.exit();
