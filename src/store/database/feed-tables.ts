import type { Generated } from 'kysely';

/*
 * The tables of what was read of the feed. Conventions: `tables.ts`.
 */

/** Keys of the feed's records that were seen. Higher ids are newer. */
interface SeenKeysTable {
  id: Generated<number>;
  key: string;
  seenAt: number;
}

/** Burned tokens, for recaps. */
interface BurnsTable {
  id: Generated<number>;
  key: string;
  collection: string;
  /** Units, a decimal text. */
  quantity: string;
  /** Epoch seconds. */
  at: number;
}

/** One row, from the first ingestion of the feed on. */
interface FeedStateTable {
  id: 1;
  baselineAt: number;
  /** Epoch seconds: what happened by then is history. */
  newRecordsAfter: number;
  lastIngestAt: number;
  /** JSON object: new records by day, and those that could not be read (`record-counts.ts`). */
  recordCounts: Generated<string>;
}

/** Parts of the feed that could not be read. */
interface FeedGapsTable {
  id: Generated<number>;
  noticedAt: number;
  /** Epoch seconds of the oldest record that was read; the gap lies before it. */
  oldestReadAt: number | null;
}

/** The newest records of the feed, for facts that are reported later. */
interface FeedRecordsTable {
  id: Generated<number>;
  payload: string;
  alertKey: string | null;
  /** Where it stands in its transaction and at its time (`locationKeysOf`). */
  transactionPosition: string | null;
  timePosition: string | null;
  occurredAt: number;
  seenAt: number;
}

/** All keys of a record. A key belongs to the first record that had it. */
interface FeedRecordKeysTable {
  key: string;
  recordId: number;
}

export interface FeedTables {
  burns: BurnsTable;
  feedGaps: FeedGapsTable;
  feedRecordKeys: FeedRecordKeysTable;
  feedRecords: FeedRecordsTable;
  feedState: FeedStateTable;
  seenKeys: SeenKeysTable;
}
