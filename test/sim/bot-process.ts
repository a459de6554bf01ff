import { pino } from 'pino';
import type { App } from '#src/app.ts';
import type { Bot } from './bot.ts';
import type { Interval } from './interval.ts';
import type { HistoryLog } from './log.ts';
import type { Machine } from './machine.ts';

/** As `src/run.ts` limits an orderly stop, ms. */
const STOP_WITHIN_MS = 14_000;

/** The bot's process on the machine, and its successors. */
export function createBotProcess(deps: {
  readonly machine: Machine;
  readonly bot: Bot;
  /** From one reading of the feed to the next. */
  readonly pollIntervalMs: number;
  readonly log: HistoryLog;
  readonly lives: Interval[];
  readonly errors: string[];
  readonly onEnd: () => void;
}) {
  const { machine, bot, pollIntervalMs, log, lives, errors, onEnd } = deps;
  const { scheduler } = machine.time;
  let app: App | null = null;
  let restartAt: number | null = null;

  function ended(): void {
    const life = lives.at(-1);
    if (life !== undefined) life.to = scheduler.now();
    app = null;
    onEnd();
  }

  const logger = () =>
    pino(
      { level: log.isKept ? 'debug' : 'silent', base: null, timestamp: false },
      {
        write(line: string) {
          if (machine.isAlive) log.add(`bot ${line.trim().slice(0, 400)}`);
        },
      },
    );

  /** Notes how the process of this number fares. */
  async function watch(life: number): Promise<void> {
    const isCurrent = () => life === lives.length && machine.isAlive;
    try {
      const started = await bot.start(logger(), pollIntervalMs);
      if (!isCurrent()) return;
      app = started;
      const error = await started.failed;
      if (isCurrent()) errors.push(`the bot stopped: ${error.message}`);
    } catch (error) {
      if (isCurrent()) errors.push(`the start failed: ${String(error)}`);
    }
  }

  async function afterPlannedKill(downMs: number): Promise<void> {
    log.add('the bot was killed at a commit');
    await scheduler.settle();
    ended();
    restartAt = scheduler.now() + downMs;
  }

  async function dispose(stopping: App | null): Promise<void> {
    try {
      await stopping?.[Symbol.asyncDispose]();
    } catch (error) {
      errors.push(`the stop failed: ${String(error)}`);
    }
  }

  return {
    /** @param downMs of a process that is killed at a commit as it starts */
    async start(downMs = 0): Promise<void> {
      if (machine.isAlive) return;
      machine.disk.fail(null);
      machine.startProcess();
      restartAt = null;
      lives.push({ from: scheduler.now(), to: Number.POSITIVE_INFINITY });
      log.add('the bot starts');
      void watch(lives.length);
      await scheduler.settle();
      if (!machine.isAlive) await afterPlannedKill(downMs);
    },
    /** The process ends at once. */
    async kill(downMs: number): Promise<void> {
      if (!machine.isAlive) return;
      log.add('the bot is killed');
      machine.kill();
      await scheduler.settle();
      ended();
      restartAt = scheduler.now() + downMs;
    },
    /** To be called after every piece of time: the process may have been killed at a commit. */
    afterPlannedKill,
    /** Asks it to stop, as SIGTERM does. */
    async stop(downMs: number): Promise<void> {
      if (!machine.isAlive) return;
      log.add('the bot is stopped');
      let isStopped = false;
      const stop = async () => {
        await dispose(app);
        isStopped = true;
      };
      void stop();
      await scheduler.runUntil(scheduler.now() + STOP_WITHIN_MS, () => isStopped || !machine.isAlive);
      machine.kill();
      await scheduler.settle();
      ended();
      restartAt = scheduler.now() + downMs;
    },
    /** When its successor starts; `null` while it runs. */
    restartAt: (): number | null => restartAt,
  };
}
