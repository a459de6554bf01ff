import type { Database } from 'better-sqlite3';
import type { Alert } from '../../../domain/alert.ts';
import { readAlert } from '../../rows/alert.ts';
import { type ExpiredCount, readExpired } from '../../rows/health.ts';
import {
  type LiveDelivery,
  type PendingDelivery,
  readDelivery,
  readLiveDelivery,
  readRefused,
} from '../../rows/lane.ts';
import { readNumber } from '../../rows/reader.ts';

/** How an alert is to reach a channel. */
export interface DeliveryWish {
  readonly channelId: string;
  /** Of the alert's topic, as the alert shows it. */
  readonly revision: number;
  /** A notice, which reaches a channel without rules too. */
  readonly unasked: boolean;
  /** May have been told already, by a process whose memory was lost. */
  readonly doubtful: boolean;
}

/** The table `deliveries`: what is told to whom, and what became of it. */
export interface DeliveryTables {
  /**
   * Adds a delivery to an existing lane; `false` when it is there already or its lane takes nothing. An auction about to end
   * is urgent, unless something of it waits already: its start is not to be told after that.
   */
  add(alertId: number, alert: Alert, wish: DeliveryWish): boolean;
  /** Those that go first, in order; what is not urgent is folded up to `foldMark`. */
  pending(channelId: string, limit: number, foldMark: number): readonly PendingDelivery[];
  countPending(channelId: string): number;
  /** Those that no further folding changes: what is folded, and what is in doubt, which is never folded. */
  countFolded(channelId: string, foldMark: number): number;
  /** When the alert of a waiting delivery happened that is in doubt, epoch seconds; `null` for all others. */
  doubtfulSince(deliveryId: number): number | null;
  /** The message of this post is known to be absent, so what is frozen into it is in doubt no more. */
  clearDoubt(postId: number): void;
  /** Makes urgent deliveries like all others. */
  calm(channelId: string): void;
  /** The id of the last one that waits and is not urgent, or `null`. */
  lastCalm(channelId: string): number | null;
  /** Passes over what is folded. @param occurredBefore epoch seconds */
  expire(channelId: string, occurredBefore: number, foldMark: number): number;
  /** What was passed over because it was too old, of events at `since` or later; `null` for nothing. Epoch seconds. */
  expiredSince(channelId: string, since: number): ExpiredCount | null;
  /** Drops everything that waits because of a rule; with `unasked` notices too. */
  drop(channelId: string, unasked: boolean): void;
  /** Freezes a waiting delivery into a post; `false` when it does not wait in this channel. */
  freeze(deliveryId: number, channelId: string, postId: number): boolean;
  /** The alerts that are frozen into an unsettled post, in order. */
  alertsOf(postId: number): readonly Alert[];
  /** The alerts that a post told, in order. */
  toldBy(postId: number): readonly Alert[];
  /** The delivery of an unsettled post, when it is the only one and has a topic. */
  liveOf(postId: number): LiveDelivery | null;
  /** Ends the deliveries of an unsettled post together with it. */
  settle(postId: number, state: 'sent' | 'dead'): void;
  /** Takes the deliveries of an unsettled post out of it again. `alone` is only ever set, never taken back. */
  giveBack(postId: number, back: { readonly abandoned: boolean; readonly alone: boolean }): void;
  /** Notices that wait in stopped lanes without rules and that no other lane has, or is to have. */
  refusedNotices(): readonly { readonly alertId: number; readonly alert: Alert }[];
  /** Drops a notice where it waits in a stopped lane without rules; `false` where it does so nowhere. */
  dropRefused(alertId: number): boolean;
  /** Deletes the notices that were told about this channel or in it; they name people. */
  forgetNotices(channelId: string): void;
}

export const PENDING_OF_LANE = `
  SELECT deliveries.id, deliveries.alone, alerts.payload,
         deliveries.urgency = 0 AND deliveries.id <= ? AND NOT deliveries.doubtful AS folded, deliveries.doubtful
    FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE deliveries.channel_id = ? AND deliveries.state = 'pending'
   ORDER BY deliveries.urgency DESC, deliveries.id LIMIT ?`;

export const COUNT_PENDING = `SELECT count(*) FROM deliveries WHERE channel_id = ? AND state = 'pending'`;

export const COUNT_FOLDED = `
  SELECT count(*) FROM deliveries WHERE channel_id = ? AND state = 'pending' AND urgency = 0 AND id <= ?`;

export const COUNT_DOUBTFUL = `
  SELECT count(*) FROM deliveries
   WHERE channel_id = ? AND state = 'pending' AND doubtful = 1 AND NOT (urgency = 0 AND id <= ?)`;

