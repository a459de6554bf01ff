import type { Clock } from '#src/chain/clock.ts';
import { createRoleRunner, type RoleRunner, type StartRole } from '#src/roles/role-runner.ts';
import type { Lease, LeaseStore } from '#src/store/leases.ts';
import { silentLog } from '../support/silent-log.ts';

interface Event {
  readonly at: number;
  readonly order: number;
  /** Of the process that it happens in; it waits while that is paused. `null` for the database. */
  readonly process: string | null;
  readonly run: () => void;
}

/** Several processes and a database on one time line, which only the test moves. */
export interface Processes {
  /** ms of real time. */
  readonly time: () => number;
  /** Moves the time, and lets everything happen that is due. @param watch called after each event */
  advance(ms: number, watch?: () => void): Promise<void>;
  /** Nothing runs in the process for so long; what happens meanwhile reaches it afterwards. */
  pause(process: string, ms: number): void;
  /** Nothing of the process ever runs again. */
  kill(process: string): void;
  /** Requests of the process fail from now on, or not. */
  cut(process: string, isCut: boolean): void;
  clockOf(process: string, options?: { readonly rate?: number; readonly offsetMs?: number }): Clock;
  /** The database, as the process reaches it. */
  leasesOf(process: string): Pick<LeaseStore, 'readLeases' | 'take' | 'renew' | 'giveUp'>;
  /**
   * A request of the process to anything: it arrives, is executed there, and its answer comes back once the process is not paused.
   * No time passes while it is executed.
   */
  call<R>(process: string, execute: () => Promise<R>): Promise<R>;
  /** The number of requests that reached the database. */
  requests(): number;
}

interface Row {
  holder: string;
  fence: number;
  expiresAt: number;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** @param latency ms of one way between a process and the database, asked for each */
export function createProcesses(latency: () => number = () => 1): Processes {
  let time = 0;
  let order = 0;
  let events: Event[] = [];
  let requests = 0;
  const pausedUntil = new Map<string, number>();
  const isCut = new Set<string>();
  const rows = new Map<string, Row>();

  function plan(process: string | null, at: number, run: () => void): Event {
    order += 1;
    const event = { at, order, process, run };
    events.push(event);
    return event;
  }

  const dueAt = ({ at, process }: Event): number => Math.max(at, pausedUntil.get(process ?? '') ?? 0);

  function nextEvent(): Event | undefined {
    return events.toSorted((a, b) => dueAt(a) - dueAt(b) || a.order - b.order)[0];
  }

  /** One request: it reaches the database, is executed there, and its answer comes back. */
  function request<R>(process: string, execute: () => R): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    plan(null, time + latency(), () => {
      if (isCut.has(process)) {
        plan(process, time + latency(), () => reject(new Error('The connection is lost.')));
        return;
      }
      requests += 1;
      const result = execute();
      const isAnswerLost = () => isCut.has(process);
      plan(null, time + latency(), () =>
        plan(process, time, () =>
          isAnswerLost() ? reject(new Error('The connection is lost.')) : resolve(result),
        ),
      );
    });
    return promise;
  }

  /** What is being executed. */
  const executing = new Set<Promise<unknown>>();

  function call<R>(process: string, execute: () => Promise<R>): Promise<R> {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    plan(null, time + latency(), () => {
      const answer = (give: () => void) =>
        void plan(null, time + latency(), () => void plan(process, time, give));
      const execution = execute()
        .then(
          (result) => answer(() => resolve(result)),
          (error: unknown) => answer(() => reject(error)),
        )
        .finally(() => executing.delete(execution));
      executing.add(execution);
    });
    return promise;
  }

  const isFree = (role: string): boolean => (rows.get(role)?.expiresAt ?? 0) <= time;

  return {
    time: () => time,
    async advance(ms, watch = () => undefined) {
      const end = time + ms;
      await settle();
      for (let next = nextEvent(); next !== undefined && dueAt(next) <= end; next = nextEvent()) {
        time = Math.max(time, dueAt(next));
        watch();
        const { run } = next;
        events = events.filter((event) => event !== next);
        run();
        await settle();
        while (executing.size > 0) {
          await Promise.all(executing);
          await settle();
        }
        watch();
      }
      time = end;
      watch();
    },
    pause(process, ms) {
      pausedUntil.set(process, Math.max(pausedUntil.get(process) ?? 0, time + ms));
    },
    kill: (process) => void pausedUntil.set(process, Number.POSITIVE_INFINITY),
    cut(process, cut) {
      if (cut) isCut.add(process);
      else isCut.delete(process);
    },
    clockOf: (process, { rate = 1, offsetMs = 0 } = {}) => ({
      now: () => Date.UTC(2026, 0, 1) + offsetMs + time,
      monotonic: () => offsetMs + time * rate,
      sleep(ms, signal) {
        if (signal.aborted) return Promise.resolve();
        const { promise, resolve } = Promise.withResolvers<void>();
        // Timers have whole milliseconds, at least one.
        const event = plan(process, time + Math.max(1, Math.ceil(ms)) / rate, resolve);
        signal.addEventListener('abort', () => {
          events = events.filter((other) => other !== event);
          resolve();
        });
        return promise;
      },
    }),
    leasesOf: (process) => ({
      readLeases: (roles) =>
        request(process, () => {
          const ends = roles
            .filter((role) => !isFree(role))
            .map((role) => (rows.get(role)?.expiresAt ?? 0) - time);
          const nextEndInMs = ends.length === 0 ? null : Math.min(...ends);
          return { free: roles.filter(isFree), nextEndInMs, changeVersion: 0 };
        }),
      take: (role, holder, lifeMs) =>
        request(process, (): Lease | null => {
          if (!isFree(role)) return null;
          const taken = { holder, fence: (rows.get(role)?.fence ?? 0) + 1, expiresAt: time + lifeMs };
          rows.set(role, taken);
          return { role, holder, fence: taken.fence };
        }),
      renew: (holder, roles, lifeMs) =>
        request(process, () =>
          roles.flatMap((role): Lease[] => {
            const row = rows.get(role);
            if (row?.holder !== holder || isFree(role)) return [];
            row.expiresAt = time + lifeMs;
            return [{ role, holder, fence: row.fence }];
          }),
        ),
      giveUp: ({ role, holder, fence }) =>
        request(process, () => {
          const row = rows.get(role);
          if (row?.holder === holder && row.fence === fence) row.expiresAt = Math.min(row.expiresAt, time);
        }),
    }),
    call,
    requests: () => requests,
  };
}

/** A role runner in a process. */
export function runnerIn(
  processes: Processes,
  process: string,
  roles: Readonly<Record<string, StartRole>>,
  options: { readonly lifeMs: number; readonly rate?: number; readonly offsetMs?: number },
): RoleRunner {
  return createRoleRunner({
    leases: processes.leasesOf(process),
    holder: process,
    roles,
    lifeMs: options.lifeMs,
    clock: processes.clockOf(process, options),
    random: () => 0.5,
    log: silentLog,
  });
}
