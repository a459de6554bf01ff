import type { Generated } from 'kysely';

/* Tables for data from the feed. Conventions: `tables.ts`. */

/** Known keys of feed records. Higher ids are newer. */
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
  /** Units, as decimal text. */
  quantity: string;
  /** Epoch seconds. */
  at: number;
}

/** One row, created by the first ingestion of the feed. */
interface FeedStateTable {
  id: 1;
  baselineAt: number;
  /** Events up to this time are history, epoch seconds. */
  newRecordsAfter: number;
  lastIngestAt: number;
  /** JSON object: new records per day, and how many of them were unreadable (`record-counts.ts`). */
  recordCounts: Generated<string>;
}

/** Parts of the feed that could not be read. */
interface FeedGapsTable {
  id: Generated<number>;
  noticedAt: number;
  /** Time of the oldest record that was read, epoch seconds; the gap is before it. */
  oldestReadAt: number | null;
}

/** The newest feed records, for facts that are reported later. */
interface FeedRecordsTable {
  id: Generated<number>;
  payload: string;
  alertKey: string | null;
  /** Keys for its position in its transaction and at its time (`locationKeysOf`). */
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
