import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const MAIN = path.join(import.meta.dirname, 'main.ts');
const MAX_OUTPUT_BYTES = 200_000_000;

const run = promisify(execFile);

/**
 * Runs the simulator in a process of its own, whose time and network it replaces. Resolves to what it printed; rejects with
 * that when a history fails.
 */
export async function simulate(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return stdout;
}
