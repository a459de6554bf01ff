import type { Clock } from '#src/chain/clock.ts';
import { reached } from '#src/chain/points.ts';
import type { OpeningTurn } from '#src/store/model/people.ts';
import type { PeopleStore } from '#src/store/people.ts';

import type { Notifier } from './notifier.ts';
import type { RequestPermits } from './permits.ts';
import type { OpenOutcome } from './posting.ts';

/** Minimum wait for the next turn, because the clocks of store and queue may differ. */
const RECHECK_MS = 100;
/**
 * Wait before each opening for a notice. It needs no permit; the message limit leaves room for one such request per
 * second.
 */
const NOTICE_SPACING_MS = 1_000;

/** Discord's time, on which the limit is based, because the machine's clock may be set. */
export type DiscordTime = Pick<Clock, 'now' | 'sleep'>;

const nextTry = (turn: Extract<OpeningTurn, { type: 'later' }>, clock: DiscordTime, signal: AbortSignal) =>
  clock.sleep(Math.max(RECHECK_MS, turn.at - clock.now()), signal);

/** Waits until a user's direct messages may be opened for a notice. Rejects once the signal aborts. */
export type NoticeTurn = (userId: string, signal: AbortSignal) => Promise<void>;

/** Creates turns for notices, which share the limit with watches. */
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

/** A pending request to open direct messages. */
export interface Opening {
  /** `null` on shutdown, and for a user whose data was deleted in the meantime. */
  readonly outcome: Promise<OpenOutcome | null>;
  /** Gives this opening precedence over those without a waiting message. */
  prioritise(): void;
}

/** Opens the direct messages of a user. It is idempotent. */
export type OpenDirectMessages = (userId: string) => Opening;

interface Waiter extends PromiseWithResolvers<OpenOutcome | null> {
  readonly userId: string;
}

/**
 * Opens direct messages one after the other over all queues: first those with a waiting message, in order of request.
 * Only one waiter at a time competes for the right to try (`PeopleStore.claimOpening`), which is claimed just before
 * its request.
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
      // The queue that requested it handles the error.
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
