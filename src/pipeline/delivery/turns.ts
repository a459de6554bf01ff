import type { Clock } from '../ports.ts';

/**
 * Who goes first among those that wait for a turn, the first named before the others; of the same rank, who came first.
 * `again` is for messages whose fate is open: many channels out of order must not keep the others waiting.
 */
const RANKS = ['urgent', 'message', 'again', 'touch-up'] as const;
export type Rank = (typeof RANKS)[number];

/** A place in the queue for one request. */
export interface Turn {
  /** Resolves when it is this one's turn, or at once when all work is to end. */
  readonly come: Promise<void>;
  hasCome(): boolean;
  /** It has become urgent meanwhile. */
  hurry(): void;
}

/** Takes a place in the queue. */
export type Turns = (rank: Rank) => Turn;

interface Waiter {
  rank: Rank;
  readonly come: () => void;
}

const SECOND_MS = 1_000;
/** What goes out at once opens connections and is late on its way; what follows must not catch up with it. */
const AFTER_BURST_MS = 50;

/**
 * Hands out at most `aSecond` turns in any second, one at a time, so that what is rendered and written for each keeps the
 * event loop only that long. Requests that take long keep nobody waiting: a limit on those under way would be used up
 * by a few channels that do not answer.
 *
 * What comes to few goes out at once. When a second's turns are used up, those that still wait have theirs evenly spread: if
 * each second began with a burst, one that is late on its way and the next would arrive within one second of Discord's.
 * @param deps.signal aborts when no more work is begun; then every turn comes at once
 */
export function createTurns(deps: {
  readonly aSecond: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}): Turns {
  const { aSecond, clock, signal } = deps;
  const waiting: Readonly<Record<Rank, Set<Waiter>>> = {
    urgent: new Set(),
    message: new Set(),
    again: new Set(),
    'touch-up': new Set(),
  };
  /** The turns of the last second, oldest first, by the clock that nobody can set. */
  let taken: readonly number[] = [];
  /** When the next turn may come while more wait than a second has turns, by the same clock; `null` while they are enough. */
  let spreadFrom: number | null = null;
  let handingOut = false;

  function firstWaiting(): Waiter | undefined {
    for (const rank of RANKS) {
      const [first] = waiting[rank];
      if (first !== undefined) return first;
    }
    return undefined;
  }

  function restMs(): number {
    const now = clock.monotonic();
    taken = taken.filter((at) => at > now - SECOND_MS);
    const [oldest] = taken;
    if (oldest === undefined) return 0;
    const fullMs = taken.length < aSecond ? 0 : oldest + SECOND_MS - now;
    if (fullMs > 0) spreadFrom ??= now + fullMs + AFTER_BURST_MS;
    return spreadFrom === null ? 0 : Math.max(fullMs, spreadFrom - now);
  }

  /** Turns that came late are made up for, as long as the second has room for them. */
  function take(): void {
    const now = clock.monotonic();
    taken = [...taken, now];
    if (spreadFrom === null) return;
    spreadFrom = Math.min(now, Math.max(spreadFrom, now - SECOND_MS)) + SECOND_MS / aSecond;
  }

  async function handOut(): Promise<void> {
    handingOut = true;
    while (firstWaiting() !== undefined) {
      const rest = restMs();
      if (rest > 0 && !signal.aborted) {
        await clock.sleep(rest, signal);
        continue;
      }
      // Asked for again: somebody more urgent may have come.
      const next = firstWaiting();
      if (next === undefined) break;
      waiting[next.rank].delete(next);
      take();
      next.come();
      if (!signal.aborted) await clock.sleep(0, signal);
    }
    spreadFrom = null;
    handingOut = false;
  }

  return (rank) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { rank, come: resolve };
    waiting[rank].add(waiter);
    if (!handingOut) void handOut();
    return {
      come: promise,
      hasCome: () => !waiting[waiter.rank].has(waiter),
      hurry() {
        if (!waiting[waiter.rank].delete(waiter)) return;
        waiter.rank = 'urgent';
        waiting.urgent.add(waiter);
      },
    };
  };
}