export const CALM = `
  UPDATE deliveries SET urgency = 0 WHERE channel_id = ? AND state = 'pending' AND urgency = 1`;

export const LAST_PENDING = `
  SELECT id FROM deliveries WHERE channel_id = ? AND state = 'pending' AND urgency = 0 ORDER BY id DESC LIMIT 1`;

/** The plus keeps SQLite from looking through the whole queue by id instead of through what is old. */
export const EXPIRE = `
  UPDATE deliveries SET state = 'expired'
   WHERE channel_id = ? AND state = 'pending' AND occurred_at < ? AND NOT (+urgency = 0 AND +id <= ?)`;

export const EXPIRED_SINCE = `
  SELECT count(*) AS count, max(occurred_at) AS last_at FROM deliveries
   WHERE channel_id = ? AND state = 'expired' AND occurred_at >= ?`;

export const TOPIC_WAITS = `
  SELECT 1 FROM deliveries
   WHERE channel_id = ? AND topic = ? AND topic IS NOT NULL AND state IN ('pending', 'posting') LIMIT 1`;

export const ALERTS_OF_POST = `
  SELECT alerts.payload
    FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE deliveries.post_id = ? AND deliveries.state = 'posting'
   ORDER BY deliveries.urgency DESC, deliveries.id`;

export const TOLD_BY_POST = `
  SELECT alerts.payload
    FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE deliveries.post_id = ?
   ORDER BY deliveries.urgency DESC, deliveries.id`;

export const SETTLE_DELIVERIES = `UPDATE deliveries SET state = ? WHERE post_id = ? AND state = 'posting'`;

/** Lanes that were opened for notices alone, as direct messages are, and that Discord refused. They have no server. */
const REFUSING_LANES = `SELECT channel_id FROM lanes WHERE state <> 'open' AND guild_id IS NULL`;

const REFUSED_NOTICES = `
  SELECT DISTINCT alerts.id, alerts.payload
    FROM lanes
    JOIN deliveries ON deliveries.channel_id = lanes.channel_id AND deliveries.state = 'pending'
    JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE lanes.state <> 'open' AND lanes.guild_id IS NULL AND deliveries.unasked = 1
     AND NOT EXISTS (SELECT 1 FROM deliveries AS other
                      WHERE other.alert_id = alerts.id
                        AND (other.state IN ('posting', 'sent')
                             OR (other.state = 'pending' AND other.channel_id NOT IN (${REFUSING_LANES}))))
   ORDER BY alerts.id`;

