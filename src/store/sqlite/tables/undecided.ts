import type { Database } from 'better-sqlite3';
import type { Undecided, UndecidedAlert } from '../../../domain/undecided.ts';
import { readNumber } from '../../rows/reader.ts';
import {
  readUndecided,
  readUndecidedCount,
  type UndecidedCount,
  writeLacking,
} from '../../rows/undecided.ts';

/** So many wait for what they lack; beyond that the oldest are given up before their time. */
export const MOST_UNDECIDED = 5_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The tables `undecided` and `undecided_counts`: alerts that rules wait for, and those that they waited for in vain. */
export interface UndecidedTables {
  /** Writes what the alert lacks; `null` for nothing. @param since when it came, epoch ms; @param at epoch ms */
  put(alertId: number, undecided: Undecided | null, since: number, at: number): void;
  /** When the oldest happened that the feed has to tell something of, epoch seconds. */
  awaitedSince(): number | null;
  /** Those that were last looked up before `triedBefore` (epoch ms), the longest ago first. */
  toLookUp(triedBefore: number, limit: number): readonly UndecidedAlert[];
  /** Those that came before `before` or after `after` (epoch ms), or for which there is no room. */
  overdue(before: number, after: number, limit: number): readonly UndecidedAlert[];
  /** One more event that could not be decided in the channel, unless the channel was told of it. @param at epoch ms */
  count(channelId: string, alertId: number, at: number): void;
  /** What was counted at `since` (epoch ms) or later; `null` for nothing. */
  countedSince(channelId: string, since: number): UndecidedCount | null;
}

const UNDECIDED = `
  SELECT undecided.*, alerts.payload, alerts.version FROM undecided JOIN alerts ON alerts.id = undecided.alert_id`;

export const TO_LOOK_UP = `${UNDECIDED} WHERE looks_up = 1 AND tried_at <= ? ORDER BY tried_at LIMIT ?`;

export function createUndecidedTables(db: Database): UndecidedTables {
  const put = db.prepare<{
    alertId: number;
    lacking: string;
    looksUp: number;
    awaitsFeed: number;
    since: number;
    at: number;
  }>(
    `INSERT INTO undecided (alert_id, lacking, looks_up, awaits_feed, since, tried_at)
     VALUES (:alertId, :lacking, :looksUp, :awaitsFeed, :since, :at)
     ON CONFLICT (alert_id) DO UPDATE SET lacking = excluded.lacking, looks_up = excluded.looks_up,
       awaits_feed = excluded.awaits_feed, tried_at = excluded.tried_at`,
  );
  const remove = db.prepare<[number]>('DELETE FROM undecided WHERE alert_id = ?');
  const awaited = db
    .prepare<[]>(
      'SELECT min(occurred_at) FROM undecided JOIN alerts ON alerts.id = alert_id WHERE awaits_feed = 1',
    )
    .pluck();
  const toLookUp = db.prepare<[number, number]>(TO_LOOK_UP);
  const overdue = db.prepare<[number, number, number]>(
    `${UNDECIDED} WHERE since < ? OR since > ?
       OR alert_id <= (SELECT alert_id FROM undecided ORDER BY alert_id DESC LIMIT 1 OFFSET ${MOST_UNDECIDED})
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
      const { lacking, awaitsFeed } = undecided;
      put.run({
        alertId,
        lacking: writeLacking(lacking),
        looksUp: lacking.tokens.length + lacking.collections.length > 0 ? 1 : 0,
        awaitsFeed: awaitsFeed ? 1 : 0,
        since,
        at,
      });
    },
    awaitedSince() {
      const at = awaited.get();
      return at === null || at === undefined ? null : readNumber(at);
    },
    toLookUp: (triedBefore, limit) => toLookUp.all(triedBefore, limit).map(readUndecided),
    overdue: (before, after, limit) => overdue.all(before, after, limit).map(readUndecided),
    count(channelId, alertId, at) {
      count.run({ channelId, alertId, day: Math.floor(at / DAY_MS), at });
    },
    countedSince: (channelId, since) =>
      readUndecidedCount(counted.get(channelId, Math.floor(since / DAY_MS))),
  };
}
