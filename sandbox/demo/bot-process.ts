import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DemoError } from './demo-error.ts';

/** The bot as users run it: a separate process, restarted when it exits. */
export interface BotProcess extends AsyncDisposable {
  /** `undefined` while it is down. */
  readonly pid: () => number | undefined;
  /** Number of restarts. */
  readonly restarts: () => number;
  /** Rejects when the bot exits for a reason that a restart does not solve. */
  readonly gaveUp: Promise<never>;
  kill(signal: NodeJS.Signals): void;
}

/** One line of the bot's structured log. */
export interface BotLogLine {
  /** pino's: 30 info, 40 warn, 50 error, 60 fatal. */
  readonly level: number;
  readonly msg: string;
}

const MAIN = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
/** The bot's exit status for "an operator has to act". */
const NEEDS_OPERATOR = 78;

function readLine(line: string): BotLogLine {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && 'level' in value && 'msg' in value) {
      return { level: Number(value.level), msg: String(value.msg) };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { level: 50, msg: line };
}

/** Starts the bot with these settings; of this process's environment it gets only `PATH`. */
export function startBot(options: {
  readonly environment: Readonly<Record<string, string>>;
  readonly onLog: (line: BotLogLine) => void;
  readonly onRestart: (how: string, pid: number | undefined) => void;
  /** How long it stays down after it exited; 0 where left out. */
  readonly restartAfterMs?: number;
}): BotProcess {
  const giveUp = Promise.withResolvers<never>();
  giveUp.promise.catch(() => undefined);
  let stopping = false;
  let restarts = 0;
  let isDown = false;
  let restarting: NodeJS.Timeout | undefined;
  let child = start();
  // Without the demo's process group the bot would outlive a demo that fails.
  const endWithDemo = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithDemo);

  function start(): ChildProcess {
    const started = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env['PATH'] ?? '', ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: a terminal sends Ctrl-C to the whole group of the demo, and the bot must
      // stop after the market.
      detached: true,
    });
    for (const stream of [started.stdout, started.stderr]) {
      createInterface({ input: stream }).on('line', (line) => options.onLog(readLine(line)));
    }
    started.on('exit', (code, signal) => {
      if (stopping) return;
      if (code === NEEDS_OPERATOR) {
        giveUp.reject(
          new DemoError('The bot stopped and needs an operator; its last log lines are above.', 1),
        );
        return;
      }
      restarts += 1;
      isDown = true;
      restarting = setTimeout(() => {
        isDown = false;
        child = start();
        options.onRestart(signal ?? `status ${code}`, child.pid);
      }, options.restartAfterMs ?? 0);
    });
    return started;
  }

  return {
    pid: () => (isDown ? undefined : child.pid),
    restarts: () => restarts,
    gaveUp: giveUp.promise,
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      stopping = true;
      clearTimeout(restarting);
      process.off('exit', endWithDemo);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
