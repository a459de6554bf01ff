import type { Logger } from 'pino';
import type { Clock } from '#src/chain/clock.ts';

/** Minimum time between changes of a report, ms. */
const EVERY_MS = 1_000;

/** The state of a role: the report to write, and a value for detecting changes. */
export interface RoleState {
  readonly text: string;
  readonly key: string;
}

/**
 * Reports the state of a role whenever it changed, at most once a second, until the signal aborts. Reports that could
 * not be written are retried.
 */
export async function reportRole(deps: {
  readonly read: () => RoleState;
  readonly write: (text: string) => Promise<void>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
  readonly log: Logger;
}): Promise<void> {
  const { read, write, clock, signal, log } = deps;
  let written: string | null = null;
  while (!signal.aborted) {
    const { text, key } = read();
    if (key !== written) {
      try {
        await write(text);
        written = key;
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'role state not reported');
      }
    }
    await clock.sleep(EVERY_MS, signal);
  }
}
