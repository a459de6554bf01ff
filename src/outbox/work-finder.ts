import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { FoundWork, OutboxPosition } from '#src/store/find-work.ts';
import type { Dispatcher } from './dispatcher.ts';
import { createPollLoop, type PollLoop } from './poll-loop.ts';

const POLL_EVERY_MS = 2_000;

/**
 * Wakes the queues for which other processes have added work to the outbox.
 * @param deps.find finds work; see `store/find-work.ts`
 */
export function createWorkFinder(deps: {
  readonly find: (seen: OutboxPosition | null) => Promise<FoundWork>;
  readonly dispatcher: Pick<Dispatcher, 'wake' | 'wakeIdle'>;
  readonly clock: Clock;
  readonly log: Logger;
}): PollLoop {
  const { find, dispatcher, clock, log } = deps;
  let seen: OutboxPosition | null = null;

  async function findWork(): Promise<void> {
    const found = await find(seen);
    // The first poll reports everything as new, but the dispatcher's start has already found that.
    if (seen !== null) dispatcher.wake(found.withNew);
    dispatcher.wakeIdle(found.withWork);
    seen = found.seen;
  }
  return createPollLoop({
    what: 'search for new alerts',
    everyMs: POLL_EVERY_MS,
    poll: findWork,
    clock,
    log,
  });
}
