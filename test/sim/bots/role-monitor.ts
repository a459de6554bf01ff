import type { Machine } from '../machine.ts';
import { currentProcess } from '../virtual-time/owners.ts';
import type { Committed, DatabaseServer } from './database-server.ts';
import type { Fleet } from './fleet.ts';

/** What was wrong with the roles of several bots. */
export interface RoleFaults {
  /** Roles that nobody held for too long. */
  readonly gaps: string[];
  /** What a process wrote or posted after another one had taken its role. */
  readonly staleWrites: string[];
}

const LOOK_EVERY_MS = 1_000;
/** After the end of a lease, a role is taken within so long. */
const TAKEN_WITHIN_MS = 5_000;
/** The database is away for processes that wait for its return this much longer. */
const BACK_WITHIN_MS = 5_000;

/** Transactions that only the holder of a role runs, by their names. */
const ROLE_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'startPost',
      'retryPost',
      'markSent',
      'markAmbiguous',
      'markDead',
      'release',
      'recover',
      'markShown',
    ].map((name) => [name, 'sender']),
  ),
  ...Object.fromEntries(['ingest', 'ingestAuctions', 'ingestFloors'].map((name) => [name, 'poller'])),
};

/** Looks at the leases from outside, with the rows that the bots have written. */
export function createRoleMonitor(deps: {
  readonly machine: Machine;
  readonly server: DatabaseServer;
  readonly fleet: () => Fleet;
  readonly leaseMs: number;
}) {
  const { machine, server, fleet, leaseMs } = deps;
  const { scheduler } = machine.time;
  const faults: RoleFaults = { gaps: [], staleWrites: [] };
  /** Since when nobody who can work holds the role, and its lease then: another one was held or renewed in between. */
  const unheld = new Map<string, { since: number; lease: string; isReported: boolean }>();

  const leases = () =>
    machine.disk.query('select role, holder, fence, expires_at from leases').map((row) => ({
      role: String(row['role']),
      holder: String(row['holder']).split(':')[0] ?? '',
      lease: `${String(row['fence'])} until ${String(row['expires_at'])}`,
      isOver: Number(row['expires_at']) <= server.now(),
    }));

  function look(): void {
    const running = fleet().lives.filter(({ process }) => fleet().isRunning(process));
    // A process takes roles some time after it started.
    const isExcused =
      server.wasAway(BACK_WITHIN_MS) || running.every(({ from }) => scheduler.now() - from < TAKEN_WITHIN_MS);
    for (const { role, holder, lease, isOver } of leases()) {
      const isHeld = !isOver && running.some(({ process }) => process.name === holder);
      const before = unheld.get(role);
      if (isHeld) unheld.delete(role);
      else if (isExcused || before === undefined || before.lease !== lease)
        unheld.set(role, { since: scheduler.now(), lease, isReported: false });
      else if (!before.isReported && scheduler.now() - before.since > leaseMs + TAKEN_WITHIN_MS) {
        before.isReported = true;
        const seconds = Math.round(before.since / 1_000);
        faults.gaps.push(`nobody held ${role} for longer than its lease and 5 s, from ${seconds} s on`);
      }
    }
  }

  const holderOf = (role: string): string | null => leases().find((one) => one.role === role)?.holder ?? null;

  function requireHolder(role: string, name: string, what: string): void {
    const holder = holderOf(role);
    if (holder === null || holder === name) return;
    faults.staleWrites.push(`${name} ${what} as ${role} while ${holder} held that role`);
  }

  return {
    faults,
    /** The name of the process that took the role last; `null` for none. */
    holderOf,
    /** Looks from now on, until the history ends. */
    start(): void {
      scheduler.schedule('world', LOOK_EVERY_MS, () => {
        look();
        this.start();
      });
    },
    committed({ process, name }: Committed): void {
      const role = ROLE_OF[name];
      if (role !== undefined) requireHolder(role, process.name, `committed ${name}`);
    },
    /** A process asked Discord to post. */
    posted(): void {
      const process = currentProcess();
      if (process !== null) requireHolder('sender', process.name, 'posted');
    },
  };
}
