import type { Database } from 'better-sqlite3';
import { type Alert, isUrgent } from '../../../alerts/alert.ts';
import { AUCTION_TOPIC } from '../../../alerts/kinds/auction/schema.ts';
import type { PingTargets } from '../../../alerts/ping.ts';
import { readAlert } from '../../rows/alert.ts';
import {
  type LiveDelivery,
  type PendingDelivery,
  readDelivery,
  readLiveDelivery,
  readRefused,
} from '../../rows/channel-queue.ts';
import { type ExpiredCount, readExpired } from '../../rows/health.ts';
import { readNumber } from '../../rows/row-mapper.ts';

/** A delivery to be added. */
export interface NewDelivery {
  readonly channelId: string;
  /** Of the alert's topic, as the alert shows it. */
  readonly revision: number;
  /** A notice, which is also delivered to channels without rules. */
  readonly isNotice: boolean;
  /** May have been posted already, after the backup from which the database was restored. */
  readonly needsVerification: boolean;
  readonly pings: PingTargets;
}

/** Table deliveries: which alert goes to which channel, and its state. */
export interface DeliveryTables {
  /**
   * Adds a delivery to an existing queue; `false` when it exists already or the queue accepts none. An auction about to end
   * is urgent, unless another alert about it is pending, which must not be posted after it.
   */
  add(alertId: number, alert: Alert, delivery: NewDelivery): boolean;
  /** Replaces the ping targets while the delivery is pending. */
  setPings(alertId: number, channelId: string, pings: PingTargets): void;
  /** The next ones, in order; those that are not urgent go into a summary up to `summarisedUpTo`. */
  pending(channelId: string, limit: number, summarisedUpTo: number): readonly PendingDelivery[];
  countPending(channelId: string): number;
  /** Those that a further summary does not add: already marked for one, or in need of verification. */
  countSummarised(channelId: string, summarisedUpTo: number): number;
  /** When the event of a delivery that needs verification happened, epoch seconds; `null` for all others. */
  unverifiedSince(deliveryId: number): number | null;
  /** The message of this post is known to be absent, so its deliveries no longer need verification. */
  clearVerification(postId: number): void;
  /** Clears the urgency of pending deliveries. */
  clearUrgency(channelId: string): void;
  /** The id of the last pending one that is not urgent, or `null`. */
  lastNonUrgent(channelId: string): number | null;
  /** Skips those marked for a summary. @param occurredBefore epoch seconds */
  expire(channelId: string, occurredBefore: number, summarisedUpTo: number): number;
  /** The expired ones of events at `since` (epoch seconds) or later; `null` for none. */
  expiredSince(channelId: string, since: number): ExpiredCount | null;
  /** Drops the pending deliveries, notices only with `isNotice`. */
  drop(channelId: string, isNotice: boolean): void;
  /** Assigns a pending delivery to a post; `false` when it is not pending in this channel. */
  freeze(deliveryId: number, channelId: string, postId: number): boolean;
  /** The message of a delivery that is being posted shows the latest revision of its topic. */
  showLatest(deliveryId: number): void;
  /** The alerts of an unsettled post, in order. */
  alertsOf(postId: number): readonly Alert[];
  /** The alerts of a post, settled or not, in order. */
  postedAlertsOf(postId: number): readonly Alert[];
  /** The delivery of an unsettled post, if it is the only one and has a topic. */
  liveDeliveryOf(postId: number): LiveDelivery | null;
  /**
   * Settles a pending delivery with the post of the channel's first live message of its topic; does nothing without one.
   * @param orPost it is posted after all if that message is to be edited and cannot be
   */
  leaveToCard(deliveryId: number, orPost: boolean): void;
  /** The live messages of the topic show its latest state: no delivery waits for an edit. */
  clearAwaitedEdits(channelId: string, topic: string): void;
  /** Returns the deliveries that wait for an edit to the queue, or drops them if it accepts none. */
  returnAwaitedEdits(channelId: string, topic: string): void;
  /** Settles the deliveries of an unsettled post. */
  settle(postId: number, state: 'sent' | 'dead'): void;
  /** Returns the deliveries of an unsettled post to the queue. `alone` is only ever set, never cleared. */
  returnToQueue(postId: number, options: { readonly abandoned: boolean; readonly alone: boolean }): void;
  /** Notices pending in stopped queues without rules that no other queue has posted or will post. */
  refusedNotices(): readonly { readonly alertId: number; readonly alert: Alert }[];
  /** Drops a notice that is pending in stopped queues without rules; `false` when there is none. */
  dropRefused(alertId: number): boolean;
  /** Clears the roles that rules of the server ping. Scans all deliveries. */
  forgetPings(guildId: string): void;
  /** Deletes the notices about this channel or posted in it; they contain user ids. */
  deleteNotices(channelId: string): void;
}

