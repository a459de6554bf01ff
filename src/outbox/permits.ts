import type { Clock } from '#src/chain/clock.ts';
import type { RefusalBrake } from './refusal-brake.ts';

/**
 * Priorities, highest first; first come, first served within one priority. `verify` is for messages without an answer:
 * many failing channels must not delay the others.
 */
const PRIORITIES = ['urgent', 'message', 'verify', 'edit'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A permit for one request. */
export interface Permit {
  /** Resolves when the permit is granted; at once on shutdown. */
  readonly granted: Promise<void>;
  isGranted(): boolean;
  /** Raises the priority to `urgent`. */
  prioritise(): void;
}

/** Requests a permit. */
export type RequestPermits = (priority: Priority) => Permit;

interface Waiter {
  priority: Priority;
  readonly grant: () => void;
}

/** Discord's default global limit, requests per second. */
export const DISCORD_LIMIT = 50;
const SECOND_MS = 1_000;
/** The requests of a burst open connections and arrive late; later requests must not catch up with them. */
const AFTER_BURST_MS = 50;
/** How often a slowed-down request checks whether Discord has accepted something in the meantime. */
const BRAKE_CHECK_MS = 500;

/**
 * Grants at most `perSecond` permits in any second, one at a time, so that only one message at a time is rendered and
 * written. Slow requests delay nobody: with a limit on concurrent requests, a few channels without an answer would use
 * it up.
 *
 * A few requests are granted at once. When a second's permits are used up, the following ones are evenly spaced:
 * otherwise a delayed burst and the next one could reach Discord within one second.
 * @param deps.signal aborts on shutdown; then every permit is granted at once
 */
export function createRequestPermits(deps: {
  readonly perSecond: number;
  readonly clock: Clock;
  readonly brake: Pick<RefusalBrake, 'remainingMs' | 'noteRequest'>;
  readonly signal: AbortSignal;
}): RequestPermits {
  const { perSecond, clock, brake, signal } = deps;
  const waiting: Readonly<Record<Priority, Set<Waiter>>> = {
    urgent: new Set(),
    message: new Set(),
    verify: new Set(),
    edit: new Set(),
  };
  /** Times of the permits of the last second, oldest first, ms by the monotonic clock. */
  let grantedAt: readonly number[] = [];
  /** Time of the next evenly spaced permit, ms by the same clock; `null` while the limit is not reached. */
  let spreadFrom: number | null = null;
  let granting = false;

  function nextWaiter(): Waiter | undefined {
    for (const priority of PRIORITIES) {
      const [first] = waiting[priority];
      if (first !== undefined) return first;
    }
    return undefined;
  }

  function remainingMs(): number {
    const now = clock.monotonic();
    grantedAt = grantedAt.filter((at) => at > now - SECOND_MS);
    const [oldest] = grantedAt;
    if (oldest === undefined) return 0;
    const fullMs = grantedAt.length < perSecond ? 0 : oldest + SECOND_MS - now;
    if (fullMs > 0) spreadFrom ??= now + fullMs + AFTER_BURST_MS;
    return spreadFrom === null ? 0 : Math.max(fullMs, spreadFrom - now);
  }

  /** Records a granted permit. Later permits may catch up a delay, but never exceed the limit per second. */
  function recordGrant(): void {
    const now = clock.monotonic();
    grantedAt = [...grantedAt, now];
    if (spreadFrom === null) return;
    spreadFrom = Math.min(now, Math.max(spreadFrom, now - SECOND_MS)) + SECOND_MS / perSecond;
  }

  async function grantPermits(): Promise<void> {
    granting = true;
    while (nextWaiter() !== undefined) {
      const waitMs = Math.max(remainingMs(), Math.min(brake.remainingMs(), BRAKE_CHECK_MS));
      if (waitMs > 0 && !signal.aborted) {
        await clock.sleep(waitMs, signal);
        continue;
      }
      // Look again: a more urgent request may have arrived.
      const next = nextWaiter();
      if (next === undefined) break;
      waiting[next.priority].delete(next);
      recordGrant();
      brake.noteRequest();
      next.grant();
      if (!signal.aborted) await clock.sleep(0, signal);
    }
    spreadFrom = null;
    granting = false;
  }

  return (priority) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { priority, grant: resolve };
    waiting[priority].add(waiter);
    if (!granting) void grantPermits();
    return {
      granted: promise,
      isGranted: () => !waiting[waiter.priority].has(waiter),
      prioritise() {
        if (!waiting[waiter.priority].delete(waiter)) return;
        waiter.priority = 'urgent';
        waiting.urgent.add(waiter);
      },
    };
  };
}
