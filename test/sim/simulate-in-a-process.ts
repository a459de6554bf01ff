import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const MAX_OUTPUT_BYTES = 200_000_000;
/** Characters of the output in an error. */
const MAX_SHOWN = 20_000;

const run = promisify(execFile);

/**
 * Runs the simulator in a process of its own, whose time and network it replaces. Resolves to what it printed; rejects with
 * that when a history fails.
 */
export async function simulate(...args: readonly string[]): Promise<string> {
  const flags = ['--disable-warning=ExperimentalWarning', MAIN, ...args];
  try {
    const { stdout } = await run(process.execPath, flags, { maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  } catch (error) {
    const printed = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`The simulator failed:\n${printed.slice(-MAX_SHOWN)}`, { cause: error });
  }
}
