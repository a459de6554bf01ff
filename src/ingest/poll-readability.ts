import type { Logger } from 'pino';
import { NotUnderstood } from '#src/marketplace/errors.ts';
import type { PollHealth, PollSchedule } from './schedule.ts';

/** Health of the polls of one list, and since when it is unreadable, epoch ms. */
export interface MonitoredPollHealth extends PollHealth {
  readonly unreadableSince: number | null;
}

/** A poll that also reports whether its answers can be decoded. */
export interface MonitoredPoll extends PollSchedule {
  health(): MonitoredPollHealth;
}

/** Whether a list of the marketplace can be decoded. */
export interface Readability {
  /** Since when almost no record can be decoded, epoch ms; `null` if it can. */
  readonly unreadableSince: number | null;
  /** Returns the answer and records whether it could be decoded; other errors are ignored. */
  observe<T>(answer: Promise<T>): Promise<T>;
}

/**
 * Records since when a list is unreadable, and logs an error when that begins.
 * @param deps.what name of the list in log messages: `the feed`
 * @param deps.now epoch ms
 */
export function createReadability(deps: {
  readonly what: string;
  readonly log: Logger;
  readonly now: () => number;
}): Readability {
  const { what, log, now } = deps;
  let unreadableSince: number | null = null;

  return {
    get unreadableSince() {
      return unreadableSince;
    },
    async observe(answer) {
      try {
        const read = await answer;
        if (unreadableSince !== null) log.info(`format of ${what} understood again`);
        unreadableSince = null;
        return read;
      } catch (error) {
        if (error instanceof NotUnderstood && unreadableSince === null) {
          unreadableSince = now();
          log.error({ err: error }, `format of ${what} not understood; nothing of it posted`);
        }
        throw error;
      }
    },
  };
}
