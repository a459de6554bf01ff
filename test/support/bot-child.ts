import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type BotLog, createBotLog } from './bot-log.ts';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The bot as users run it: a process of its own. Disposing of it kills what still runs. */
export interface BotChild extends AsyncDisposable {
  /** `null` when it could not be started. */
  readonly pid: number | null;
  readonly log: BotLog;
  /** Resolves once the process has ended and everything it wrote was read. */
  readonly exit: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
}

const MAIN = new URL('../../src/main.mjs', import.meta.url);

/**
 * Starts the bot with these variables and nothing else of this process's environment but the path.
 * @param program the module that is run; `src/main.mjs` unless a test puts something around it
 */
export function startBotChild(environment: Readonly<Record<string, string>>, program: URL = MAIN): BotChild {
  const log = createBotLog();
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => log.write(line));
  }
  const exit = once(child, 'close').then((): Exit => ({ code: child.exitCode, signal: child.signalCode }));
  return {
    pid: child.pid ?? null,
    log,
    exit,
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
