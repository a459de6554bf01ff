import type { Address } from '../../chain/address.ts';

/**
 * Sales of one collection that the marketplace counted around a gap of the feed but the feed did not show: an estimate with
 * its bounds, whole numbers of at least 1.
 */
export interface GapSize {
  readonly collection: Address;
  readonly atLeast: number;
  readonly atMost: number;
}

/** Sales totals from one reading of the marketplace's list of collections. */
export interface SalesReading {
  /** Epoch ms. */
  readonly askedAt: number;
  /** Number of all sales of a collection; collections without a total are left out. */
  readonly totals: readonly { readonly collection: Address; readonly total: number }[];
}

/** The sales of one collection between two readings, as the marketplace counted them and as the feed showed them. */
export interface SalesCount {
  readonly counted: number;
  /** Minimum and maximum number of sales in the feed, by their own times, between the times of the two totals. */
  readonly shown: { readonly fewest: number; readonly most: number };
}

/** Evidence for a collection whose total increased during a gap. */
export interface GapEvidence extends SalesCount {
  readonly collection: Address;
  /** Whether the total decreased between two readings. */
  readonly shrank: boolean;
  /** The same count over an earlier period without gaps; `null` if there is none. */
  readonly control: SalesCount | null;
}

/** A gap whose size was not estimated yet. Epoch ms. */
interface OpenGap {
  readonly id: number;
  /** The last ingestion before it; `null` if unknown. */
  readonly since: number | null;
  readonly noticedAt: number;
}

/** Input of the gap estimation. */
export interface OpenGaps {
  /** The oldest first. */
  readonly gaps: readonly OpenGap[];
  /** Request times of the stored readings, epoch ms, the oldest first. */
  readonly readings: readonly number[];
  /** When the newest gap that was already estimated was noticed, epoch ms; `null` if there is none. */
  readonly closedUntil: number | null;
}

/** Which readings to compare (`SalesReading.askedAt`), and how exact their times are. */
export interface ReadingSpan {
  readonly control: number | null;
  readonly before: number;
  readonly after: number;
  /** Totals may be this much older than their request, ms. */
  readonly earlier: number;
  /** Totals may be this much newer than their request, ms. */
  readonly later: number;
}
