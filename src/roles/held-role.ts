import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { Lease } from '#src/store/leases.ts';

/** A role that this process holds. */
export interface HeldRole {
  /** `null` on SQLite, where one process holds all roles permanently. */
  readonly lease: Lease | null;
  /**
   * Returns whether no other process can have taken the role yet, by the monotonic clock of this process, even if it
   * was paused. Check it in the same turn as the action that depends on it.
   */
  isHeld(): boolean;
  /** Aborts when the role is lost. After that, nothing may be done for it. */
  readonly lost: AbortSignal;
  /** Aborts when the role must end because it is lost or given up. Its parts are disposed of then. */
  readonly ending: AbortSignal;
  /** Ends the role as lost. Call this when the database says that another process has the role. */
  lose(reason: string): void;
}

/**
 * Creates a role for a process that runs alone.
 * @param ending aborts when the process stops
 */
export function heldForGood(ending: AbortSignal): HeldRole {
  return {
    lease: null,
    isHeld: () => true,
    lost: new AbortController().signal,
    ending,
    lose: (reason) => {
      throw new Error(`A role that needs no lease cannot be lost (${reason}).`);
    },
  };
}

/** The time for which a lease is held, from its beginning to its end. */
export interface Tenure {
  readonly lease: Lease;
  readonly held: HeldRole & { readonly lease: Lease };
  /**
   * Extends the lease after a renewal.
   * @param until by the monotonic clock, ms
   */
  extend(until: number): void;
  /** Asks the role to end. */
  giveUp(): void;
  /** Ends the role: it is no longer held. */
  end(): void;
}

/** @param options.heldUntil by the monotonic clock, ms */
export function createTenure(options: {
  readonly lease: Lease;
  readonly heldUntil: number;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Logger;
}): Tenure {
  const { lease, clock, log } = options;
  const lost = new AbortController();
  const ending = new AbortController();
  const ended = new AbortController();
  let { heldUntil } = options;

  function lose(reason: string): void {
    if (lost.signal.aborted || ended.signal.aborted) return;
    log.warn({ role: lease.role, fence: lease.fence, reason }, 'role lost');
    lost.abort();
    ending.abort();
  }

  async function awaitEnd(): Promise<void> {
    while (!ended.signal.aborted && !lost.signal.aborted) {
      const restMs = heldUntil - clock.monotonic();
      if (restMs <= 0) lose('its lease could not be renewed in time');
      else await clock.sleep(restMs, ended.signal);
    }
  }
  void awaitEnd();

  return {
    lease,
    held: {
      lease,
      isHeld: () => !lost.signal.aborted && !ended.signal.aborted && clock.monotonic() < heldUntil,
      lost: lost.signal,
      ending: ending.signal,
      lose,
    },
    extend(until) {
      heldUntil = Math.max(heldUntil, until);
    },
    giveUp: () => ending.abort(),
    end: () => ended.abort(),
  };
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
