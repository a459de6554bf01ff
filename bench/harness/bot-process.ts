import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import packageJson from '../../package.json' with { type: 'json' };

/** A process that tells by a line of its log that it is ready. Disposing of it kills it. */
export interface BotProcess extends AsyncDisposable {
  readonly pid: number;
  /** From its start to the line that says it is ready, ms. */
  readonly readyAfterMs: number;
  /** That line. */
  readonly ready: Readonly<Record<string, unknown>>;
}

const MAIN = new URL('../../src/main.ts', import.meta.url);
/** As `npm start` runs it. */
const USUAL_OPTIONS = packageJson.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--') && !word.startsWith('--env-file'));
/** Discord is asked for tens of thousands of servers in the largest run. */
const READY_WITHIN_MS = 300_000;
const KEPT_LINES = 20;

function parsed(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/**
 * Starts a program, the bot unless told otherwise, and resolves once it has logged `ready`. Rejects with its last lines when
 * it ends before.
 * @param options `environment`: all it gets, beside the path; `nodeOptions`: in front of the program, those of `npm start`
 * unless told otherwise
 */
export async function startBot(options: {
  readonly environment: Readonly<Record<string, string>>;
  readonly program?: URL;
  readonly nodeOptions?: readonly string[];
}): Promise<BotProcess> {
  const { environment, program = MAIN, nodeOptions = USUAL_OPTIONS } = options;
  const started = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, program.pathname], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await closed;
  }
  const lines: string[] = [];
  const ready = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (lines.length > KEPT_LINES) lines.shift();
        const entry = parsed(line);
        if (entry['msg'] === 'ready') resolve(entry);
      });
    }
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`Not ready in time:\n${lines.join('\n')}`)),
    READY_WITHIN_MS,
  );
  const ended = closed.then((): never => {
    throw new Error(`It ended before it was ready:\n${lines.join('\n')}`);
  });
  try {
    const entry = await Promise.race([ready, late, ended]);
    const readyAfterMs = performance.now() - started;
    if (child.pid === undefined) throw new Error('It has no process id.');
    return { pid: child.pid, readyAfterMs, ready: entry, [Symbol.asyncDispose]: kill };
  } catch (error) {
    await kill();
    throw error;
  } finally {
    clearTimeout(timer);
    ended.catch(() => undefined);
  }
}
