import { isAlarming, UNREAD_REASONS, unreadTotal } from '#src/alerts/unread-reason.ts';
import type { ServerHealth } from '../status/server-health.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';

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
