import type { ServerHealth } from '../status/server-health.ts';
import type { ViewContext } from './context.ts';
import { momentText } from './moment.ts';

/** Gaps in the feed: how many, and when the last one was noticed. `null` without gaps. */
export function missedEventsText(
  gaps: ServerHealth['feed']['gaps'],
  { messages }: Pick<ViewContext, 'messages'>,
): string | null {
  const [newest] = gaps;
  if (newest === undefined) return null;
  return messages.alertHealth.missedTimes(gaps.length, momentText(newest.noticedAt / 1_000) ?? '');
}
