import type { Database } from 'better-sqlite3';
import type { Alert } from '../../../alerts/alert.ts';
import { readAlert, readStoredAlert, writeAlert } from '../../rows/alert.ts';
import { readNumber } from '../../rows/row-mapper.ts';

/** Table alerts. */
export interface AlertTable {
  /** The new alert's id, or `null` when its key is known. @param at epoch ms */
  add(alert: Alert, at: number): number | null;
  get(id: number): Alert;
  /** The alert with this key and its version; `null` where there is none. */
  find(key: string): StoredAlert | null;
  /** Replaces the alert; `false` when it is the same. */
  update(id: number, alert: Alert): boolean;
  /** Deletes the alert if no channel was to get it. */
  deleteIfUnused(id: number): void;
}

/** An alert as stored. */
export interface StoredAlert {
  readonly id: number;
  readonly alert: Alert;
  readonly version: number;
}

export function createAlertTable(db: Database): AlertTable {
  const add = db
    .prepare<[string, string, string | null, number, number]>(
      `INSERT INTO alerts (key, payload, topic, occurred_at, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (key) DO NOTHING RETURNING id`,
    )
    .pluck();
  const get = db.prepare<[number]>('SELECT payload FROM alerts WHERE id = ?').pluck();

  const find = db.prepare<[string]>('SELECT id, payload, version FROM alerts WHERE key = ?');
  const update = db.prepare<{ id: number; payload: string }>(
    'UPDATE alerts SET payload = :payload, version = version + 1 WHERE id = :id AND payload <> :payload',
  );
  const forget = db.prepare<[number]>(
    `DELETE FROM alerts
      WHERE id = ? AND NOT EXISTS (SELECT 1 FROM deliveries WHERE alert_id = alerts.id)
        AND NOT EXISTS (SELECT 1 FROM addressing WHERE alert_id = alerts.id)`,
  );

  return {
    add(alert, at) {
      const id = add.get(alert.key, writeAlert(alert), alert.liveKey, alert.occurredAt, at);
      return id === undefined ? null : readNumber(id);
    },
    get: (id) => readAlert(get.get(id)),
    find(key) {
      const row = find.get(key);
      return row === undefined ? null : readStoredAlert(row);
    },
    update: (id, alert) => update.run({ id, payload: writeAlert(alert) }).changes > 0,
    deleteIfUnused(id) {
      forget.run(id);
    },
  };
}
