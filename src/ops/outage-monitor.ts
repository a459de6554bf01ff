import { MINUTE_MS } from '#src/chain/durations.ts';
import { type Clocks, startTimer } from '#src/chain/elapsed.ts';

/** Reports failures that last, and when they end. Short failures are not reported. */
export interface OutageMonitor extends Disposable {
  failed(what: string): void;
  succeeded(what: string): void;
}

interface Outage {
  /** Its duration so far, ms. */
  readonly elapsed: () => number;
  readonly recovered: AbortController;
  reported: boolean;
}

/** Shorter failures are not reported, ms. */
const REPORT_AFTER_MS = 5 * MINUTE_MS;

/**
 * @param deps.clock `sleep` resolves immediately when its signal aborts
 * @param deps.notify called with `ended: false` after a failure has lasted for five minutes, and with `ended: true` at
 * its end
 */
export function createOutageMonitor(deps: {
  readonly clock: Clocks & { sleep(ms: number, signal: AbortSignal): Promise<void> };
  readonly notify: (outage: {
    readonly what: string;
    readonly ended: boolean;
    readonly minutes: number;
  }) => void;
}): OutageMonitor {
  const { clock, notify } = deps;
  const outages = new Map<string, Outage>();
  const minutesOf = ({ elapsed }: Outage) => Math.round(elapsed() / MINUTE_MS);

  async function monitor(what: string, current: Outage): Promise<void> {
    await clock.sleep(REPORT_AFTER_MS, current.recovered.signal);
    if (current.recovered.signal.aborted) return;
    current.reported = true;
    notify({ what, ended: false, minutes: minutesOf(current) });
  }

  return {
    failed(what) {
      if (outages.has(what)) return;
      const current: Outage = {
        elapsed: startTimer(clock),
        recovered: new AbortController(),
        reported: false,
      };
      outages.set(what, current);
      void monitor(what, current);
    },
    succeeded(what) {
      const current = outages.get(what);
      if (current === undefined) return;
      outages.delete(what);
      current.recovered.abort();
      if (current.reported) notify({ what, ended: true, minutes: minutesOf(current) });
    },
    [Symbol.dispose]() {
      for (const { recovered } of outages.values()) recovered.abort();
      outages.clear();
    },
  };
}
