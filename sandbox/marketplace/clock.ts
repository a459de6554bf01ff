/**
 * World time, in ms since the start, and its place in wall time. What happened in the world before the
 * start lies as far back in wall time; what happens after it is quickened by `speed`.
 */
export interface WorldClock {
  readonly speed: number;
  readonly paused: boolean;
  /** Wall ms of world time 0. */
  readonly startedAtMs: number;
  readonly worldMs: () => number;
  /** Wall ms at which a moment of the running stretch, or of the past, happens. */
  readonly wallOf: (worldMs: number) => number;
  /** World ms of a wall moment; what lies in a pause, or before the running stretch, counts as its beginning. */
  readonly worldAt: (wallMs: number) => number;
  /** From now on; a stopped clock stays stopped. Throws a RangeError for a speed that is not a positive number. */
  setSpeed(speed: number): void;
  /** Stopping a stopped clock changes nothing. */
  pause(): void;
  /** Starting a running clock changes nothing. */
  resume(): void;
}

function accepted(speed: number): number {
  if (speed > 0 && Number.isFinite(speed)) return speed;
  throw new RangeError(`The speed must be a positive number, not ${speed}.`);
}

/** `now` tells wall ms. Throws a RangeError for a speed that is not a positive number. */
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
