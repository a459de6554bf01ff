import { setImmediate as nextTurn } from 'node:timers/promises';

/** Tells the turns of the event loop apart. */
export interface EventLoopTurns {
  /** The number of the current turn. Two equal numbers: nothing but microtasks ran in between. */
  current(): number;
  /** For how long the current turn has been known to run, ms. */
  heldMs(): number;
  /** Lets everything else that is due run first. */
  giveWay(): Promise<void>;
}

/** @param monotonicNow ms */
export function createEventLoopTurns(monotonicNow: () => number = () => performance.now()): EventLoopTurns {
  let turn = 0;
  let startedAt = 0;
  let isKnown = false;

  function observe(): void {
    if (isKnown) return;
    isKnown = true;
    startedAt = monotonicNow();
    setImmediate(() => {
      isKnown = false;
      turn += 1;
    });
  }

  return {
    current() {
      observe();
      return turn;
    },
    heldMs() {
      observe();
      return monotonicNow() - startedAt;
    },
    async giveWay() {
      observe();
      await nextTurn();
    },
  };
}
