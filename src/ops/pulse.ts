/** Watches whether the event loop turns. Disposing of it ends the watch. */
export interface Pulse extends Disposable {
  /** Whether it has not stood still for long lately. */
  isSteady(): boolean;
}

const BEAT_MS = 1_000;
/** Whoever asks while it stands still gets no answer at all; afterwards that is told for so long. */
const REMEMBERED_MS = 30_000;
/** So late, interactions have failed (Discord gives them 3 s) and heartbeats come late. */
const TOO_LATE_MS = 10_000;

/** @param now ms, of any clock that only goes forward */
export function createPulse(now: () => number): Pulse {
  let lastBeat = now();
  let lateAt = Number.NEGATIVE_INFINITY;

  function look(): void {
    const at = now();
    if (at - lastBeat > BEAT_MS + TOO_LATE_MS) lateAt = at;
    lastBeat = at;
  }

  const timer = setInterval(look, BEAT_MS);
  timer.unref();
  return {
    isSteady() {
      look();
      return now() - lateAt > REMEMBERED_MS;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
