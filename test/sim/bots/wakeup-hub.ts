import type { Wakeups, Word } from '#src/store/wakeups.ts';
import type { Random } from '../../../sandbox/marketplace/random/random.ts';
import type { SimulatedProcess } from '../virtual-time/owners.ts';
import type { Scheduler } from '../virtual-time/scheduler.ts';

/** Notifications between the processes, some of which are lost, and none arrive while the database is away. */
export interface WakeupHub {
  of(process: SimulatedProcess): Wakeups;
}

/** From a notification to the processes that hear of it, ms. */
const WAY_MS = { from: 20, to: 120 };
const LOST = 0.1;

export function createWakeupHub(deps: {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly isAway: () => boolean;
}): WakeupHub {
  const { scheduler, random, isAway } = deps;
  let listeners: readonly { process: SimulatedProcess; word: Word; run: () => void }[] = [];

  function notify(word: Word): void {
    if (isAway()) return;
    for (const { process, run } of listeners.filter((one) => one.word === word)) {
      const ms = random.between(WAY_MS.from, WAY_MS.to);
      if (process.isAlive && !random.chance(LOST)) scheduler.schedule(process, ms, run);
    }
  }

  return {
    of: (process) => ({
      notify,
      listen(word, run) {
        listeners = [...listeners, { process, word, run }];
      },
      isHeard: () => true,
      async [Symbol.asyncDispose]() {
        listeners = listeners.filter((one) => one.process !== process);
      },
    }),
  };
}
