import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { Lease } from '#src/store/leases.ts';

/** A role that this process plays. */
export interface HeldRole {
  /** `null` on SQLite, where one process plays all roles for good. */
  readonly lease: Lease | null;
  /**
   * Whether nobody else can have taken the role yet, by the monotonic clock of this process, however long it was
   * paused. To be asked in the same turn as what depends on it.
   */
  isHeld(): boolean;
  /** Aborts when the role is lost: nothing may be done for it any more. */
  readonly lost: AbortSignal;
  /** Aborts when the role is to end, lost or given up. What has begun to play it is then disposed of. */
  readonly ending: AbortSignal;
  /** To be called when the database says that another process has the role. */
  lose(reason: string): void;
}

/** A role of a process that is alone. @param ending aborts when the process stops */
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
  /** The lease was renewed. @param until by the monotonic clock, ms */
  extend(until: number): void;
  /** The role is to end. */
  giveUp(): void;
  /** The role has ended: it is not held any more. */
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
