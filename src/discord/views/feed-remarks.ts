import { STALE_AFTER_SECONDS } from '#src/alerts/expiry.ts';
import { DAY_MS, HOUR_MS } from '#src/chain/durations.ts';
import type { ServerHealth } from '../status/server-health.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';

/** How long a repeated id or a shrunk feed is shown. */
const SHOWN_FOR_MS = DAY_MS;

/** Irregularities of the feed, as sentences. */
export interface FeedRemarkTexts {
  /** Problems because of which events are not posted. */
  readonly problems: readonly string[];
  /** Irregularities that the bot can handle. */
  readonly notes: readonly string[];
}

/** @param feed its times are epoch ms */
export function feedRemarkTexts(
  { lagMs, readAt, remarks }: ServerHealth['feed'],
  { messages: { alertHealth: words } }: Pick<ViewContext, 'messages'>,
): FeedRemarkTexts {
  const recent = (at: number | null | undefined): string | null =>
    at === null || at === undefined || (readAt ?? at) - at > SHOWN_FOR_MS ? null : momentText(at / 1_000);
  const [repeated, shrank] = [recent(remarks?.idsRepeatedAt), recent(remarks?.shrankAt)];
  const isBehind = lagMs !== null && lagMs > STALE_AFTER_SECONDS * 1_000;
  return {
    problems: [
      ...(remarks?.order === 'oldest first, one page' ? [words.oldestFirstOnePage] : []),
      ...(isBehind ? [words.timesBehind(Math.floor(lagMs / HOUR_MS))] : []),
    ],
    notes: [
      ...(remarks?.order === 'oldest first' ? [words.oldestFirst] : []),
      ...(repeated === null ? [] : [words.idsRepeat(repeated)]),
      ...(shrank === null ? [] : [words.shrank(shrank)]),
    ],
  };
}
