import type { Database } from 'better-sqlite3';
import { LATE_AFTER_MS, type LateQueue, type LateReason } from '../../../domain/channel-queue.ts';
import { readLateCount, readLateQueue } from '../../rows/late-queue.ts';

/** Channel queues with a late delivery: one that is due and has waited for too long. */
export interface LateQueues {
  /** In the order of `channelIds`; none for queues that are not late. @param now epoch ms */
  of(channelIds: readonly string[], now: number): readonly LateQueue[];
  /** How many queues are late, by reason. @param now epoch ms */
  count(now: number): Readonly<Record<LateReason, number>>;
}

/**
 * The first due alert of each open queue: of its message in flight, otherwise of the pending ones. Deliveries marked for a
 * summary are due only later (quiet hours, hourly limit), unless Discord asked to wait. Queries each queue by index, so that
 * the cost depends on the number of queues.
 */
const DUE_ALERTS = `
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

export const LATE_QUEUE = `${DUE_ALERTS}
  SELECT due.channel_id, alerts.created_at AS since, ${REASON} AS reason, due.not_before, due.form, due.attempts,
         (SELECT count(*) FROM deliveries WHERE channel_id = due.channel_id AND state = 'pending')
         + (SELECT count(*) FROM deliveries WHERE post_id = due.post_id AND state = 'posting') AS alerts
    FROM due JOIN alerts ON alerts.id = due.alert_id
   WHERE due.channel_id = :channelId AND alerts.created_at < :before`;

export const COUNT_LATE = `${DUE_ALERTS}
  SELECT ${REASON} AS reason, count(*) AS queues
    FROM due JOIN alerts ON alerts.id = due.alert_id
   WHERE alerts.created_at < :before GROUP BY 1`;

export function createLateQueues(db: Database): LateQueues {
  const one = db.prepare<{ channelId: string; now: number; before: number }>(LATE_QUEUE);
  const count = db.prepare<{ now: number; before: number }>(COUNT_LATE);

  return {
    of: (channelIds, now) =>
      channelIds.flatMap((channelId) => {
        const row = one.get({ channelId, now, before: now - LATE_AFTER_MS });
        return row === undefined ? [] : [readLateQueue(row)];
      }),
    count(now) {
      const counted = count.all({ now, before: now - LATE_AFTER_MS }).map(readLateCount);
      const queues = (reason: LateReason) => counted.find((one) => one.reason === reason)?.queues ?? 0;
      return { unanswered: queues('unanswered'), limited: queues('limited'), queue: queues('queue') };
    },
  };
}
