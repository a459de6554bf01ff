import type { Database } from 'better-sqlite3';
import type { Alert } from '../../../domain/alert.ts';
import type { Delivery } from '../../../domain/delivery.ts';
import { readAlert, readDelivery, readNumber, writeAlert } from '../../rows.ts';

/** The tables `alerts` and `deliveries`: what is told to whom, and what became of it. */
export interface DeliveryTables {
  /** The new alert's id, or `null` when it is known already. @param at epoch ms */
  addAlert(alert: Alert, at: number): number | null;
  /** Adds a delivery to an existing lane; `false` when it is there already or its lane is abandoned. */
  add(alertId: number, alert: Alert, channelId: string): boolean;
  /** The oldest that wait, in order. */
  pending(channelId: string, limit: number): readonly Delivery[];
  countPending(channelId: string): number;
  /** @param occurredBefore epoch seconds */
  expire(channelId: string, occurredBefore: number): number;
  /** Drops everything that waits. */
  drop(channelId: string): void;
  /** Freezes a waiting delivery into a post; `false` when it does not wait in this channel. */
  freeze(deliveryId: number, channelId: string, postId: number): boolean;
  /** The alerts that are frozen into an unsettled post, in order. */
  alertsOf(postId: number): readonly Alert[];
  /** Ends the deliveries of an unsettled post together with it. */
  settle(postId: number, state: 'sent' | 'dead'): void;
  /** Takes the deliveries of an unsettled post out of it again. `alone` is only ever set, never taken back. */
  giveBack(postId: number, back: { readonly state: 'pending' | 'dropped'; readonly alone: boolean }): void;
}

export const PENDING_OF_LANE = `
  SELECT deliveries.id, deliveries.alone, alerts.payload
    FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE deliveries.channel_id = ? AND deliveries.state = 'pending'
   ORDER BY deliveries.id LIMIT ?`;

export const COUNT_PENDING = `SELECT count(*) FROM deliveries WHERE channel_id = ? AND state = 'pending'`;

export const EXPIRE = `
  UPDATE deliveries SET state = 'expired' WHERE channel_id = ? AND state = 'pending' AND occurred_at < ?`;

export const ALERTS_OF_POST = `
  SELECT alerts.payload
    FROM deliveries JOIN alerts ON alerts.id = deliveries.alert_id
   WHERE deliveries.post_id = ? AND deliveries.state = 'posting'
   ORDER BY deliveries.id`;

export const SETTLE_DELIVERIES = `UPDATE deliveries SET state = ? WHERE post_id = ? AND state = 'posting'`;

export function createDeliveryTables(db: Database): DeliveryTables {
  const addAlert = db
    .prepare<[string, string, number, number]>(
      `INSERT INTO alerts (key, payload, occurred_at, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (key) DO NOTHING RETURNING id`,
    )
    .pluck();
  const add = db
    .prepare<[number, number, string]>(
      `INSERT INTO deliveries (alert_id, channel_id, occurred_at, state)
       SELECT ?, channel_id, ?, iif(abandoned, 'dropped', 'pending') FROM lanes WHERE channel_id = ?
       ON CONFLICT (alert_id, channel_id) DO NOTHING RETURNING state`,
    )
    .pluck();
  const pending = db.prepare<[string, number]>(PENDING_OF_LANE);
  const count = db.prepare<[string]>(COUNT_PENDING).pluck();
  const expire = db.prepare<[string, number]>(EXPIRE);
  const drop = db.prepare<[string]>(
    `UPDATE deliveries SET state = 'dropped' WHERE channel_id = ? AND state = 'pending'`,
  );
  const freeze = db.prepare<[number, number, string]>(
    `UPDATE deliveries SET state = 'posting', post_id = ? WHERE id = ? AND channel_id = ? AND state = 'pending'`,
  );
  const alertsOf = db.prepare<[number]>(ALERTS_OF_POST).pluck();
  const settle = db.prepare<[string, number]>(SETTLE_DELIVERIES);
  const giveBack = db.prepare<[string, number, number]>(
    `UPDATE deliveries SET state = ?, post_id = NULL, alone = max(alone, ?) WHERE post_id = ? AND state = 'posting'`,
  );

  return {
    addAlert(alert, at) {
      const id = addAlert.get(alert.key, writeAlert(alert), alert.occurredAt, at);
      return id === undefined ? null : readNumber(id);
    },
    add: (alertId, alert, channelId) => add.get(alertId, alert.occurredAt, channelId) === 'pending',
    pending: (channelId, limit) => pending.all(channelId, limit).map(readDelivery),
    countPending: (channelId) => readNumber(count.get(channelId)),
    expire: (channelId, occurredBefore) => expire.run(channelId, occurredBefore).changes,
    drop(channelId) {
      drop.run(channelId);
    },
    freeze: (deliveryId, channelId, postId) => freeze.run(postId, deliveryId, channelId).changes === 1,
    alertsOf: (postId) => alertsOf.all(postId).map(readAlert),
    settle(postId, state) {
      settle.run(state, postId);
    },
    giveBack(postId, { state, alone }) {
      giveBack.run(state, alone ? 1 : 0, postId);
    },
  };
}
