import { DAY_MS, HOUR_MS } from '#src/chain/durations.ts';
import type { StoreBounds } from '../bounds.ts';
import type { Queries, Transaction } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';

/** Retention of rows, ms (`HousekeepingStore.prune`). */
const KEPT_MS = {
  settled: 14 * DAY_MS,
  dead: 60 * DAY_MS,
  seen: 7 * DAY_MS,
  trades: 90 * DAY_MS,
  burns: 14 * DAY_MS,
  gaps: 90 * DAY_MS,
  feedRecords: DAY_MS,
  events: 14 * DAY_MS,
};

/** Times before which rows have expired, epoch ms. */
export type Expiry = Readonly<Record<keyof typeof KEPT_MS, number>>;

/**
 * Retention of settled rows beyond the limit, ms: long enough to prevent duplicates, because events are new for six
 * hours.
 */
export const SURPLUS_KEPT_MS = 12 * HOUR_MS;

/**
 * @param now epoch ms
 * @param isSurplus whether for rows beyond the limit of their table
 */
export function expiryAt(now: number, isSurplus: boolean): Expiry {
  const settledMs = isSurplus ? SURPLUS_KEPT_MS : KEPT_MS.settled;
  return {
    settled: now - settledMs,
    dead: now - KEPT_MS.dead,
    seen: now - KEPT_MS.seen,
    trades: now - KEPT_MS.trades,
    burns: now - KEPT_MS.burns,
    gaps: now - KEPT_MS.gaps,
    feedRecords: now - KEPT_MS.feedRecords,
    events: now - KEPT_MS.events,
  };
}

/** A row that the pass examines. */
interface ExaminedRow {
  readonly id: number;
  /** When it was added, epoch ms; `null` where rows with higher ids may be older. */
  readonly at: number | null;
  readonly isExpired: boolean;
}

/** The rows of a table that a step examines. */
interface Window {
  readonly after: number;
  readonly limit: number;
}

type CountedTable = 'deliveries' | 'posts' | 'alerts' | 'liveStates' | 'seenKeys';

/** The retention policy of a table. Its rows are examined in the order of their ids. */
export interface RetentionPolicy {
  readonly what: string;
  /** Compared with `at`: the pass over the table ends at the first newer row. */
  readonly keptFor: keyof Expiry;
  /** The table whose rows are counted for the two limits below. */
  readonly counted?: CountedTable;
  /** The oldest rows beyond the limit of the store are kept for `SURPLUS_KEPT_MS`. */
  readonly isLimited?: true;
  /** Number of newest rows that never expire. */
  readonly newestKept?: number;
  readonly examine: (queries: Queries, window: Window, expiry: Expiry) => Promise<readonly ExaminedRow[]>;
  /** Deletes expired rows; at most as many as were examined. */
  readonly remove: (transaction: Transaction, ids: readonly number[]) => Promise<void>;
}

/** The retention policy of a small table, whose rows are deleted at once. */
export interface SmallTablePolicy {
  readonly what: string;
  /**
   * Deletes expired rows. Resolves to their number.
   * @param at epoch ms
   */
  readonly removeExpired: (transaction: Transaction, at: number) => Promise<number>;
}

/** The policy of rows that are merged and thinned before they are deleted. */
export interface ThinningPolicy {
  readonly what: string;
  /**
   * Processes the next `limit` rows. Resolves to the number of deleted rows, and whether none is left. `at`: epoch ms.
   */
  readonly thin: (
    transaction: Transaction,
    step: { readonly at: number; readonly limit: number; readonly bounds: StoreBounds },
  ) => Promise<{ readonly removed: number; readonly isOver: boolean }>;
}

/** Deletes rows of a table to which no other table refers. */
export const removeFrom =
  (table: { [Table in keyof Tables]: 'id' extends keyof Tables[Table] ? Table : never }[keyof Tables]) =>
  async (transaction: Transaction, ids: readonly number[]): Promise<void> => {
    await transaction.deleteFrom(table).where('id', 'in', ids).execute();
  };
