/**
 * World time, in ms since the start, and its mapping to wall time. Events before the start are mapped one to
 * one; events after it are `speed` times as fast.
 */
export interface WorldClock {
  readonly speed: number;
  readonly paused: boolean;
  /** Wall ms of world time 0. */
  readonly startedAtMs: number;
  readonly worldMs: () => number;
  /** Wall ms of a moment in the present interval of the clock, or in the past. */
  readonly wallOf: (worldMs: number) => number;
  /** World ms of a wall moment; moments in a pause, or before the present interval, map to its beginning. */
  readonly worldAt: (wallMs: number) => number;
  /**
   * Changes the speed from now on; a paused clock stays paused. Throws a RangeError for a speed that is not a
   * positive number.
   */
  setSpeed(speed: number): void;
  /** Pausing a paused clock changes nothing. */
  pause(): void;
  /** Resuming a running clock changes nothing. */
  resume(): void;
}

function accepted(speed: number): number {
  if (speed > 0 && Number.isFinite(speed)) return speed;
  throw new RangeError(`The speed must be a positive number, not ${speed}.`);
}

/** `now` returns wall ms. Throws a RangeError for a speed that is not a positive number. */
export function createClock(
  options: { readonly speed: number; readonly paused: boolean },
  now: () => number,
): WorldClock {
  let speed = accepted(options.speed);
  const startedAtMs = now();
  let stretch = { sinceWallMs: startedAtMs, sinceWorldMs: 0 };
  let paused = options.paused;
  const worldMs = (): number =>
    paused ? stretch.sinceWorldMs : stretch.sinceWorldMs + (now() - stretch.sinceWallMs) * speed;
  return {
    get speed() {
      return speed;
    },
    get paused() {
      return paused;
    },
    startedAtMs,
    worldMs,
    wallOf: (atMs) =>
      atMs <= 0 ? startedAtMs + atMs : stretch.sinceWallMs + (atMs - stretch.sinceWorldMs) / speed,
    worldAt: (wallMs) =>
      wallMs <= startedAtMs
        ? wallMs - startedAtMs
        : stretch.sinceWorldMs + Math.max(0, wallMs - stretch.sinceWallMs) * speed,
    setSpeed(wanted) {
      const next = accepted(wanted);
      stretch = { sinceWallMs: now(), sinceWorldMs: worldMs() };
      speed = next;
    },
    pause() {
      if (paused) return;
      stretch = { sinceWallMs: now(), sinceWorldMs: worldMs() };
      paused = true;
    },
    resume() {
      if (!paused) return;
      stretch = { sinceWallMs: now(), sinceWorldMs: stretch.sinceWorldMs };
      paused = false;
    },
  };
}
