import type { Database } from 'better-sqlite3';
import { type FeedRecord, locationKeysOf, type NewFeedRecord } from '../../../alerts/feed-record.ts';
import type { Activity } from '../../../marketplace/model/activity.ts';
import { readFeedRecord, writeFeedRecord } from '../../rows/feed-record.ts';
import { readNumber } from '../../rows/row-mapper.ts';

/** As many as one poll can return, which usually covers several hours. */
const MAX_FEED_RECORDS = 10_000;

/** Tables feed_records and feed_record_keys: the newest records, for facts that are reported late. */
export interface FeedRecordTables {
  /** @param seenAt epoch ms */
  add(record: NewFeedRecord, seenAt: number): void;
  /** Replaces the record with a later version of it. */
  update(id: number, activity: Activity): void;
  /** The record with this key. */
  ofKey(key: string): FeedRecord | null;
  /** The records at one of these positions (`locationKeysOf`). */
  atPlaces(places: ReturnType<typeof locationKeysOf>): readonly FeedRecord[];
  /** The records that an alert announces, in the order in which they happened. */
  ofAlert(alertKey: string): readonly FeedRecord[];
  /** Deletes the oldest beyond the limit. */
  trim(): void;
}

const RECORD = `
  SELECT *, (SELECT json_group_array(key) FROM feed_record_keys WHERE record_id = feed_records.id) AS keys
    FROM feed_records`;

export const RECORD_OF_KEY = `${RECORD} WHERE id = (SELECT record_id FROM feed_record_keys WHERE key = ?)`;
export const RECORDS_AT_TX = `${RECORD} WHERE tx_place = ? ORDER BY id`;
export const RECORDS_AT_TIME = `${RECORD} WHERE time_place = ? ORDER BY id`;
export const RECORDS_OF_ALERT = `${RECORD} WHERE alert_key = ? ORDER BY id`;

export function createFeedRecordTables(db: Database): FeedRecordTables {
  const add = db
    .prepare<[string, string | null, string | null, string | null, number, number]>(
      `INSERT INTO feed_records (payload, alert_key, tx_place, time_place, occurred_at, seen_at)
       VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
    )
    .pluck();
  // A key stays with the first record that had it.
  const addKey = db.prepare<[string, number]>(
    'INSERT INTO feed_record_keys (key, record_id) VALUES (?, ?) ON CONFLICT (key) DO NOTHING',
  );
  const update = db.prepare<[string, string | null, string | null, number]>(
    'UPDATE feed_records SET payload = ?, tx_place = ?, time_place = ? WHERE id = ?',
  );
  const ofKey = db.prepare<[string]>(RECORD_OF_KEY);
  const atTx = db.prepare<[string]>(RECORDS_AT_TX);
  const atTime = db.prepare<[string]>(RECORDS_AT_TIME);
  const ofAlert = db.prepare<[string]>(RECORDS_OF_ALERT);
  const trim = db.prepare<[]>(
    `DELETE FROM feed_records WHERE id <= (SELECT max(id) FROM feed_records) - ${MAX_FEED_RECORDS}`,
  );

  return {
    add({ activity, alertKey, occurredAt }, seenAt) {
      const { tx, time } = locationKeysOf(activity);
      const id = readNumber(add.get(writeFeedRecord(activity), alertKey, tx, time, occurredAt, seenAt));
      for (const key of activity.keys) addKey.run(key, id);
    },
    update(id, activity) {
      const { tx, time } = locationKeysOf(activity);
      update.run(writeFeedRecord(activity), tx, time, id);
      for (const key of activity.keys) addKey.run(key, id);
    },
    ofKey(key) {
      const row = ofKey.get(key);
      return row === undefined ? null : readFeedRecord(row);
    },
    atPlaces({ tx, time }) {
      const rows = [...(tx === null ? [] : atTx.all(tx)), ...(time === null ? [] : atTime.all(time))];
      return rows.map(readFeedRecord);
    },
    ofAlert: (alertKey) => ofAlert.all(alertKey).map(readFeedRecord),
    trim() {
      trim.run();
    },
  };
}