/** A message about a bid shows that bid, so it was not posted with the latest state even if that is of the same revision. */
export const PENDING_OF_QUEUE = `
  SELECT deliveries.id, deliveries.alone, deliveries.ping_role_ids, deliveries.pings_channel_role, alerts.payload,
         deliveries.urgency = 0 AND deliveries.id <= ? AND NOT deliveries.doubtful AS is_summarised, deliveries.doubtful AS is_unverified,
         (SELECT topics.payload FROM topics
           WHERE topics.key = deliveries.topic
             AND EXISTS (SELECT 1 FROM cards WHERE cards.topic = deliveries.topic AND cards.channel_id = deliveries.channel_id)
         ) AS shown_state,
         EXISTS (SELECT 1 FROM cards
                   JOIN topics ON topics.key = cards.topic
                   JOIN deliveries AS posted ON posted.id = cards.delivery_id
                   JOIN alerts AS first ON first.id = posted.alert_id
                  WHERE cards.topic = deliveries.topic AND cards.channel_id = deliveries.channel_id
                    AND posted.revision = topics.revision
                    AND json_extract(first.payload, '$.alert.topic') <> '${AUCTION_TOPIC.bid}'
                ) AS is_shown_since_posted
    FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE deliveries.channel_id = ? AND deliveries.state = 'pending'
   ORDER BY deliveries.urgency DESC, deliveries.id LIMIT ?`;

export const COUNT_PENDING = `SELECT count(*) FROM deliveries WHERE channel_id = ? AND state = 'pending'`;

export const COUNT_SUMMARISED = `
  SELECT count(*) FROM deliveries WHERE channel_id = ? AND state = 'pending' AND urgency = 0 AND id <= ?`;

export const COUNT_UNVERIFIED = `
  SELECT count(*) FROM deliveries
   WHERE channel_id = ? AND state = 'pending' AND doubtful = 1 AND NOT (urgency = 0 AND id <= ?)`;

export const CLEAR_URGENCY = `
  UPDATE deliveries SET urgency = 0 WHERE channel_id = ? AND state = 'pending' AND urgency = 1`;

export const LAST_PENDING = `
  SELECT id FROM deliveries WHERE channel_id = ? AND state = 'pending' AND urgency = 0 ORDER BY id DESC LIMIT 1`;

/** The unary plus prevents SQLite from scanning the whole queue by id instead of using the index by age. */
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

export const POSTED_ALERTS_OF_POST = `
  SELECT alerts.payload
    FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE deliveries.post_id = ?
   ORDER BY deliveries.urgency DESC, deliveries.id`;

export const SETTLE_DELIVERIES = `UPDATE deliveries SET state = ? WHERE post_id = ? AND state = 'posting'`;

/** Stopped queues that were opened only for notices, such as direct message channels. They have no server. */
const REFUSING_QUEUES = `SELECT channel_id FROM lanes WHERE state <> 'open' AND guild_id IS NULL`;

