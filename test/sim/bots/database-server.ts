import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Random } from '../../../sandbox/marketplace/random/random.ts';
import type { Machine } from '../machine.ts';
import { currentProcess, runAs, type SimulatedProcess } from '../virtual-time/owners.ts';

/** What becomes of the transactions that the processes begin. */
export interface DatabaseFaults {
  /** So many of the next transactions are undone with this SQLSTATE, as a conflict with another one is. */
  abort(times: number, code: '40001' | '40P01'): void;
  /** So many of the next transactions are committed, and their processes lose the connection instead of hearing of it. */
  loseAnswers(times: number): void;
  /** Nobody reaches the database for so long, ms: connections are refused, or nothing answers. */
  goAway(ms: number, how: 'refuses' | 'is silent'): void;
  /** The process is killed at its commit with this number from now on, 1 being the next. */
  killAtCommit(process: SimulatedProcess, commit: number, when: 'before' | 'after'): void;
  /** Ends all of it. */
  end(): void;
}

/** A transaction that a process ran, as the server sees it. */
export interface Committed {
  readonly process: SimulatedProcess;
  readonly name: string;
}

/** The server of the shared database. Its statements run where the transaction runs, and its connections are here. */
export interface DatabaseServer {
  readonly faults: DatabaseFaults;
  /** The time by which leases end, epoch ms. */
  now(): number;
  /** Whether nobody reaches it. */
  isAway(): boolean;
  /** Whether nobody reached it at some time within the last so many ms. */
  wasAway(withinMs: number): boolean;
  /**
   * Runs a whole transaction of the process that calls this, at a time that the seed chooses.
   * @param work.token identifies it for `pool`; `null` for what only reads
   * @param work.execute throws `conflict`, so that nothing is committed; `null` for none
   */
  run<R>(work: {
    readonly name: string;
    readonly token: number | null;
    readonly execute: (conflict: Error | null) => Promise<R>;
  }): Promise<R>;
  newToken(): number;
  /** Answers what became of a transaction, as PostgreSQL does. */
  readonly pool: pg.Pool;
}

/** One way of a request, ms; seldom as long as the second. */
const WAY_MS = { from: 1, to: 9 };
const LONG_WAY_MS = { from: 20, to: 600 };
const LONG_WAY = 0.02;
/** A process waits for a connection so long. */
const CONNECT_MS = 5_000;

/** An error of PostgreSQL or of the connection, as pg reports it. */
const failed = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/**
 * @param deps.onCommit called after every commit of a writing transaction, in its process; `onKill`: ends a process whose death is due
 */
export function createDatabaseServer(deps: {
  readonly machine: Machine;
  readonly random: Random;
  readonly onCommit: (committed: Committed) => void;
  readonly onKill: (process: SimulatedProcess) => void;
}): DatabaseServer {
  const { machine, random, onCommit, onKill } = deps;
  const { scheduler, clock } = machine.time;
  const committed = new Set<number>();
  const kills = new Map<SimulatedProcess, { left: number; readonly when: 'before' | 'after' }>();
  let aborts = { left: 0, code: '40001' };
  let lostAnswers = 0;
  let away = { until: Number.NEGATIVE_INFINITY, how: 'refuses' };
  let tokens = 0;

  const isAway = (): boolean => scheduler.now() < away.until;

  async function travel(): Promise<void> {
    const { from, to } = random.chance(LONG_WAY) ? LONG_WAY_MS : WAY_MS;
    await delay(random.between(from, to));
    if (!isAway()) return;
    if (away.how === 'is silent') {
      await delay(CONNECT_MS);
      throw new Error('timeout expired');
    }
    throw failed('ECONNREFUSED', 'connect ECONNREFUSED');
  }

  function isKillDue(process: SimulatedProcess, when: 'before' | 'after'): boolean {
    const planned = kills.get(process);
    if (planned === undefined || planned.when !== when) return false;
    planned.left -= 1;
    if (planned.left > 0) return false;
    kills.delete(process);
    return true;
  }

  /** Ends the process, of which nothing runs any more. */
  async function end(process: SimulatedProcess): Promise<never> {
    runAs('world', () => onKill(process));
    return new Promise(() => undefined);
  }

  return {
    isAway,
    wasAway: (withinMs) => scheduler.now() < away.until + withinMs,
    now: () => Math.floor(clock.trueTime()),
    newToken: () => (tokens += 1),
    async run({ name, token, execute }) {
      const process = currentProcess();
      if (process === null) throw new Error('Only processes use the database.');
      await travel();
      if (token === null) {
        const result = await execute(null);
        await travel();
        return result;
      }
      if (isKillDue(process, 'before')) return end(process);
      const conflict = aborts.left > 0 ? failed(aborts.code, 'conflict with another transaction') : null;
      if (conflict !== null) aborts.left -= 1;
      const result = await execute(conflict);
      committed.add(token);
      onCommit({ process, name });
      if (isKillDue(process, 'after')) return end(process);
      if (lostAnswers > 0) {
        lostAnswers -= 1;
        await delay(random.between(1, 200));
        throw new Error('Connection terminated unexpectedly');
      }
      await travel();
      return result;
    },
    pool: {
      async query(statement: string, values: readonly unknown[]) {
        await travel();
        await travel();
        if (statement.includes('pg_xact_status')) return { rows: [{ status: 'committed' }], rowCount: 1 };
        return { rows: [], rowCount: committed.has(Number(values.at(-1))) ? 1 : 0 };
      },
    } as unknown as pg.Pool,
    faults: {
      abort(left, code) {
        aborts = { left, code };
      },
      loseAnswers(times) {
        lostAnswers = times;
      },
      goAway(ms, how) {
        away = { until: scheduler.now() + ms, how };
      },
      killAtCommit(process, left, when) {
        kills.set(process, { left, when });
      },
      end() {
        aborts.left = 0;
        lostAnswers = 0;
        away.until = Math.min(away.until, scheduler.now());
        kills.clear();
      },
    },
  };
}
