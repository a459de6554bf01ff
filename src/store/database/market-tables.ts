import type { Generated } from 'kysely';

/*
 * The tables of the market over time. Conventions: `tables.ts`.
 */

/**
 * How a collection stood over a time: one row a collection and day, of what is past one a week, and of what is long
 * past one a month.
 */
interface MarketDaysTable {
  collection: string;
  /** Days since 1970, UTC; of a week and a month its first. */
  day: number;
  /** Which points are kept: `all` of a day, one an hour of seven days, or one a day of a month. */
  detail: Generated<'all' | 'hourly' | 'daily'>;
  /** `packed-points.ts`. */
  points: string;
}

/** What a rule with a condition on floors knows of a collection. */
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
