import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { readAlert, writeAlert } from '../../src/store/rows/alert.ts';
import { migrations } from '../../src/store/sqlite/migrations/index.ts';
import { migrate } from '../../src/store/sqlite/schema.ts';
import { goldenAlerts } from '../golden/inputs.ts';
import { saleAlert } from '../support/build-alert.ts';

type Json = Readonly<Record<string, unknown>>;

const renamed = (object: Json, names: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]));

const item = (one: unknown): Json => renamed(one as Json, { priceContext: 'story' });

/** An alert as payload version 2 had it. */
function asVersion2(payload: string): string {
  const { alert } = JSON.parse(payload) as { readonly alert: Json };
  const names = { kind: 'type', topic: 'kind', liveKey: 'topic', users: 'askers' };
  const old = {
    ...renamed(alert, names),
    ...(alert['kind'] === 'repeat_trades' && { type: 'storm' }),
    ...('item' in alert && { item: item(alert['item']) }),
    ...('items' in alert && { items: (alert['items'] as readonly unknown[]).map(item) }),
  };
  return JSON.stringify({ version: 2, alert: old });
}

/** Migrates a database of schema 6 with these payloads in table alerts. */
function migrated(payloads: readonly string[]): readonly unknown[] {
  const db = new Database(':memory:');
  migrate(db, migrations.slice(0, 6));
  const add = db.prepare(
    `INSERT INTO alerts (key, payload, topic, occurred_at, created_at) VALUES (?, ?, NULL, 0, 0)`,
  );
  for (const [index, payload] of payloads.entries()) add.run(String(index), payload);
  migrate(db, migrations);
  const converted = db.prepare('SELECT payload FROM alerts ORDER BY id').pluck().all();
  db.close();
  return converted;
}

describe('an alert that an earlier version wrote', () => {
  it('is the same after the migration, of every kind', () => {
    const alerts = goldenAlerts().map(({ alert }) => alert);
    expect(new Set(alerts.map(({ kind }) => kind)).size).toBe(8);
    const payloads = migrated(alerts.map((alert) => asVersion2(writeAlert(alert))));
    expect(payloads.map(readAlert)).toEqual(alerts);
  });

  it('gets null for a last price, a currency and missing permissions if it was written without them', () => {
    const old = (alert: Json) =>
      JSON.stringify({ version: 2, alert: { key: 'k', topic: null, txHash: null, occurredAt: 1, ...alert } });
    const { item: sold } = saleAlert(1);
    const {
      currency: _currency,
      priceContext: _context,
      ...early
    } = JSON.parse(
      JSON.stringify(sold, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    ) as Json;
    const story = { bought: null, floor: null, record: false };
    const [sale, notice] = migrated([
      old({ type: 'sale', kind: 'sale', buyer: null, item: { ...early, story } }),
      old({ type: 'notice', kind: 'notice', channelId: 'c', code: 1, askers: ['a'], waiting: 1 }),
    ]).map(readAlert);
    expect(sale).toMatchObject({ item: { currency: null, priceContext: { ...story, last: null } } });
    expect(notice).toMatchObject({ missing: null, users: ['a'] });
  });
});
