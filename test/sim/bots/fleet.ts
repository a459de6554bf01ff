import { pino } from 'pino';
import type { App } from '#src/app.ts';
import type { AppOverrides } from '#src/context.ts';
import { MIGRATIONS } from '#src/store/database/migrations/index.ts';
import type { SchemaMigration } from '#src/store/database/migrations/migration.ts';
import type { Bot } from '../bot.ts';
import type { Interval } from '../interval.ts';
import type { HistoryLog } from '../log.ts';
import type { Machine } from '../machine.ts';
import { type Host, runAs, type SimulatedProcess } from '../virtual-time/owners.ts';
import type { DatabaseServer } from './database-server.ts';
import { createProcessDatabase } from './process-database.ts';
import type { WakeupHub } from './wakeup-hub.ts';

/** As `src/run.ts` limits an orderly stop, ms. */
const STOP_WITHIN_MS = 14_000;

/** A later version of the program has it. Programs of this version may go on with it. */
const TEST_MIGRATION: SchemaMigration = {
  name: '9999-test-upgrade',
  oldestProgram: MIGRATIONS.length,
  statements: ({ integer, end }) => [`create table test_upgrade (id ${integer} primary key) ${end}`],
};

/** A process of a bot, from its start to its end. */
export interface Life extends Interval {
  readonly process: SimulatedProcess;
  /** When nothing of it ran. */
  readonly pauses: Interval[];
}

/** A bot: a machine, on which one process runs after the other. */
interface FleetBot {
  readonly host: Host;
  life: Life | null;
  app: App | null;
  starts: number;
  isStopping: boolean;
  isUpgraded: boolean;
  hasLeft: boolean;
}

/** Several bots on one database. */
export interface Fleet {
  readonly lives: readonly Life[];
  /** Whether the process runs, and is not paused. */
  isRunning(process: SimulatedProcess): boolean;
  /** The number of the bot whose process has this name; -1 if it does not run. */
  numberOf(name: string | null): number;
  /** Another bot starts. */
  join(): void;
  /** The newest bot stops for good, unless it is the last one. */
  leave(): void;
  kill(bot: number, downMs: number): void;
  /** The process was killed at a commit. */
  killed(process: SimulatedProcess): void;
  /** @param downMs of the bot, when it is killed at a commit */
  planKill(
    bot: number,
    plan: { readonly commit: number; readonly when: 'before' | 'after'; readonly downMs: number },
  ): void;
  stop(bot: number, downMs: number): void;
  upgrade(bot: number, downMs: number): void;
  pause(bot: number, ms: number): void;
  setClock(bot: number, aheadMs: number): void;
  /** All clocks are right again, and everybody who did not leave is up soon. Returns when all of them run, ms since the start. */
  recover(): number;
  /** Ends all of them. */
  end(): void;
}

