import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import packageJson from '../../package.json' with { type: 'json' };

/** A process that logs `ready`. Disposing of it kills it. */
export interface BotProcess extends AsyncDisposable {
  readonly pid: number;
  /** Time from its start to the log line `ready`, ms. */
  readonly readyAfterMs: number;
  /** That line. */
  readonly ready: Readonly<Record<string, unknown>>;
}

const MAIN = new URL('../../src/main.mjs', import.meta.url);
/** The options of `npm start`. */
const DEFAULT_OPTIONS = packageJson.scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--') && !word.startsWith('--env-file'));
/** The largest run has tens of thousands of servers. */
const READY_TIMEOUT_MS = 300_000;
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
 * Starts a program, by default the bot, and resolves once it has logged `ready`. Rejects with its last lines if it ends
 * before.
 * @param options `environment`: all variables except PATH; `nodeOptions`: by default those of `npm start`
 */
export async function startBot(options: {
  readonly environment: Readonly<Record<string, string>>;
  readonly program?: URL;
  readonly nodeOptions?: readonly string[];
}): Promise<BotProcess> {
  const { environment, program = MAIN, nodeOptions = DEFAULT_OPTIONS } = options;
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
    READY_TIMEOUT_MS,
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
