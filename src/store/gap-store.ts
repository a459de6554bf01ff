import type { GapEvidence, GapSize, OpenGaps, ReadingSpan, SalesReading } from '../domain/gap-size.ts';

/** What the size of a gap of the feed is worked out from, and what came of it. */
export interface GapStore {
  /** Keeps the reading, and of earlier ones the newest eleven. */
  noteSales(reading: SalesReading): Promise<void>;
  openGaps(): Promise<OpenGaps>;
  /** One entry for each collection whose total grew from `before` to `after`, counted from the trades that are remembered. */
  gapEvidence(span: ReadingSpan): Promise<readonly GapEvidence[]>;
  /** These gaps are open no more; the sizes belong to the last of them. */
  closeGaps(gapIds: readonly number[], sizes: readonly GapSize[]): Promise<void>;
}
