import { type Clocks, startTimer } from '../domain/elapsed.ts';

/** Tells of trouble that lasts, and of its end; short trouble is not told. Disposing of it ends the watch. */
export interface OutageWatch extends Disposable {
  failed(what: string): void;
  succeeded(what: string): void;
}

interface Trouble {
  /** How long it has lasted, ms. */
  readonly elapsed: () => number;
  readonly over: AbortController;
  told: boolean;
}

const MINUTE_MS = 60_000;
/** What is over sooner needs nobody's hand. */
const TOLD_AFTER_MS = 5 * MINUTE_MS;

/**
 * @param deps.clock `sleep` resolves at once when its signal aborts
 * @param deps.tell hears `ended: false` with a trouble that has lasted for five minutes, and later `ended: true`
 */
export function createOutageWatch(deps: {
  readonly clock: Clocks & { sleep(ms: number, signal: AbortSignal): Promise<void> };
  readonly tell: (outage: {
    readonly what: string;
    readonly ended: boolean;
    readonly minutes: number;
  }) => void;
}): OutageWatch {
  const { clock, tell } = deps;
  const troubles = new Map<string, Trouble>();
  const minutesOf = ({ elapsed }: Trouble) => Math.round(elapsed() / MINUTE_MS);

  async function watch(what: string, trouble: Trouble): Promise<void> {
    await clock.sleep(TOLD_AFTER_MS, trouble.over.signal);
    if (trouble.over.signal.aborted) return;
    trouble.told = true;
    tell({ what, ended: false, minutes: minutesOf(trouble) });
  }

  return {
    failed(what) {
      if (troubles.has(what)) return;
      const trouble: Trouble = { elapsed: startTimer(clock), over: new AbortController(), told: false };
      troubles.set(what, trouble);
      void watch(what, trouble);
    },
    succeeded(what) {
      const trouble = troubles.get(what);
      if (trouble === undefined) return;
      troubles.delete(what);
      trouble.over.abort();
      if (trouble.told) tell({ what, ended: true, minutes: minutesOf(trouble) });
    },
    [Symbol.dispose]() {
      for (const { over } of troubles.values()) over.abort();
      troubles.clear();
    },
  };
}
