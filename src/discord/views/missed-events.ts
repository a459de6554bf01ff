import { isAlarming, UNREAD_REASONS, unreadTotal } from '#src/alerts/unread-reason.ts';
import type { ServerHealth } from '../status/server-health.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';

/**
 * Counts unreadable records by reason; `null` if there are none. Unknown kinds alone are only mentioned if there are
 * many, because a marketplace may have events that are no alerts.
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

/** Describes gaps in the feed: how many, and when the last one was noticed. `null` without gaps. */
export function missedEventsText(
  gaps: ServerHealth['feed']['gaps'],
  { messages }: Pick<ViewContext, 'messages'>,
): string | null {
  const [newest] = gaps;
  if (newest === undefined) return null;
  return messages.alertHealth.missedTimes(gaps.length, momentText(newest.noticedAt / 1_000) ?? '');
}
