import type { ByThreshold } from './price-counts.ts';

/** The messages of one day of the server's time zone. */
export interface DayOfMessages {
  /** Start of the day, or of the period within it, epoch seconds. */
  readonly at: number;
  readonly messages: number;
}

/** What a rule would have posted in a period. */
export interface BacktestFigures {
  /** Start and end of the period, epoch seconds. */
  readonly from: number;
  readonly to: number;
  readonly messages: number;
  /** Messages that would have pinged a role. */
  readonly pings: number;
  /** Whether conditions were left out that can only be tested with looked-up details, so that it may be fewer. */
  readonly isAtMost: boolean;
  /** At least one, in chronological order; also days without messages. */
  readonly days: readonly DayOfMessages[];
  /** By the highest round price from which the rule would still have posted them. */
  readonly byThreshold: ByThreshold;
}
