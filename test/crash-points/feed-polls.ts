import type { EmbeddedMarketplace } from '../../sandbox/marketplace/marketplace.ts';
import { waitUntil } from '../support/wait-until.ts';

const PATH = '/api/activities';
const OK = 200;
/** Each poll may be repeated after failures that take half a minute, on a slow machine longer. */
const FINISHES_WITHIN_MS = 180_000;

/** The bot's polls of the feed, from the marketplace's view. */
export interface FeedPolls {
  /** A new process of the bot is started. */
  restarted(): void;
  /** Waits until this process has certainly written a poll, because it began another one. */
  finished(): Promise<void>;
  /** How long ago a process last began a poll after another one, ms. */
  readonly sinceFinishedMs: number;
}

/** @param now epoch ms */
export function createFeedPolls(
  marketplace: Pick<EmbeddedMarketplace, 'onAnswer'>,
  now: () => number,
): FeedPolls {
  let begun = 0;
  let finishedAt = now();
  const waiting = new Set<() => void>();
  marketplace.onAnswer(({ path, status, query }) => {
    if (path !== PATH || status !== OK || (query['page'] ?? '1') !== '1') return;
    begun += 1;
    if (begun === 1) return;
    finishedAt = now();
    for (const changed of waiting) changed();
  });
  return {
    restarted() {
      begun = 0;
    },
    finished: () =>
      waitUntil<true>(
        {
          read: () => (begun > 1 ? true : undefined),
          listen(changed) {
            waiting.add(changed);
            return () => waiting.delete(changed);
          },
          what: () => `a second poll of the feed; ${begun} were begun`,
        },
        FINISHES_WITHIN_MS,
      ).then(() => undefined),
    get sinceFinishedMs() {
      return now() - finishedAt;
    },
  };
}
