import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';
import type { OutboxLook, OutboxPosition } from '#src/store/outbox-look.ts';
import type { Dispatcher } from './dispatcher.ts';
import { createWatch, type Watch } from './watch.ts';

const LOOK_EVERY_MS = 2_000;

/**
 * Wakes the queues for which other processes have put something into the outbox.
 * @param deps.find finds work; see `store/outbox-look.ts`
 */
export function createOutboxWatch(deps: {
  readonly find: (seen: OutboxPosition | null) => Promise<OutboxLook>;
  readonly dispatcher: Pick<Dispatcher, 'wake' | 'wakeIdle'>;
  readonly clock: Clock;
  readonly log: Logger;
}): Watch {
  const { find, dispatcher, clock, log } = deps;
  let seen: OutboxPosition | null = null;

  async function look(): Promise<void> {
    const found = await find(seen);
    // With the first look everything is new, and the start of the dispatcher found it.
    if (seen !== null) dispatcher.wake(found.withNew);
    dispatcher.wakeIdle(found.withWork);
    seen = found.seen;
  }
  return createWatch({ what: 'look for new alerts', everyMs: LOOK_EVERY_MS, look, clock, log });
}
