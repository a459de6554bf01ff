import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const MAX_OUTPUT_BYTES = 200_000_000;
/** Characters of the output in an error, from its beginning and as many from its end. */
const MAX_SHOWN = 10_000;

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
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    const shown =
      stdout.length <= 2 * MAX_SHOWN
        ? stdout
        : `${stdout.slice(0, MAX_SHOWN)}\n…\n${stdout.slice(-MAX_SHOWN)}`;
    throw new Error(`The simulator failed:\n${shown}${stderr}`, { cause: error });
  }
}
