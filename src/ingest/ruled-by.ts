import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Clock } from '#src/chain/clock.ts';

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
