import { STALE_AFTER_SECONDS } from '#src/alerts/expiry.ts';
import { HOUR_MS } from '#src/chain/durations.ts';
import { orderOf } from '#src/ingest/newest-first.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { bad, type CheckResult, warning } from '../check-result.ts';

/**
 * Checks that new events can be read from the feed and have plausible times. Returns `null` if nothing is odd.
 * @param items records of the first page
 * @param readSecondPage resolves to the records of page 2
 * @param now epoch ms
 */
export async function checkFeedOrder(
  items: readonly Activity[],
  readSecondPage: () => Promise<readonly Activity[]>,
  now: number,
): Promise<CheckResult | null> {
  if (orderOf(items) === 'ascending') {
    const [next] = await readSecondPage();
    const key = items[0]?.keys[0];
    if (next !== undefined && next.keys[0] === key)
      return bad(
        'The feed is sorted oldest first, and its page 2 is the same as its page 1.',
        'New events cannot be read beyond the first page: ask those who run the marketplace to sort it newest first.',
      );
    return warning(
      'The feed is sorted oldest first.',
      'The bot reads it from its end, with more requests a poll.',
    );
  }
  const newest = Math.max(...items.map(({ timestamp }) => timestamp ?? Number.NEGATIVE_INFINITY));
  const behindMs = now - newest * 1_000;
  if (!Number.isFinite(newest) || behindMs <= STALE_AFTER_SECONDS * 1_000) return null;
  return warning(
    `The newest event of the feed has a time ${Math.floor(behindMs / HOUR_MS)} hours ago.`,
    'If there was a newer event, the marketplace’s times are behind, such as by a time zone: what is older than 6 hours is not posted.',
  );
}
