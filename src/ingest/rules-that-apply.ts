import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Matcher } from '#src/alerts/matcher.ts';
import { type MissingDetails, NO_MISSING_DETAILS } from '#src/alerts/missing-details.ts';
import type { Clock } from '#src/chain/clock.ts';
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

/** The time by which a rule must have been created to apply to an alert, epoch ms of the machine's clock. */
export type RuledBy = (since: number, alert: Pick<MarketAlert, 'occurredAt'>) => number;

/**
 * Decides which rules apply to an alert. Rules apply if they were created before the first record of an alert was seen.
 * If the event seems to be later than that, the clock of the process that saw it was behind, so the event's time counts
 * instead.
 * @param clock the clock by which records are dated
 * @param machine the clock by which rules are dated
 */
export function createRuledBy(clock: Pick<Clock, 'now'>, machine: Pick<Clock, 'now'>): RuledBy {
  return (since, { occurredAt }) => {
    const now = machine.now();
    return Math.max(since + now - clock.now(), Math.min(occurredAt * 1_000, now));
  };
}