export function createDeliveryTables(db: Database): DeliveryTables {
  const add = db
    .prepare<{
      alertId: number;
      channelId: string;
      occurredAt: number;
      topic: string | null;
      revision: number;
      urgency: number;
      unasked: number;
      doubtful: number;
    }>(
      `INSERT INTO deliveries
              (alert_id, channel_id, occurred_at, state, alone, urgency, unasked, doubtful, topic, revision)
       SELECT :alertId, channel_id, :occurredAt, iif(abandoned AND NOT :unasked, 'dropped', 'pending'),
              :topic IS NOT NULL OR :doubtful, :urgency, :unasked, :doubtful, :topic, :revision
         FROM lanes WHERE channel_id = :channelId
       ON CONFLICT (alert_id, channel_id) DO NOTHING RETURNING state`,
    )
    .pluck();
  const waits = db.prepare<[string, string]>(TOPIC_WAITS);
  const pending = db.prepare<[number, string, number]>(PENDING_OF_LANE);
  const count = db.prepare<[string]>(COUNT_PENDING).pluck();
  const countFolded = db.prepare<[string, number]>(COUNT_FOLDED).pluck();
  const countDoubtful = db.prepare<[string, number]>(COUNT_DOUBTFUL).pluck();
  const doubtfulSince = db
    .prepare<[number]>(`SELECT occurred_at FROM deliveries WHERE id = ? AND doubtful = 1`)
    .pluck();
  const clearDoubt = db.prepare<[number]>(
    'UPDATE deliveries SET doubtful = 0 WHERE post_id = ? AND doubtful = 1',
  );
  const calm = db.prepare<[string]>(CALM);
  const last = db.prepare<[string]>(LAST_PENDING).pluck();
  const expire = db.prepare<[string, number, number]>(EXPIRE);
  const expiredSince = db.prepare<[string, number]>(EXPIRED_SINCE);
  const drop = db.prepare<[string, number]>(
    `UPDATE deliveries SET state = 'dropped' WHERE channel_id = ? AND state = 'pending' AND unasked <= ?`,
  );
  const freeze = db.prepare<[number, number, string]>(
    `UPDATE deliveries SET state = 'posting', post_id = ? WHERE id = ? AND channel_id = ? AND state = 'pending'`,
  );
  const alertsOf = db.prepare<[number]>(ALERTS_OF_POST).pluck();
  const toldBy = db.prepare<[number]>(TOLD_BY_POST).pluck();
  const inPost = db.prepare<[number]>(
    `SELECT deliveries.id, deliveries.topic, deliveries.revision,
            iif(deliveries.topic IS NULL, NULL, json_extract(alerts.payload, '$.alert.kind')) AS kind
       FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
      WHERE deliveries.post_id = ? AND deliveries.state = 'posting' LIMIT 2`,
  );
  const settle = db.prepare<[string, number]>(SETTLE_DELIVERIES);
  const giveBack = db.prepare<[number, number, number]>(
    `UPDATE deliveries SET state = iif(? AND NOT unasked, 'dropped', 'pending'), post_id = NULL, alone = max(alone, ?)
      WHERE post_id = ? AND state = 'posting'`,
  );
  const notices = db
    .prepare<{ channelId: string }>(
      `SELECT DISTINCT alerts.id FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
        WHERE deliveries.unasked = 1 AND deliveries.state <> 'posting'
          AND (deliveries.channel_id = :channelId OR json_extract(alerts.payload, '$.alert.channelId') = :channelId)`,
    )
    .pluck();
  const refused = db.prepare<[]>(REFUSED_NOTICES);
  const dropRefused = db.prepare<[number]>(
    `UPDATE deliveries SET state = 'dropped'
      WHERE alert_id = ? AND unasked = 1 AND state = 'pending' AND channel_id IN (${REFUSING_LANES})`,
  );
  const deleteDeliveries = db.prepare<[number]>('DELETE FROM deliveries WHERE alert_id = ?');
  const deleteAlert = db.prepare<[number]>('DELETE FROM alerts WHERE id = ?');

  const isUrgent = ({ kind, topic }: Alert, channelId: string): boolean =>
    kind === 'auction_ending' && (topic === null || waits.get(channelId, topic) === undefined);

  return {
    add: (alertId, alert, { channelId, revision, unasked, doubtful }) =>
      add.get({
        alertId,
        channelId,
        occurredAt: alert.occurredAt,
        topic: alert.topic,
        revision,
        urgency: isUrgent(alert, channelId) ? 1 : 0,
        unasked: unasked ? 1 : 0,
        doubtful: doubtful ? 1 : 0,
      }) === 'pending',
    refusedNotices: () => refused.all().map(readRefused),
    dropRefused: (alertId) => dropRefused.run(alertId).changes > 0,
    pending: (channelId, limit, foldMark) => pending.all(foldMark, channelId, limit).map(readDelivery),
    countPending: (channelId) => readNumber(count.get(channelId)),
    countFolded(channelId, foldMark) {
      const folded = foldMark === 0 ? 0 : readNumber(countFolded.get(channelId, foldMark));
      return folded + readNumber(countDoubtful.get(channelId, foldMark));
    },
    doubtfulSince(deliveryId) {
      const occurredAt = doubtfulSince.get(deliveryId);
      return occurredAt === undefined ? null : readNumber(occurredAt);
    },
    clearDoubt(postId) {
      clearDoubt.run(postId);
    },
    calm(channelId) {
      calm.run(channelId);
    },
    lastCalm(channelId) {
      const id = last.get(channelId);
      return id === undefined ? null : readNumber(id);
    },
    expire: (channelId, occurredBefore, foldMark) => expire.run(channelId, occurredBefore, foldMark).changes,
    expiredSince: (channelId, since) => readExpired(expiredSince.get(channelId, since)),
    drop(channelId, unasked) {
      drop.run(channelId, unasked ? 1 : 0);
    },
    freeze: (deliveryId, channelId, postId) => freeze.run(postId, deliveryId, channelId).changes === 1,
    alertsOf: (postId) => alertsOf.all(postId).map(readAlert),
    toldBy: (postId) => toldBy.all(postId).map(readAlert),
    liveOf(postId) {
      const [only, ...others] = inPost.all(postId);
      return only === undefined || others.length > 0 ? null : readLiveDelivery(only);
    },
    settle(postId, state) {
      settle.run(state, postId);
    },
    giveBack(postId, { abandoned, alone }) {
      giveBack.run(abandoned ? 1 : 0, alone ? 1 : 0, postId);
    },
    forgetNotices(channelId) {
      for (const id of notices.all({ channelId }).map(readNumber)) {
        deleteDeliveries.run(id);
        deleteAlert.run(id);
      }
    },
  };
}