export function createFleet(deps: {
  readonly machine: Machine;
  readonly bot: Bot;
  readonly pollIntervalMs: number;
  readonly server: DatabaseServer;
  readonly wakeups: WakeupHub;
  readonly log: HistoryLog;
  readonly errors: string[];
  readonly onEnd: (process: SimulatedProcess) => void;
}): Fleet {
  const { machine, bot, pollIntervalMs, server, wakeups, log, errors, onEnd } = deps;
  const { scheduler } = machine.time;
  const { now } = scheduler;
  const bots: FleetBot[] = [];
  const lives: Life[] = [];
  /** How long the bot of a process that is killed at a commit is down. */
  const planned = new Map<SimulatedProcess, number>();

  const later = (ms: number, run: () => void): void => void scheduler.schedule('world', ms, run);
  const isRunning = ({ isAlive, pausedUntil }: SimulatedProcess): boolean => isAlive && pausedUntil <= now();

  const loggerOf = (process: SimulatedProcess) =>
    pino(
      { level: log.isKept ? 'debug' : 'silent', base: null, timestamp: false },
      {
        write(line: string) {
          if (process.isAlive) log.add(`${process.name} ${line.trim().slice(0, 400)}`);
        },
      },
    );

  function databaseOf(process: SimulatedProcess, isUpgraded: boolean): NonNullable<AppOverrides['database']> {
    return createProcessDatabase({
      server,
      wakeups: wakeups.of(process),
      migrations: isUpgraded ? [...MIGRATIONS, TEST_MIGRATION] : MIGRATIONS,
      log: loggerOf(process),
    });
  }

  /** Notes how a process fares. One that cannot start ends, and starts again as a container does. */
  async function run(one: FleetBot, process: SimulatedProcess): Promise<void> {
    const isCurrent = (): boolean => one.life?.process === process && process.isAlive && !one.isStopping;
    const database = databaseOf(process, one.isUpgraded);
    function exit(what: string, error: unknown): void {
      if (!isCurrent()) return;
      log.add(`${process.name} ${what}: ${String(error)}`);
      if (!server.wasAway(60_000)) errors.push(`${process.name} ${what}: ${String(error)}`);
      end(one);
      restart(one, 5_000);
    }
    try {
      const app = await runAs(process, () => bot.start(loggerOf(process), pollIntervalMs, database));
      if (one.life?.process === process) one.app = app;
      exit('stopped', await app.failed);
    } catch (error) {
      exit('could not start', error);
    }
  }

  function start(one: FleetBot): void {
    if (one.life !== null || one.hasLeft) return;
    one.starts += 1;
    const process = machine.startProcess(one.host, `${one.host.name}${one.starts}`);
    one.life = { process, from: now(), to: Number.POSITIVE_INFINITY, pauses: [] };
    one.app = null;
    one.isStopping = false;
    lives.push(one.life);
    log.add(`${process.name} starts`);
    void run(one, process);
  }

  const restart = (one: FleetBot, downMs: number): void => later(downMs, () => start(one));

  function end(one: FleetBot): void {
    const { life } = one;
    if (life === null) return;
    machine.kill(life.process);
    life.to = now();
    one.life = null;
    one.app = null;
    onEnd(life.process);
  }

  function stopThen(one: FleetBot, then: () => void): void {
    const { life, app } = one;
    if (life === null || one.isStopping) return;
    const { process } = life;
    one.isStopping = true;
    log.add(`${process.name} is stopped`);
    let isOver = false;
    function finish(): void {
      if (isOver) return;
      isOver = true;
      if (one.life === life) end(one);
      then();
    }
    later(STOP_WITHIN_MS, finish);
    runAs(process, async () => app?.[Symbol.asyncDispose]()).then(
      () => scheduler.schedule('world', 0, finish),
      (error: unknown) => void errors.push(`${process.name} could not stop: ${String(error)}`),
    );
  }

  function withBot(bot: number, act: (one: FleetBot, life: Life) => void): void {
    const one = bots[bot];
    if (one?.life !== undefined && one.life !== null) act(one, one.life);
  }

  function stop(number: number, downMs: number): void {
    withBot(number, (one) => stopThen(one, () => restart(one, downMs)));
  }

  return {
    lives,
    isRunning,
    numberOf: (name) => bots.findIndex(({ life }) => life?.process.name === name),
    join() {
      const name = String.fromCodePoint(97 + bots.length);
      const one: FleetBot = {
        host: { name, aheadMs: 0 },
        life: null,
        app: null,
        starts: 0,
        isStopping: false,
        isUpgraded: false,
        hasLeft: false,
      };
      bots.push(one);
      start(one);
    },
    leave() {
      const left = bots.filter(({ hasLeft }) => !hasLeft);
      const one = left.at(-1);
      if (one === undefined || left.length < 2) return;
      one.hasLeft = true;
      stopThen(one, () => undefined);
    },
    kill: (number, downMs) =>
      withBot(number, (one, { process }) => {
        log.add(`${process.name} is killed`);
        end(one);
        restart(one, downMs);
      }),
    killed(process) {
      const one = bots.find(({ life }) => life?.process === process);
      if (one === undefined) return;
      log.add(`${process.name} is killed at a commit`);
      end(one);
      restart(one, planned.get(process) ?? 0);
    },
    planKill: (number, { commit, when, downMs }) =>
      withBot(number, (_, { process }) => {
        planned.set(process, downMs);
        server.faults.killAtCommit(process, commit, when);
      }),
    stop,
    upgrade(number, downMs) {
      withBot(number, (one) => {
        one.isUpgraded = true;
        stop(number, downMs);
      });
    },
    pause: (number, ms) =>
      withBot(number, (_, { process, pauses }) => {
        process.pausedUntil = Math.max(process.pausedUntil, now() + ms);
        pauses.push({ from: now(), to: process.pausedUntil });
      }),
    setClock(number, aheadMs) {
      const host = bots[number]?.host;
      if (host !== undefined) host.aheadMs = aheadMs;
    },
    recover() {
      for (const { host } of bots) host.aheadMs = 0;
      const pausedUntil = bots.map(({ life }) => life?.process.pausedUntil ?? 0);
      return Math.max(now(), ...pausedUntil);
    },
    end() {
      for (const one of bots) {
        one.hasLeft = true;
        end(one);
      }
    },
  };
}
