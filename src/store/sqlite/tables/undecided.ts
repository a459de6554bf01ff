import type { Database } from 'better-sqlite3';
import type { Undecided, UndecidedAlert } from '../../../domain/undecided.ts';
import { readNumber } from '../../rows/row-mapper.ts';
import {
  readUndecided,
  readUndecidedCount,
  type UndecidedCount,
  writeLacking,
} from '../../rows/undecided.ts';

/** Beyond this number the oldest undecided alerts are given up early. */
const MAX_UNDECIDED = 5_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Tables undecided and undecided_counts: alerts for which a rule waits for facts, and counts of those given up. */
export interface UndecidedTables {
  /** Writes what is missing for the alert; `null` for nothing. @param since when it was ingested, epoch ms @param at epoch ms */
  put(alertId: number, undecided: Undecided | null, since: number, at: number): void;
  /** When the oldest event happened for which the feed has yet to report something, epoch seconds. */
  awaitedSince(): number | null;
  /** Those last looked up at `triedBefore` (epoch ms) or earlier, the longest ago first. */
  dueLookups(triedBefore: number, limit: number): readonly UndecidedAlert[];
  /** Those ingested before `before` or after `after` (epoch ms), and those beyond the limit. */
  overdue(before: number, after: number, limit: number): readonly UndecidedAlert[];
  /** Counts an event that could not be decided for the channel, unless it has a delivery of it. @param at epoch ms */
  count(channelId: string, alertId: number, at: number): void;
  /** The count since the day of `since` (epoch ms); `null` for none. */
  countedSince(channelId: string, since: number): UndecidedCount | null;
}

const UNDECIDED = `
  SELECT undecided.*, undecided.lacking AS missing_details, alerts.payload, alerts.version FROM undecided JOIN alerts ON alerts.id = undecided.alert_id`;

export const DUE_LOOKUPS = `${UNDECIDED} WHERE looks_up = 1 AND tried_at <= ? ORDER BY tried_at LIMIT ?`;

export function createUndecidedTables(db: Database): UndecidedTables {
  const put = db.prepare<{
    alertId: number;
    missing: string;
    looksUp: number;
    awaitsFeed: number;
    since: number;
    at: number;
  }>(
    `INSERT INTO undecided (alert_id, lacking, looks_up, awaits_feed, since, tried_at)
     VALUES (:alertId, :missing, :looksUp, :awaitsFeed, :since, :at)
     ON CONFLICT (alert_id) DO UPDATE SET lacking = excluded.lacking, looks_up = excluded.looks_up,
       awaits_feed = excluded.awaits_feed, tried_at = excluded.tried_at`,
  );
  const remove = db.prepare<[number]>('DELETE FROM undecided WHERE alert_id = ?');
  const awaited = db
    .prepare<[]>(
      'SELECT min(occurred_at) FROM undecided JOIN alerts ON alerts.id = alert_id WHERE awaits_feed = 1',
    )
    .pluck();
  const dueLookups = db.prepare<[number, number]>(DUE_LOOKUPS);
  const overdue = db.prepare<[number, number, number]>(
    `${UNDECIDED} WHERE since < ? OR since > ?
       OR alert_id <= (SELECT alert_id FROM undecided ORDER BY alert_id DESC LIMIT 1 OFFSET ${MAX_UNDECIDED})
     LIMIT ?`,
  );
  const count = db.prepare<{ channelId: string; alertId: number; day: number; at: number }>(
    `INSERT INTO undecided_counts (channel_id, day, count, last_at)
     SELECT :channelId, :day, 1, :at
      WHERE NOT EXISTS (SELECT 1 FROM deliveries WHERE alert_id = :alertId AND channel_id = :channelId)
     ON CONFLICT (channel_id, day) DO UPDATE SET count = count + 1, last_at = excluded.last_at`,
  );
  const counted = db.prepare<[string, number]>(
    'SELECT sum(count) AS count, max(last_at) AS last_at FROM undecided_counts WHERE channel_id = ? AND day >= ?',
  );

  return {
    put(alertId, undecided, since, at) {
      if (undecided === null) {
        remove.run(alertId);
        return;
      }
      const { missingDetails, awaitsFeed } = undecided;
      put.run({
        alertId,
        missing: writeLacking(missingDetails),
        looksUp: missingDetails.tokens.length + missingDetails.collections.length > 0 ? 1 : 0,
        awaitsFeed: awaitsFeed ? 1 : 0,
        since,
        at,
      });
    },
    awaitedSince() {
      const at = awaited.get();
      return at === null || at === undefined ? null : readNumber(at);
    },
    dueLookups: (triedBefore, limit) => dueLookups.all(triedBefore, limit).map(readUndecided),
    overdue: (before, after, limit) => overdue.all(before, after, limit).map(readUndecided),
    count(channelId, alertId, at) {
      count.run({ channelId, alertId, day: Math.floor(at / DAY_MS), at });
    },
    countedSince: (channelId, since) =>
      readUndecidedCount(counted.get(channelId, Math.floor(since / DAY_MS))),
  };
}
