import { pino } from 'pino';
import type { App } from '#src/app.ts';
import type { Bot } from './bot.ts';
import type { Interval } from './interval.ts';
import type { HistoryLog } from './log.ts';
import type { Machine } from './machine.ts';
import { type Host, runAs, type SimulatedProcess } from './virtual-time/owners.ts';

/** As `src/run.ts` limits an orderly stop, ms. */
const STOP_WITHIN_MS = 14_000;

/** The bot's process on the machine, and its successors. */
export function createBotProcess(deps: {
  readonly machine: Machine;
  readonly host: Host;
  readonly bot: Bot;
  /** From one reading of the feed to the next. */
  readonly pollIntervalMs: number;
  readonly log: HistoryLog;
  readonly lives: Interval[];
  readonly errors: string[];
  readonly onEnd: () => void;
}) {
  const { machine, host, bot, pollIntervalMs, log, lives, errors, onEnd } = deps;
  const { scheduler } = machine.time;
  let process: SimulatedProcess | null = null;
  let app: App | null = null;
  let restartAt: number | null = null;

  const isAlive = (): boolean => process?.isAlive === true;

  function kill(): void {
    if (process?.isAlive === true) machine.kill(process);
  }

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
          if (isAlive()) log.add(`bot ${line.trim().slice(0, 400)}`);
        },
      },
    );

  /** Notes how the process fares. */
  async function watch(started: SimulatedProcess): Promise<void> {
    const isCurrent = () => started === process && started.isAlive;
    try {
      const running = await runAs(started, () => bot.start(logger(), pollIntervalMs));
      if (!isCurrent()) return;
      app = running;
      const error = await running.failed;
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

  async function dispose(stopping: SimulatedProcess, running: App | null): Promise<void> {
    try {
      await runAs(stopping, () => running?.[Symbol.asyncDispose]());
    } catch (error) {
      errors.push(`the stop failed: ${String(error)}`);
    }
  }

  return {
    isAlive,
    /** @param downMs of a process that is killed at a commit as it starts */
    async start(downMs = 0): Promise<void> {
      if (isAlive()) return;
      machine.disk.fail(null);
      process = machine.startProcess(host);
      restartAt = null;
      lives.push({ from: scheduler.now(), to: Number.POSITIVE_INFINITY });
      log.add('the bot starts');
      void watch(process);
      await scheduler.settle();
      if (!isAlive()) await afterPlannedKill(downMs);
    },
    /** The process ends at once. */
    async kill(downMs: number): Promise<void> {
      if (!isAlive()) return;
      log.add('the bot is killed');
      kill();
      await scheduler.settle();
      ended();
      restartAt = scheduler.now() + downMs;
    },
    /** To be called after every piece of time: the process may have been killed at a commit. */
    afterPlannedKill,
    /** Asks it to stop, as SIGTERM does. */
    async stop(downMs: number): Promise<void> {
      if (process?.isAlive !== true) return;
      const stopping = process;
      log.add('the bot is stopped');
      let isStopped = false;
      const stop = async () => {
        await dispose(stopping, app);
        isStopped = true;
      };
      void stop();
      await scheduler.runUntil(scheduler.now() + STOP_WITHIN_MS, () => isStopped || !stopping.isAlive);
      kill();
      await scheduler.settle();
      ended();
      restartAt = scheduler.now() + downMs;
    },
    /** When its successor starts; `null` while it runs. */
    restartAt: (): number | null => restartAt,
    /** How many of its timers wait. */
    timers: (): number => (process === null ? 0 : scheduler.pending(process)),
    /** Ends it, when the history is over. */
    end: kill,
  };
}
