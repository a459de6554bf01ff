import type { Database } from 'better-sqlite3';
import type { Alert } from '../../../domain/alert.ts';
import { readAlert, writeAlert } from '../../rows/alert.ts';
import { readNumber } from '../../rows/reader.ts';

/** The table `alerts`: what there is to tell. */
export interface AlertTable {
  /** The new alert's id, or `null` when it is known already. @param at epoch ms */
  add(alert: Alert, at: number): number | null;
  get(id: number): Alert;
}

export function createAlertTable(db: Database): AlertTable {
  const add = db
    .prepare<[string, string, string | null, number, number]>(
      `INSERT INTO alerts (key, payload, topic, occurred_at, created_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (key) DO NOTHING RETURNING id`,
    )
    .pluck();
  const get = db.prepare<[number]>('SELECT payload FROM alerts WHERE id = ?').pluck();

  return {
    add(alert, at) {
      const id = add.get(alert.key, writeAlert(alert), alert.topic, alert.occurredAt, at);
      return id === undefined ? null : readNumber(id);
    },
    get: (id) => readAlert(get.get(id)),
  };
}
