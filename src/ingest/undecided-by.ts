import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Matcher } from '#src/alerts/matcher.ts';
import { type MissingDetails, NO_MISSING_DETAILS } from '#src/alerts/missing-details.ts';
import type { Undecided } from '#src/store/model/undecided.ts';

/**
 * Returns the missing details that leave rules undecided; `null` if all rules are decided.
 * @param missingDetails details of the alert that could not be looked up
 * @param since only rules created by then count, epoch ms
 */
export function undecidedBy(
  index: Pick<Matcher, 'isUndecided'>,
  alert: MarketAlert,
  missingDetails: MissingDetails,
  since?: number,
): Undecided | null {
  if (!index.isUndecided(alert, missingDetails, since)) return null;
  return { missingDetails, awaitsFeed: index.isUndecided(alert, NO_MISSING_DETAILS, since) };
}