const REFUSED_NOTICES = `
  SELECT DISTINCT alerts.id, alerts.payload
    FROM lanes
    JOIN deliveries ON deliveries.channel_id = lanes.channel_id AND deliveries.state = 'pending'
    JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE lanes.state <> 'open' AND lanes.guild_id IS NULL AND deliveries.unasked = 1
     AND NOT EXISTS (SELECT 1 FROM deliveries AS other
                      WHERE other.alert_id = alerts.id
                        AND (other.state IN ('posting', 'sent')
                             OR (other.state = 'pending' AND other.channel_id NOT IN (${REFUSING_QUEUES}))))
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
      notice: number;
      unverified: number;
      pingRoleIds: string;
      pingsChannelRole: number;
    }>(
      `INSERT INTO deliveries
              (alert_id, channel_id, occurred_at, state, alone, urgency, unasked, doubtful, topic, revision,
               ping_role_ids, pings_channel_role)
       SELECT :alertId, channel_id, :occurredAt, iif(abandoned AND NOT :notice, 'dropped', 'pending'),
              :topic IS NOT NULL OR :unverified, :urgency, :notice, :unverified, :topic, :revision,
              :pingRoleIds, :pingsChannelRole
         FROM lanes WHERE channel_id = :channelId
       ON CONFLICT (alert_id, channel_id) DO NOTHING RETURNING state`,
    )
    .pluck();
  const setPings = db.prepare<[string, number, number, string]>(
    `UPDATE deliveries SET ping_role_ids = ?, pings_channel_role = ?
      WHERE alert_id = ? AND channel_id = ? AND state = 'pending'`,
  );
  const forgetPings = db.prepare<[string]>(
    `UPDATE deliveries SET ping_role_ids = '[]'
      WHERE ping_role_ids <> '[]' AND channel_id IN (SELECT channel_id FROM lanes WHERE guild_id = ?)`,
  );
  const waits = db.prepare<[string, string]>(TOPIC_WAITS);
  const pending = db.prepare<[number, string, number]>(PENDING_OF_QUEUE);
  const count = db.prepare<[string]>(COUNT_PENDING).pluck();
  const countSummarised = db.prepare<[string, number]>(COUNT_SUMMARISED).pluck();
  const countUnverified = db.prepare<[string, number]>(COUNT_UNVERIFIED).pluck();
  const unverifiedSince = db
    .prepare<[number]>(`SELECT occurred_at FROM deliveries WHERE id = ? AND doubtful = 1`)
    .pluck();
  const clearVerification = db.prepare<[number]>(
    'UPDATE deliveries SET doubtful = 0 WHERE post_id = ? AND doubtful = 1',
  );
  const clearUrgency = db.prepare<[string]>(CLEAR_URGENCY);
  const last = db.prepare<[string]>(LAST_PENDING).pluck();
  const expire = db.prepare<[string, number, number]>(EXPIRE);
  const expiredSince = db.prepare<[string, number]>(EXPIRED_SINCE);
  const drop = db.prepare<[string, number]>(
    `UPDATE deliveries SET state = 'dropped' WHERE channel_id = ? AND state = 'pending' AND unasked <= ?`,
  );
  const freeze = db.prepare<[number, number, string]>(
    `UPDATE deliveries SET state = 'posting', post_id = ? WHERE id = ? AND channel_id = ? AND state = 'pending'`,
  );
  const showLatest = db.prepare<[number]>(
    `UPDATE deliveries SET revision = ifnull((SELECT revision FROM topics WHERE key = deliveries.topic), revision)
      WHERE id = ? AND state = 'posting'`,
  );
  const alertsOf = db.prepare<[number]>(ALERTS_OF_POST).pluck();
  const postedAlertsOf = db.prepare<[number]>(POSTED_ALERTS_OF_POST).pluck();
  const inPost = db.prepare<[number]>(
    `SELECT deliveries.id, deliveries.topic AS live_key, deliveries.revision,
            iif(deliveries.topic IS NULL, NULL, json_extract(alerts.payload, '$.alert.topic')) AS topic
       FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
      WHERE deliveries.post_id = ? AND deliveries.state = 'posting' LIMIT 2`,
  );
  const leaveToCard = db.prepare<{ id: number; awaitsEdit: number }>(
    `UPDATE deliveries SET state = 'sent', awaits_edit = :awaitsEdit AND card.is_stale, post_id = card.post_id
       FROM (SELECT shown.post_id, cards.stale_since IS NOT NULL AS is_stale
               FROM deliveries AS left_out
               JOIN cards ON cards.topic = left_out.topic AND cards.channel_id = left_out.channel_id
               JOIN deliveries AS shown ON shown.id = cards.delivery_id
              WHERE left_out.id = :id ORDER BY cards.delivery_id LIMIT 1) AS card
      WHERE deliveries.id = :id AND deliveries.state = 'pending'`,
  );
  const clearAwaited = db.prepare<[string, string]>(
    'UPDATE deliveries SET awaits_edit = 0 WHERE channel_id = ? AND topic = ? AND awaits_edit = 1',
  );
  const returnAwaited = db.prepare<[string, string]>(
    `UPDATE deliveries SET awaits_edit = 0, post_id = NULL,
       state = iif((SELECT abandoned FROM lanes WHERE lanes.channel_id = deliveries.channel_id), 'dropped', 'pending')
      WHERE channel_id = ? AND topic = ? AND awaits_edit = 1`,
  );
  const settle = db.prepare<[string, number]>(SETTLE_DELIVERIES);
  const returnToQueue = db.prepare<[number, number, number]>(
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
      WHERE alert_id = ? AND unasked = 1 AND state = 'pending' AND channel_id IN (${REFUSING_QUEUES})`,
  );
  const deleteDeliveries = db.prepare<[number]>('DELETE FROM deliveries WHERE alert_id = ?');
  const deleteAlert = db.prepare<[number]>('DELETE FROM alerts WHERE id = ?');

  const comesFirst = (alert: Alert, channelId: string): boolean =>
    isUrgent(alert) && (alert.liveKey === null || waits.get(channelId, alert.liveKey) === undefined);

  return {
    add: (alertId, alert, { channelId, revision, isNotice, needsVerification, pings }) =>
      add.get({
        alertId,
        channelId,
        occurredAt: alert.occurredAt,
        topic: alert.liveKey,
        revision,
        urgency: comesFirst(alert, channelId) ? 1 : 0,
        notice: isNotice ? 1 : 0,
        unverified: needsVerification ? 1 : 0,
        pingRoleIds: JSON.stringify(pings.roles),
        pingsChannelRole: pings.channelRole ? 1 : 0,
      }) === 'pending',
    setPings(alertId, channelId, { roles, channelRole }) {
      setPings.run(JSON.stringify(roles), channelRole ? 1 : 0, alertId, channelId);
    },
    forgetPings(guildId) {
      forgetPings.run(guildId);
    },
    refusedNotices: () => refused.all().map(readRefused),
    dropRefused: (alertId) => dropRefused.run(alertId).changes > 0,
    pending: (channelId, limit, summarisedUpTo) =>
      pending.all(summarisedUpTo, channelId, limit).map(readDelivery),
    countPending: (channelId) => readNumber(count.get(channelId)),
    countSummarised(channelId, summarisedUpTo) {
      const summarised =
        summarisedUpTo === 0 ? 0 : readNumber(countSummarised.get(channelId, summarisedUpTo));
      return summarised + readNumber(countUnverified.get(channelId, summarisedUpTo));
    },
    unverifiedSince(deliveryId) {
      const occurredAt = unverifiedSince.get(deliveryId);
      return occurredAt === undefined ? null : readNumber(occurredAt);
    },
    clearVerification(postId) {
      clearVerification.run(postId);
    },
    clearUrgency(channelId) {
      clearUrgency.run(channelId);
    },
    lastNonUrgent(channelId) {
      const id = last.get(channelId);
      return id === undefined ? null : readNumber(id);
    },
    expire: (channelId, occurredBefore, summarisedUpTo) =>
      expire.run(channelId, occurredBefore, summarisedUpTo).changes,
    expiredSince: (channelId, since) => readExpired(expiredSince.get(channelId, since)),
    drop(channelId, isNotice) {
      drop.run(channelId, isNotice ? 1 : 0);
    },
    freeze: (deliveryId, channelId, postId) => freeze.run(postId, deliveryId, channelId).changes === 1,
    showLatest(deliveryId) {
      showLatest.run(deliveryId);
    },
    alertsOf: (postId) => alertsOf.all(postId).map(readAlert),
    postedAlertsOf: (postId) => postedAlertsOf.all(postId).map(readAlert),
    liveDeliveryOf(postId) {
      const [only, ...others] = inPost.all(postId);
      return only === undefined || others.length > 0 ? null : readLiveDelivery(only);
    },
    leaveToCard(deliveryId, orPost) {
      leaveToCard.run({ id: deliveryId, awaitsEdit: orPost ? 1 : 0 });
    },
    clearAwaitedEdits(channelId, topic) {
      clearAwaited.run(channelId, topic);
    },
    returnAwaitedEdits(channelId, topic) {
      returnAwaited.run(channelId, topic);
    },
    settle(postId, state) {
      settle.run(state, postId);
    },
    returnToQueue(postId, { abandoned, alone }) {
      returnToQueue.run(abandoned ? 1 : 0, alone ? 1 : 0, postId);
    },
    deleteNotices(channelId) {
      for (const id of notices.all({ channelId }).map(readNumber)) {
        deleteDeliveries.run(id);
        deleteAlert.run(id);
      }
    },
  };
}
