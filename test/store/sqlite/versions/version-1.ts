import { BUSY, DERPS, GUILD, LEFT, PAUSED, type VersionFixture } from './fixture.ts';

const TOKEN = {
  collection: DERPS,
  collectionName: 'Derps',
  tokenId: '1234',
  tokenName: 'Derp #1234',
  image: null,
  rarity: { rank: 7, total: 2000 },
  attributes: [{ type: 'Hat', value: 'None', rarity: 12.5 }],
  price: '82500000000000000000',
  seller: '0x00000000000000000000000000000000000000aa',
  quantity: '1',
};
const SALE = { kind: 'sale', buyer: null, txHash: null, occurredAt: 1_000 };

/** Alerts as written by version 1; the first has no currency. */
const ALERTS = [
  { ...SALE, type: 'sale', key: 'sale:1', item: TOKEN },
  { ...SALE, type: 'sale', key: 'sale:2', item: { ...TOKEN, currency: null } },
  { ...SALE, type: 'sweep', key: 'sweep:3', items: [TOKEN, { ...TOKEN, currency: DERPS, price: null }] },
  { ...SALE, type: 'sale', key: 'sale:4', item: { ...TOKEN, currency: null } },
];

/** As written by the first version. */
export const version1: VersionFixture = {
  version: 1,
  fill(db) {
    db.exec(`
      INSERT INTO feed_state VALUES (1, 1000, 7000, 1000, 1000);
      INSERT INTO seen (key, seen_at) VALUES ('id:1', 1000);
      INSERT INTO feed_gaps (noticed_at, oldest_read_at) VALUES (900, 0.5);
      INSERT INTO lanes (channel_id, state, problem_code, stopped_at, last_post_at, abandoned) VALUES
        ('${BUSY}', 'open', NULL, NULL, 500, 0),
        ('${PAUSED}', 'paused', 50013, 600, NULL, 0),
        ('${LEFT}', 'open', NULL, NULL, NULL, 1);
      INSERT INTO subscriptions (id, guild_id, channel_id, kinds, collection, created_by, created_at) VALUES
        (1, '${GUILD}', '${BUSY}', '["sale"]', NULL, '700000000000000001', 10),
        (2, '${GUILD}', '${PAUSED}', '["sale"]', '${DERPS}', '700000000000000002', 20),
        (9, '${GUILD}', '${LEFT}', '["sale"]', NULL, '700000000000000001', 30);
      DELETE FROM subscriptions WHERE id = 9;
      INSERT INTO posts
        (id, channel_id, nonce, state, form, attempts, first_try_at, last_try_at, message_id, settled_at)
      VALUES
        (1, '${BUSY}', 'one', 'sent', 'plain', 1, 400, 450, 'm1', 500),
        (2, '${BUSY}', 'two', 'sending', 'rich', 3, 600, 650, NULL, NULL);
      INSERT INTO collections VALUES (0, '${DERPS}', 'Derps', NULL, NULL, 1, '5', NULL)`);
    const alert = db.prepare(
      'INSERT INTO alerts (key, payload, occurred_at, created_at) VALUES (?, ?, 1000, 1000)',
    );
    for (const one of ALERTS) alert.run(one.key, JSON.stringify({ version: 1, alert: one }));
    db.exec(`
      INSERT INTO deliveries (id, alert_id, channel_id, occurred_at, state, alone, post_id) VALUES
        (1, 1, '${BUSY}', 1000, 'sent', 0, 1),
        (2, 2, '${BUSY}', 1000, 'posting', 0, 2),
        (3, 3, '${BUSY}', 1000, 'pending', 1, NULL),
        (4, 4, '${BUSY}', 1000, 'pending', 0, NULL),
        (5, 1, '${PAUSED}', 1000, 'pending', 0, NULL)`);
  },
};
