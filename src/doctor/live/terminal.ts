import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { LiveOptions } from './run-probes.ts';

/** A line of progress is repeated no sooner, where lines cannot be replaced. */
const LINE_INTERVAL_MS = 15_000;
const CLEAR_LINE = '\r\u001b[K';

/** Asks the operator, prints lines and shows progress on a terminal or in a pipe. */
export function createTerminal(now: () => number) {
  const { stdin, stdout } = process;
  let printedAt = Number.NEGATIVE_INFINITY;
  const clear = stdout.isTTY ? CLEAR_LINE : '';

  return {
    printLine: (line: string): void => void stdout.write(`${clear}${line}\n`),
    onProgress(text: string): void {
      if (stdout.isTTY) stdout.write(`${clear}… ${text}`);
      else if (now() - printedAt >= LINE_INTERVAL_MS) {
        printedAt = now();
        stdout.write(`… ${text}\n`);
      }
    },
    /** @param signal aborts the question, which then counts as a no */
    async confirm(text: string, signal: AbortSignal): Promise<boolean> {
      stdout.write(`${text}\nContinue? Type yes: `);
      const lines = createInterface({ input: stdin });
      try {
        const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
        const answer = new Promise<string>((resolve) => lines.once('line', resolve));
        const stopped = new Promise<string>((resolve) =>
          signal.addEventListener('abort', () => resolve(''), { once: true }),
        );
        return (await Promise.race([answer, closed, stopped])).trim().toLowerCase() === 'yes';
      } finally {
        lines.close();
        stdin.pause();
        stdout.write('\n');
      }
    },
  };
}

/**
 * Creates the function that writes the report. It never replaces a file.
 * @param file `null` for a name with the time, in the current folder
 */
export const reportWriter =
  (file: string | null, now: () => number): LiveOptions['writeReport'] =>
  async (text) => {
    const name = file ?? `gavel-live-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;
    await writeFile(name, text, { flag: 'wx' });
    return name;
  };
