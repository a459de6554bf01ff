import type { Clock } from '../chain/clock.ts';
import { reached } from '../chain/points.ts';
import type { OpeningTurn } from '../store/openings.ts';
import type { PeopleStore } from '../store/people-store.ts';
import type { Notifier } from './notifier.ts';
import type { RequestPermits } from './permits.ts';
import type { OpenOutcome } from './posting.ts';

/** Minimum wait for the next turn: the clocks of store and queue may disagree. */
const RECHECK_MS = 100;

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
      if (turn.type === 'granted') return;
      await nextTry(turn, clock, signal);
    }
  };

/**
 * Opens the direct messages of a person, which may be repeated without harm. Resolves to `null` on shutdown, and for somebody who
 * was forgotten meanwhile.
 */
export type OpenDirectMessages = (userId: string) => Promise<OpenOutcome | null>;

/**
 * Opens direct messages one after the other over all queues, first come, first served: so only one of many waits for the right to
 * try (`PeopleStore.claimOpening`), which is claimed just before its request.
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
  let last: Promise<unknown> = Promise.resolve();

  async function open(userId: string): Promise<OpenOutcome | null> {
    while (!signal.aborted) {
      await permits('message').granted;
      if (signal.aborted) return null;
      const claim = await people.claimOpening(userId, clock.now());
      if (claim.type === 'unknown') return null;
      if (claim.type === 'granted') return notifier.openDirectMessage(userId);
      reached('an opening waits for its turn');
      await nextTry(claim, clock, signal);
    }
    return null;
  }

  return (userId) => {
    const turn = last.then(() => open(userId));
    // The queue that it is for sees the error.
    last = turn.catch(() => null);
    return turn;
  };
}
