const MINUTE_MS = 60_000;
const KEPT_MS = 15 * 24 * 60 * MINUTE_MS;

/** Totals of sales over a time window. */
interface WindowTotal {
  readonly count: number;
  /** Wei. */
  readonly volume: bigint;
}

/** A collection's sales by minute of wall time, of the last fifteen days. */
export interface Volume {
  add(wallMs: number, count: number, volume: bigint): void;
  /** Totals of sales after `fromMs` and up to `toMs` (wall ms). */
  between(fromMs: number, toMs: number): WindowTotal;
}

interface Minute {
  readonly startMs: number;
  count: number;
  volume: bigint;
}

export function createVolume(): Volume {
  let minutes: Minute[] = [];
  return {
    add(wallMs, count, volume) {
      const startMs = Math.floor(wallMs / MINUTE_MS) * MINUTE_MS;
      const last = minutes.at(-1);
      if (last !== undefined && last.startMs >= startMs) {
        last.count += count;
        last.volume += volume;
        return;
      }
      minutes.push({ startMs, count, volume });
      const first = minutes[0];
      if (first !== undefined && first.startMs < startMs - 2 * KEPT_MS) {
        minutes = minutes.filter((minute) => minute.startMs >= startMs - KEPT_MS);
      }
    },
    between(fromMs, toMs) {
      const total = { count: 0, volume: 0n };
      for (let at = minutes.length - 1; at >= 0; at -= 1) {
        const minute = minutes[at];
        if (minute === undefined || minute.startMs <= fromMs) break;
        if (minute.startMs > toMs) continue;
        total.count += minute.count;
        total.volume += minute.volume;
      }
      return total;
    },
  };
}
