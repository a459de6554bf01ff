import type { MarketAlert } from '../../domain/alert.ts';
import { type Lacking, NOTHING_LACKING } from '../../domain/lacking.ts';
import type { Undecided } from '../../domain/undecided.ts';
import type { SubscriptionIndex } from './subscription-index.ts';

/**
 * What rules cannot be decided without, or `null` where all are.
 * @param lacking what could not be looked up of the alert
 * @param since only rules that are at least as old, epoch ms
 */
export function undecidedBy(
  index: Pick<SubscriptionIndex, 'isUndecided'>,
  alert: MarketAlert,
  lacking: Lacking,
  since?: number,
): Undecided | null {
  if (!index.isUndecided(alert, lacking, since)) return null;
  return { lacking, awaitsFeed: index.isUndecided(alert, NOTHING_LACKING, since) };
}
