import { setImmediate as nextTurn } from 'node:timers/promises';

/** Distinguishes turns of the event loop. */
export interface EventLoopTurns {
  /** Returns the number of the current turn. If two numbers are equal, only microtasks ran in between. */
  current(): number;
  /** Returns how long the current turn has been running, as far as known, ms. */
  heldMs(): number;
  /** Yields, so that all other due work runs first. */
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
