import type { Alert, MarketAlert } from '#src/alerts/alert.ts';
import { isNotice } from '#src/alerts/kinds/notice.ts';
import { alertSchema, marketAlertSchema } from '#src/alerts/kinds/registry.ts';
import type { Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { remembering, versionedJson } from './database/json.ts';
import { storedText } from './database/parameters.ts';

const ALERT_VERSION = 1;

/** Waiting alerts are read before every message of their channel, and again by each edit. */
const READ_LATELY = { texts: 300, characters: 500_000 } as const;

/** Stored form of any alert. */
export const alertJson = remembering(
  versionedJson<Alert>('an alert', ALERT_VERSION, alertSchema),
  READ_LATELY,
);

/** Stored form of an alert that live messages show, or that is matched against rules. */
export const marketAlertJson = remembering(
  versionedJson<MarketAlert>('an alert', ALERT_VERSION, marketAlertSchema),
  READ_LATELY,
);

/** An alert as stored. */
export interface StoredAlert {
  readonly id: number;
  readonly alert: Alert;
  /** Increases with every change. */
  readonly version: number;
}

const insertAlerts = rowInsertion(
  'alerts',
  {
    key: 'text',
    topic: 'text',
    liveKey: 'text',
    aboutChannelId: 'text',
    payload: 'text',
    occurredAt: 'real',
  },
  { constants: { createdAt: 'real' }, unlessKnown: ['key'], returning: ['id', 'key'] },
);

/**
 * Adds the alerts whose key is unknown; of several with the same key, only the first. Resolves to their ids in the
 * order of the alerts, with `null` for those that were not added.
 * @param at epoch ms
 */
export async function addAlerts(
  transaction: Transaction,
  alerts: readonly Alert[],
  at: number,
): Promise<readonly (number | null)[]> {
  const rows = alerts.map((alert) => ({
    key: alert.key,
    topic: alert.topic,
    liveKey: alert.liveKey,
    aboutChannelId: isNotice(alert) ? alert.channelId : null,
    payload: alertJson.write(alert),
    occurredAt: alert.occurredAt,
  }));
  const added = await insertAlerts(transaction, rows, { createdAt: at });
  const ids = new Map(added.map(({ id, key }) => [key, id]));
  return alerts.map((alert) => {
    const key = storedText(alert.key);
    const id = ids.get(key) ?? null;
    ids.delete(key);
    return id;
  });
}

/**
 * Adds the alert. Resolves to its id, or to `null` if its key is known.
 * @param at epoch ms
 */
export async function addAlert(transaction: Transaction, alert: Alert, at: number): Promise<number | null> {
  const [id = null] = await addAlerts(transaction, [alert], at);
  return id;
}

/** Finds the alert with this id, which must exist. */
export async function alertWithId(queries: Queries, id: number): Promise<Alert> {
  const { payload } = await queries
    .selectFrom('alerts')
    .select('payload')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return alertJson.read(payload);
}

/** Finds the alert with this key; `null` if there is none. */
export async function findAlert(queries: Queries, key: string): Promise<StoredAlert | null> {
  const found = await queries
    .selectFrom('alerts')
    .select(['id', 'payload', 'version'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { payload, ...row } = found;
  return { ...row, alert: alertJson.read(payload) };
}

/** Replaces the alert. Resolves to `false` if it is unchanged. */
export async function updateAlert(transaction: Transaction, id: number, alert: Alert): Promise<boolean> {
  const payload = alertJson.write(alert);
  const { numUpdatedRows } = await transaction
    .updateTable('alerts')
    .set(({ eb }) => ({ payload, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('payload', '<>', payload)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the alert if no channel gets it. */
export async function deleteUnusedAlert(transaction: Transaction, id: number): Promise<void> {
  await transaction
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deliveries').select('deliveries.id').whereRef('alertId', '=', 'alerts.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('pendingRecipients')
            .select('pendingRecipients.id')
            .whereRef('alertId', '=', 'alerts.id'),
        ),
      ),
    )
    .execute();
}
