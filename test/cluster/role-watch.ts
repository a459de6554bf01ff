import { setTimeout as delay } from 'node:timers/promises';
import { type HeldLease, openLeaseReader } from '../../sandbox/postgres/lease-reader.ts';

/** What was seen of the leases. Roles are counted by name, all shards as `shard`. */
export interface RoleReport {
  /** How often another process took the role. */
  readonly takeovers: Readonly<Record<string, number>>;
  /** The longest time in which no able process played the role while the database was up, ms. */
  readonly longestGapMs: Readonly<Record<string, number>>;
}

/** Reads the leases again and again. Disposing of it ends that. */
export interface RoleWatch extends AsyncDisposable {
  /** Begins with what is held from now on. */
  begin(): void;
  report(): RoleReport;
  /** Who holds what now, for people. */
  holders(): string;
}

const READ_EVERY_MS = 100;

const nameOf = (role: string): string => role.replace(/:.*$/, '');

/**
 * Watches who holds which role. A role is played while its lease has not expired and was renewed since its holder was able to work:
 * a frozen process may hold a lease and does nothing. Who takes it over was able to: a fault that stops them in the same moment
 * begins another gap.
 * @param ableSince since when the process is able to work, epoch ms; `null` while it is not, or is none of ours
 */
export function watchRoles(url: string, ableSince: (pid: number) => number | null): RoleWatch {
  const reader = openLeaseReader(url);
  const closing = new AbortController();
  const takeovers = new Map<string, number>();
  const longestGap = new Map<string, number>();
  /** When each role was last seen played, by the monotonic clock. */
  const playedAt = new Map<string, number>();
  const holderOf = new Map<string, number | null>();
  let latest: readonly HeldLease[] = [];
  let hasBegun = false;

  function isPlayed({ pid, isValid, renewedAtMs }: HeldLease): boolean {
    const since = pid === null ? null : ableSince(pid);
    return isValid && since !== null && renewedAtMs >= since;
  }

  function see(leases: readonly HeldLease[]): void {
    latest = leases;
    if (!hasBegun) return;
    for (const lease of leases) {
      const { role, pid, isValid } = lease;
      const before = holderOf.get(role);
      const isTakenOver = isValid && before !== undefined && before !== pid;
      if (isTakenOver) takeovers.set(nameOf(role), (takeovers.get(nameOf(role)) ?? 0) + 1);
      if (isValid) holderOf.set(role, pid);
      const at = performance.now();
      const gap = at - (playedAt.get(role) ?? at);
      if (gap > (longestGap.get(nameOf(role)) ?? 0)) longestGap.set(nameOf(role), gap);
      if (isPlayed(lease) || isTakenOver) playedAt.set(role, at);
    }
  }

  /** Nobody can take a role while the database is down. */
  function leaveOut(ms: number): void {
    for (const [role, at] of playedAt) playedAt.set(role, at + ms);
  }

  async function watch(): Promise<void> {
    let readAt = performance.now();
    while (!closing.signal.aborted) {
      const leases = await reader.read();
      const at = performance.now();
      if (leases === null) leaveOut(at - readAt);
      else see(leases);
      readAt = at;
      await delay(READ_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const watching = watch();
  const rounded = (of: ReadonlyMap<string, number>) =>
    Object.fromEntries([...of].map(([name, value]) => [name, Math.round(value)]));
  return {
    begin() {
      hasBegun = true;
      for (const { role } of latest) playedAt.set(role, performance.now());
    },
    report: () => ({ takeovers: rounded(takeovers), longestGapMs: rounded(longestGap) }),
    holders: () => latest.map(({ role, pid, isValid }) => `${role} ${isValid ? pid : '–'}`).join(', '),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await watching;
      await reader[Symbol.asyncDispose]();
    },
  };
}
