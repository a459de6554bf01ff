import { STALE_AFTER_SECONDS } from '#src/alerts/expiry.ts';
import { isAlarming, UNREAD_REASONS, unreadTotal } from '#src/alerts/unread-reason.ts';
import { DAY_MS, HOUR_MS } from '#src/chain/durations.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { ServerHealth } from '../status/server-health.ts';
import { escapeMarkdownLine } from '../text.ts';
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

/** That the marketplace answers in a form that the bot does not understand. @param since epoch ms */
export function unreadableText(since: number, { status }: Messages): string {
  return status.unreadableSince(momentText(since / 1_000) ?? status.aWhileAgo);
}

const NAME_LENGTH = 40;

/** That most prices name another coin than the configured one. @param named its name, as records give it */
export function namedCoinText(
  named: string,
  { currency, messages }: Pick<ViewContext, 'currency' | 'messages'>,
): string {
  return messages.status.otherCoin(escapeMarkdownLine(named, NAME_LENGTH), currency.symbol);
}

/**
 * Records that could not be read, by reason; `null` where there are none. Unknown kinds alone are worth a line only
 * where they are many: a marketplace may have events that are no alerts.
 */
export function unreadText(
  { unread, records }: ServerHealth['feed']['counts'],
  { messages }: Pick<ViewContext, 'messages'>,
): string | null {
  const total = unreadTotal(unread);
  if (total === (unread.unknown_kind ?? 0) && !isAlarming(unread, records)) return null;
  const { unreadRecords, unreadReasons } = messages.alertHealth;
  const reasons = UNREAD_REASONS.flatMap((reason) => {
    const count = unread[reason] ?? 0;
    return count === 0 ? [] : [unreadReasons[reason](count)];
  });
  return unreadRecords(total, records, reasons);
}

/** Gaps in the feed: how many, and when the last one was noticed. `null` without gaps. */
export function missedEventsText(
  gaps: ServerHealth['feed']['gaps'],
  { messages }: Pick<ViewContext, 'messages'>,
): string | null {
  const [newest] = gaps;
  if (newest === undefined) return null;
  return messages.alertHealth.missedTimes(gaps.length, momentText(newest.noticedAt / 1_000) ?? '');
}
