import type { Database } from 'better-sqlite3';
import { LATE_AFTER_MS, type LateLane, type LateReason } from '../../../domain/lane.ts';
import { readLateCount, readLateLane } from '../../rows/late-lane.ts';

/** Lanes in which something is due and late. */
export interface LateLanes {
  /** In the order of `channelIds`; none where nothing is late. @param now epoch ms */
  of(channelIds: readonly string[], now: number): readonly LateLane[];
  /** How many lanes are late for each reason. @param now epoch ms */
  count(now: number): Readonly<Record<LateReason, number>>;
}

/**
 * The first alert of each open lane that is due: of its message under way, else of those that wait. What is folded is due only
 * later (quiet hours, messages an hour), unless Discord asked to wait. Asks each lane by index, so that the cost follows the
 * number of lanes.
 */
const DUE = `
  WITH due AS (
    SELECT lanes.channel_id, lanes.not_before, posts.id AS post_id, posts.form, posts.attempts,
           ifnull(posts.state = 'ambiguous' OR posts.attempts > 1, 0) AS unanswered,
           CASE WHEN posts.id IS NOT NULL
             THEN (SELECT alert_id FROM deliveries WHERE post_id = posts.id ORDER BY urgency DESC, id LIMIT 1)
             ELSE ifnull(
               (SELECT alert_id FROM deliveries
                 WHERE channel_id = lanes.channel_id AND state = 'pending' AND urgency = 1 ORDER BY id LIMIT 1),
               (SELECT alert_id FROM deliveries
                 WHERE channel_id = lanes.channel_id AND state = 'pending' AND urgency = 0
                   AND id > iif(lanes.not_before > :now, 0, lanes.fold_mark) ORDER BY id LIMIT 1))
           END AS alert_id
      FROM lanes LEFT JOIN posts ON posts.channel_id = lanes.channel_id AND posts.settled_at IS NULL
     WHERE lanes.state = 'open'
  )`;
const REASON = `iif(due.unanswered, 'unanswered', iif(due.not_before > :now, 'limited', 'queue'))`;

export const LATE_LANE = `${DUE}
  SELECT due.channel_id, alerts.created_at AS since, ${REASON} AS reason, due.not_before, due.form, due.attempts,
         (SELECT count(*) FROM deliveries WHERE channel_id = due.channel_id AND state = 'pending')
         + (SELECT count(*) FROM deliveries WHERE post_id = due.post_id AND state = 'posting') AS alerts
    FROM due JOIN alerts ON alerts.id = due.alert_id
   WHERE due.channel_id = :channelId AND alerts.created_at < :before`;

export const COUNT_LATE = `${DUE}
  SELECT ${REASON} AS reason, count(*) AS lanes
    FROM due JOIN alerts ON alerts.id = due.alert_id
   WHERE alerts.created_at < :before GROUP BY 1`;

export function createLateLanes(db: Database): LateLanes {
  const one = db.prepare<{ channelId: string; now: number; before: number }>(LATE_LANE);
  const count = db.prepare<{ now: number; before: number }>(COUNT_LATE);

  return {
    of: (channelIds, now) =>
      channelIds.flatMap((channelId) => {
        const row = one.get({ channelId, now, before: now - LATE_AFTER_MS });
        return row === undefined ? [] : [readLateLane(row)];
      }),
    count(now) {
      const counted = count.all({ now, before: now - LATE_AFTER_MS }).map(readLateCount);
      const lanes = (reason: LateReason) => counted.find((one) => one.reason === reason)?.lanes ?? 0;
      return { unanswered: lanes('unanswered'), limited: lanes('limited'), queue: lanes('queue') };
    },
  };
}
