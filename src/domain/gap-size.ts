import type { Address } from './address.ts';

/**
 * How many sales of one collection the marketplace counted around a gap of the feed and the feed did not show: an estimate
 * with its margins, whole and at least 1.
 */
export interface GapSize {
  readonly collection: Address;
  readonly atLeast: number;
  readonly atMost: number;
}

/** The marketplace's totals as one reading of its list of collections told them. */
export interface SalesReading {
  /** Epoch ms. */
  readonly askedAt: number;
  /** All sales of a collection since its beginning; collections without a total are left out. */
  readonly totals: readonly { readonly collection: Address; readonly total: number }[];
}

/** The sales of one collection between two readings, as the marketplace counted them and as the feed showed them. */
export interface SalesCount {
  readonly counted: number;
  /** By their own times: at least and at most so many lie between the moments of which the totals are. */
  readonly shown: { readonly fewest: number; readonly most: number };
}

/** What is known of a collection whose total grew over a gap. */
export interface GapEvidence extends SalesCount {
  readonly collection: Address;
  /** Whether the total fell at some reading in between. */
  readonly shrank: boolean;
  /** The same count over a time without gaps before it; `null` where there is none. */
  readonly control: SalesCount | null;
}

/** A gap whose size has not been looked into. Epoch ms. */
interface OpenGap {
  readonly id: number;
  /** When something was last taken in before it; `null` where nobody knows. */
  readonly since: number | null;
  readonly noticedAt: number;
}

/** What the sizing of gaps begins with. */
export interface OpenGaps {
  /** The oldest first. */
  readonly gaps: readonly OpenGap[];
  /** When each reading that is kept was asked for, epoch ms, the oldest first. */
  readonly readings: readonly number[];
  /** When the newest gap was noticed that was looked into already, epoch ms; `null` where there is none. */
  readonly closedUntil: number | null;
}

/** Which readings to hold against each other (`SalesReading.askedAt`), and how exact their moments are. */
export interface ReadingSpan {
  readonly control: number | null;
  readonly before: number;
  readonly after: number;
  /** Totals asked for at a moment may be as old as this, ms. */
  readonly earlier: number;
  /** And as young as this, ms. */
  readonly later: number;
}
