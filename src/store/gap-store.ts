import type { GapEvidence, GapSize, OpenGaps, ReadingSpan, SalesReading } from './model/gap-size.ts';

/** Readings of sales totals, from which the size of a gap in the feed is estimated, and the estimates. */
export interface GapStore {
  /** Saves the reading and keeps the eleven newest earlier ones. */
  noteSales(reading: SalesReading): Promise<void>;
  openGaps(): Promise<OpenGaps>;
  /** One entry for each collection whose total grew from `before` to `after`, counted from the stored trades. */
  gapEvidence(span: ReadingSpan): Promise<readonly GapEvidence[]>;
  /** Closes these gaps and saves the sizes with the last of them. */
  closeGaps(gapIds: readonly number[], sizes: readonly GapSize[]): Promise<void>;
}
