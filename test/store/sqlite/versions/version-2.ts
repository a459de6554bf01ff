import { BUSY, DERPS, GUILD, LEFT, PAUSED, type VersionFixture } from './fixture.ts';

/** A channel with a live message, and one that has yet to get an alert. */
const LIVE = '900000000000000004';
const NEXT = '900000000000000005';

const ITEM = {
  collection: DERPS,
  collectionName: 'Derps',
  tokenId: '1234',
  tokenName: 'Derp #1234',
  image: null,
  rarity: { rank: 7, total: 2000 },
  attributes: [{ type: 'Hat', value: 'None', rarity: 12.5 }],
  price: '82500000000000000000',
  currency: null,
  seller: '0x00000000000000000000000000000000000000aa',
  quantity: '1',
  story: null,
};
const SALE = { kind: 'sale', topic: null, buyer: null, txHash: null, occurredAt: 1_000 };
const { price: _price, currency: _currency, seller: _seller, story: _story, ...TOKEN } = ITEM;
const AUCTION = {
  type: 'auction',
  kind: 'auction_started',
  key: 'auction_started:a-1',
  topic: 'auction:a-1',
  auction: 'a-1',
  auctionId: '1',
  token: TOKEN,
  seller: null,
  startingPrice: '1',
  startTime: 900,
  endTime: 5_000,
  status: 'running',
  leader: null,
  highestBid: null,
  bidCount: 0,
  outbid: null,
  latestBids: [],
  extensions: 0,
  finalizedAt: null,
  floor: null,
  lastPrice: null,
  leads: [],
  txHash: null,
  occurredAt: 900,
};
const ALERTS = [
  { ...SALE, type: 'sale', key: 'sale:1', item: ITEM },
  { ...SALE, type: 'sale', key: 'sale:2', item: ITEM },
  { ...SALE, type: 'sweep', key: 'sweep:3', items: [ITEM, { ...ITEM, currency: DERPS, price: null }] },
  { ...SALE, type: 'sale', key: 'sale:4', item: ITEM },
  AUCTION,
];
const TRACKED = {
  auction: {
    id: 'a-1',
    auctionId: '1',
    collection: DERPS,
    tokenId: '1234',
    standard: '721',
    quantity: '1',
    seller: null,
    startingPrice: '1',
    active: true,
    startTime: 900,
    endTime: 5_000,
    bids: [],
    highestBid: null,
    highestBidder: null,
    finalizedAt: null,
    cancelledAt: null,
    createdAt: 900,
    updatedAt: 900,
  },
  seenAt: 1_000_000,
  missingSince: null,
  extensions: 0,
  addressed: true,
  told: { started: true, bids: [], endings: [], ended: false, cancelled: false },
};

