import type { Clock } from '#src/chain/clock.ts';
import { reached } from '#src/chain/points.ts';
import type { OpeningTurn } from '#src/store/model/people.ts';
import type { PeopleStore } from '#src/store/people.ts';

import type { Notifier } from './notifier.ts';
import type { RequestPermits } from './permits.ts';
import type { OpenOutcome } from './posting.ts';

/** Minimum wait for the next turn: the clocks of store and queue may disagree. */
const RECHECK_MS = 100;
/**
 * The wait before each opening for a notice. It needs no permit, and messages leave room for one such request in a
 * second.
 */
const NOTICE_SPACING_MS = 1_000;

/** Discord's time, by which it counts: that of the machine may be set. */
export type DiscordTime = Pick<Clock, 'now' | 'sleep'>;

const nextTry = (turn: Extract<OpeningTurn, { type: 'later' }>, clock: DiscordTime, signal: AbortSignal) =>
  clock.sleep(Math.max(RECHECK_MS, turn.at - clock.now()), signal);

/** Waits until the direct messages of somebody may be opened for a notice. Rejects once the signal is aborted. */
export type NoticeTurn = (userId: string, signal: AbortSignal) => Promise<void>;

/** Turns are counted with those of people who watch something. */
export const createNoticeTurns =
  ({
    people,
    clock,
  }: {
    readonly people: Pick<PeopleStore, 'claimNoticeOpening'>;
    readonly clock: DiscordTime;
  }): NoticeTurn =>
  async (userId, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const turn = await people.claimNoticeOpening(userId, clock.now());
      if (turn.type === 'granted') {
        await clock.sleep(NOTICE_SPACING_MS, signal);
        signal.throwIfAborted();
        return;
      }
      await nextTry(turn, clock, signal);
    }
  };

/** Direct messages that are to be opened. */
export interface Opening {
  /** `null` on shutdown, and for somebody who was forgotten meanwhile. */
  readonly outcome: Promise<OpenOutcome | null>;
  /** A message waits for it: it goes before those for which none does. */
  prioritise(): void;
}

/** Opens the direct messages of a person, which may be repeated without harm. */
export type OpenDirectMessages = (userId: string) => Opening;

interface Waiter extends PromiseWithResolvers<OpenOutcome | null> {
  readonly userId: string;
}

/**
 * Opens direct messages one after the other over all queues: those for which a message waits first, and first come,
 * first served among each. So only one of many waits for the right to try (`PeopleStore.claimOpening`), which is
 * claimed just before its request.
 */
export function createOpenings(deps: {
  readonly people: Pick<PeopleStore, 'claimOpening'>;
  readonly notifier: Pick<Notifier, 'openDirectMessage'>;
  readonly permits: RequestPermits;
  readonly clock: DiscordTime;
  /** Aborts on shutdown. */
  readonly signal: AbortSignal;
}): OpenDirectMessages {
  const { people, notifier, permits, clock, signal } = deps;
  const forMessages = new Set<Waiter>();
  const ahead = new Set<Waiter>();
  let isRunning = false;

  function first(): Waiter | undefined {
    const [next] = forMessages.size > 0 ? forMessages : ahead;
    return next;
  }

  /** Resolves to `null` if it is not the waiter's turn yet. */
  async function open({ userId }: Waiter): Promise<{ readonly outcome: OpenOutcome | null } | null> {
    const claim = await people.claimOpening(userId, clock.now());
    if (claim.type === 'granted') return { outcome: await notifier.openDirectMessage(userId) };
    if (claim.type === 'unknown') return { outcome: null };
    reached('an opening waits for its turn');
    await nextTry(claim, clock, signal);
    return null;
  }

  async function tryNext(): Promise<void> {
    await permits('message').granted;
    const next = first();
    if (next === undefined) return;
    try {
      const opened = signal.aborted ? { outcome: null } : await open(next);
      if (opened === null) return;
      next.resolve(opened.outcome);
    } catch (error) {
      // The queue that it is for sees the error.
      next.reject(error);
    }
    forMessages.delete(next);
    ahead.delete(next);
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (!signal.aborted && first() !== undefined) await tryNext();
    isRunning = false;
    for (const waiter of [...forMessages, ...ahead]) waiter.resolve(null);
  }

  return (userId) => {
    const waiter: Waiter = { userId, ...Promise.withResolvers<OpenOutcome | null>() };
    ahead.add(waiter);
    if (!isRunning) void run();
    return {
      outcome: waiter.promise,
      prioritise() {
        if (ahead.delete(waiter)) forMessages.add(waiter);
      },
    };
  };
}
