import type Database from 'better-sqlite3';
import type { VersionFixture } from './fixture.ts';
import { version7 } from './version-7.ts';

type Json = Readonly<Record<string, unknown>>;

const itemOf = ({ story, ...item }: Json): Json => ({ ...item, priceContext: story });

/** An alert of payload version 2 (except repeat trades and notices) as version 3 has it. */
function alertOf({ type, kind, topic, item, items, ...alert }: Json): Json {
  return {
    ...alert,
    kind: type,
    topic: kind,
    liveKey: topic,
    ...(item === undefined ? {} : { item: itemOf(item as Json) }),
    ...(items === undefined ? {} : { items: (items as readonly Json[]).map(itemOf) }),
  };
}

function convert(db: Database.Database, table: 'alerts' | 'topics'): void {
  const rows = db.prepare(`SELECT id, payload FROM ${table}`).all() as {
    readonly id: number;
    readonly payload: string;
  }[];
  const update = db.prepare(`UPDATE ${table} SET payload = ? WHERE id = ?`);
  for (const { id, payload } of rows) {
    const { alert } = JSON.parse(payload) as { readonly alert: Json };
    update.run(JSON.stringify({ version: 3, alert: alertOf(alert) }), id);
  }
}

/** As written by the eighth version, with alerts of payload version 3. */
export const version8: VersionFixture = {
  version: 8,
  fill(db) {
    version7.fill(db);
    convert(db, 'alerts');
    convert(db, 'topics');
  },
};
