import type { Logger } from 'pino';
import { NotUnderstood } from '../marketplace/errors.ts';
import type { PollHealth, PollSchedule } from '../pipeline/schedule.ts';

/** How the polls of one list went lately, and since when it is unreadable, epoch ms. */
export interface LegiblePollHealth extends PollHealth {
  readonly unreadableSince: number | null;
}

/** A poll that knows whether what it reads can be understood. */
export interface LegiblePoll extends PollSchedule {
  health(): LegiblePollHealth;
}

/** Whether what the marketplace lists can be understood. */
export interface Legibility {
  /** Since when nearly nothing of it is understood, epoch ms; `null` while it is. */
  readonly unreadableSince: number | null;
  /** Hands an answer on and notes how it was; an answer that failed otherwise says nothing of it. */
  noted<T>(answer: Promise<T>): Promise<T>;
}

/**
 * Notes since when a list is unreadable, and tells the log, as an error, when that begins.
 * @param deps.what is listed, in the plural or as one: `the feed is`
 * @param deps.now epoch ms
 */
export function createLegibility(deps: {
  readonly what: string;
  readonly log: Logger;
  readonly now: () => number;
}): Legibility {
  const { what, log, now } = deps;
  let unreadableSince: number | null = null;

  return {
    get unreadableSince() {
      return unreadableSince;
    },
    async noted(answer) {
      try {
        const read = await answer;
        if (unreadableSince !== null) log.info(`${what} readable again`);
        unreadableSince = null;
        return read;
      } catch (error) {
        if (error instanceof NotUnderstood && unreadableSince === null) {
          unreadableSince = now();
          log.error(
            { err: error },
            `${what} unreadable: the marketplace answers, but in a form that is not understood, so nothing is told; npm run doctor says what has changed`,
          );
        }
        throw error;
      }
    },
  };
}
