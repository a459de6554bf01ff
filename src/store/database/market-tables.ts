import type { Generated } from 'kysely';

/* Tables of market history. Conventions: `tables.ts`. */

/** States of a collection over time: one row per collection and day, later per week, and finally per month. */
interface MarketDaysTable {
  collection: string;
  /** Days since 1970, UTC; the first day of the week or month. */
  day: number;
  /** The points in the row: `all` of a day, one an hour for seven days, or one a day for a month. */
  detail: Generated<'all' | 'hourly' | 'daily'>;
  /** See `packed-points.ts`. */
  points: string;
}

/** State of a floor rule for a collection. */
interface FloorStatesTable {
  subscriptionId: number;
  collection: string;
  /** JSON. */
  state: string;
}

export interface MarketTables {
  floorStates: FloorStatesTable;
  marketDays: MarketDaysTable;
}
