import { BUSY, DERPS, type VersionFixture } from './fixture.ts';
import { version5 } from './version-5.ts';

const RECORD = {
  version: 1,
  name: 'id:1',
  record: {
    kind: 'sale',
    collection: DERPS,
    tokenId: '1234',
    price: null,
    currency: null,
    from: null,
    to: null,
    txHash: null,
    logIndex: null,
    quantity: '1',
    timestamp: 1_000,
  },
};
const LACKING = { tokens: [`${DERPS}-1234`], collections: [DERPS] };

/** As written by the sixth version, with facts that the marketplace reports late. */
export const version6: VersionFixture = {
  version: 6,
  fill(db) {
    version5.fill(db);
    db.prepare(
      `INSERT INTO feed_records (payload, alert_key, tx_place, time_place, occurred_at, seen_at)
       VALUES (?, 'sale:1', NULL, 'place', 1000, 1000000)`,
    ).run(JSON.stringify(RECORD));
    db.exec(`
      INSERT INTO feed_record_keys VALUES ('id:1', 1);
      UPDATE alerts SET version = 1 WHERE key = 'sale:1';
      UPDATE posts SET changes = 1, drawn = 1 WHERE id = 1;
      INSERT INTO undecided_counts (channel_id, day, count, last_at) VALUES ('${BUSY}', 0, 1, 1000)`);
    db.prepare(
      `INSERT INTO undecided (alert_id, lacking, looks_up, awaits_feed, since, tried_at)
       SELECT id, ?, 1, 1, 1000000, 1000000 FROM alerts WHERE key = 'sale:1'`,
    ).run(JSON.stringify(LACKING));
  },
};
