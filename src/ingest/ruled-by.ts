import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Clock } from '#src/chain/clock.ts';

/** Says by when a rule must have been made to be asked about an alert, epoch ms of the machine's clock. */
export type RuledBy = (since: number, alert: Pick<MarketAlert, 'occurredAt'>) => number;

/**
 * Rules that were made before the first record of an alert was seen are asked. Where the alert seems to have happened
 * after that, the clock of the process that saw it was behind, so the time of the event counts.
 * @param clock by which records are dated
 * @param machine by which rules are dated
 */
export function createRuledBy(clock: Pick<Clock, 'now'>, machine: Pick<Clock, 'now'>): RuledBy {
  return (since, { occurredAt }) => {
    const now = machine.now();
    return Math.max(since + now - clock.now(), Math.min(occurredAt * 1_000, now));
  };
}
