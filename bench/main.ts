import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { benches } from './benches.ts';
import { type BenchOptions, readOptions, UsageError } from './harness/options.ts';
import { runBench } from './harness/run-bench.ts';

/*
 * `npm run bench -- [NAME…] [--repeats N] [--quick] [--seed N]`. `docs/performance.md` explains what each bench measures.
 * Several benches run one after the other, each in a process of its own, so that they do not share memory and compiled
 * code.
 */

/** Exit status for an invalid command line (as in Bash). */
const USAGE = 2;

async function runInProcess(name: string, { repeats, quick, seed }: BenchOptions): Promise<number> {
  const args = [name, '--repeats', String(repeats), '--seed', String(seed), ...(quick ? ['--quick'] : [])];
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...args], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args, benches);
  const [only, ...others] = benches.filter(({ name }) => options.names.includes(name));
  if (only !== undefined && others.length === 0) {
    await runBench(only, options);
    return 0;
  }
  let worst = 0;
  for (const name of options.names) worst = Math.max(worst, await runInProcess(name, options));
  return worst;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = USAGE;
}