/** As written by the second version, with alerts of every kind. */
export const version2: VersionFixture = {
  version: 2,
  fill(db) {
    db.exec(`
      INSERT INTO feed_state (id, baseline_at, news_after, last_intake_at) VALUES (1, 1000, 7000, 1000);
      INSERT INTO seen (key, seen_at) VALUES ('id:1', 1000);
      INSERT INTO feed_gaps (noticed_at, oldest_read_at) VALUES (900, 0.5);
      INSERT INTO lanes (channel_id, state, problem_code, stopped_at, last_post_at, abandoned, guild_id,
                         last_problem_at, last_problem_code) VALUES
        ('${BUSY}', 'open', NULL, NULL, 500, 0, '${GUILD}', NULL, NULL),
        ('${PAUSED}', 'paused', 50013, 600, NULL, 0, '${GUILD}', 600, 50013),
        ('${LEFT}', 'open', NULL, NULL, NULL, 1, '${GUILD}', NULL, NULL),
        ('${LIVE}', 'open', NULL, NULL, 500, 0, '${GUILD}', NULL, NULL),
        ('${NEXT}', 'open', NULL, NULL, NULL, 0, '${GUILD}', NULL, NULL);
      INSERT INTO subscriptions (id, guild_id, channel_id, kinds, filter, ending_lead, rule, created_by, created_at)
      VALUES
        (1, '${GUILD}', '${BUSY}', '["sale"]', '{}', 10, '{"kinds":["sale"]}', '700000000000000001', 10),
        (2, '${GUILD}', '${PAUSED}', '["sale"]', '{"collections":["${DERPS}"]}', 10,
         '{"kinds":["sale"],"collections":["${DERPS}"]}', '700000000000000002', 20),
        (9, '${GUILD}', '${LEFT}', '["sale"]', '{}', 10, '{"kinds":["sale"]}', '700000000000000001', 30);
      DELETE FROM subscriptions WHERE id = 9;
      INSERT INTO posts
        (id, channel_id, nonce, state, form, attempts, first_try_at, last_try_at, message_id, settled_at, publish)
      VALUES
        (1, '${BUSY}', 'one', 'sent', 'plain', 1, 400, 450, 'm1', 500, 'done'),
        (2, '${BUSY}', 'two', 'sending', 'rich', 3, 600, 650, NULL, NULL, NULL),
        (3, '${LIVE}', 'three', 'sent', 'rich', 1, 400, 450, 'm3', 500, NULL);
      INSERT INTO collections VALUES (0, '${DERPS}', 'Derps', NULL, NULL, 1, '5', NULL, '7');
      INSERT INTO auction_state VALUES (1, 1000);
      INSERT INTO trades (key, collection, token_id, seller, buyer, price, quantity, at)
      VALUES ('t1', '${DERPS}', '1234', NULL, NULL, '82500000000000000000', '1', 1000);
      INSERT INTO highest_trades VALUES ('${DERPS}', '82500000000000000000');
      INSERT INTO drafts VALUES ('d', '${GUILD}', '${BUSY}', '700000000000000001', '["mint"]', '{}', 10, NULL, 1000);
      INSERT INTO guild_settings VALUES ('${GUILD}', 'UTC', 'en-GB', 'after', '{}', NULL, NULL);
      INSERT INTO channel_settings
      VALUES ('${BUSY}', '${GUILD}', 'compact', 0, NULL, NULL, NULL, NULL, NULL, 20)`);
    const alert = db.prepare(
      'INSERT INTO alerts (key, payload, topic, occurred_at, created_at) VALUES (?, ?, ?, ?, 1000)',
    );
    for (const one of ALERTS) {
      alert.run(one.key, JSON.stringify({ version: 2, alert: one }), one.topic, one.occurredAt);
    }
    db.exec(`
      INSERT INTO deliveries (id, alert_id, channel_id, occurred_at, state, alone, post_id, topic, revision) VALUES
        (1, 1, '${BUSY}', 1000, 'sent', 0, 1, NULL, 0),
        (2, 2, '${BUSY}', 1000, 'posting', 0, 2, NULL, 0),
        (3, 3, '${BUSY}', 1000, 'pending', 1, NULL, NULL, 0),
        (4, 4, '${BUSY}', 1000, 'pending', 0, NULL, NULL, 0),
        (5, 1, '${PAUSED}', 1000, 'pending', 0, NULL, NULL, 0),
        (6, 5, '${LIVE}', 900, 'sent', 1, 3, 'auction:a-1', 1);
      INSERT INTO cards VALUES (6, '${LIVE}', 'auction:a-1', 'm3', 1, NULL);
      INSERT INTO addressing (alert_id, addressees) VALUES (4, '[["${NEXT}",0,1]]')`);
    const topic = db.prepare(
      `INSERT INTO topics (key, revision, payload, occurred_at, changed_at) VALUES ('auction:a-1', 1, ?, 900, 1000)`,
    );
    topic.run(JSON.stringify({ version: 2, alert: AUCTION }));
    const auction = db.prepare(`INSERT INTO auctions (id, payload) VALUES ('a-1', ?)`);
    auction.run(JSON.stringify({ version: 1, ...TRACKED }));
  },
};
