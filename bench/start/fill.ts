import Database from 'better-sqlite3';
import { STALE_AFTER_SECONDS } from '#src/alerts/expiry.ts';
import { createBatch, openStore, rules } from '../store/batch.ts';

const TEMPLATES = 100;
/** Alerts in one transaction. */
const STEP = 20_000;
/** Posted deliveries of each alert. */
const DELIVERIES = 3;
const PENDING_EVERY = 500;
/** When an alert of event time `n`, epoch seconds, expires: epoch ms. */
const EXPIRES_AT = `(n + ${STALE_AFTER_SECONDS}) * 1000`;

/** Alerts copied from the templates with keys of their own, and their rows in all other tables. */
const STATEMENTS = [
  `INSERT INTO seen_keys (key, seen_at)
   SELECT 'id:7' || n || '-' || t.k, 1 FROM numbers, (SELECT 1 AS k UNION ALL SELECT 2) t`,
  `INSERT INTO alerts (id, key, topic, payload, occurred_at, created_at)
   SELECT n, 'filled:' || n, 'sale', (SELECT payload FROM alerts a WHERE a.id = 1 + n % ${TEMPLATES}), n, 1 FROM numbers`,
  `INSERT INTO trades (key, collection, token_id, seller, buyer, price, quantity, at)
   SELECT 'filled:' || n, collection, n, seller, buyer, price, quantity, n
   FROM numbers JOIN trades t ON t.id = 1 + n % ${TEMPLATES}`,
  `INSERT INTO posts (id, channel_id, nonce, state, layout, attempts, first_try_at, last_try_at, message_id, settled_at)
   SELECT n * ${DELIVERIES} + d, (SELECT channel_id FROM places WHERE place = (n * 7 + d) % 500), 'nonce' || n || '-' || d,
     'sent', 'card', 1, 1, 1, 1100000000000000000 + n * ${DELIVERIES} + d, 1
   FROM numbers, (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2)`,
  `INSERT INTO deliveries (alert_id, channel_id, occurred_at, expires_at, state, post_id)
   SELECT n, p.channel_id, n, ${EXPIRES_AT}, 'sent', p.id
   FROM numbers JOIN posts p ON p.id BETWEEN n * ${DELIVERIES} AND n * ${DELIVERIES} + ${DELIVERIES} - 1`,
  `INSERT OR IGNORE INTO deliveries (alert_id, channel_id, occurred_at, expires_at, state)
   SELECT n, (SELECT channel_id FROM places WHERE place = n % 500), n, ${EXPIRES_AT}, 'pending' FROM numbers WHERE n % ${PENDING_EVERY} = 0`,
];

/**
 * Creates a database of at least this size, as after months: mostly posted alerts, a few waiting ones, and 500 rules. Uses
 * SQL, because the store would take hours.
 */
export async function fillDatabase(
  file: string,
  bytes: number,
  progress: (text: string) => void,
): Promise<void> {
  {
    await using store = await openStore(file);
    for (const rule of rules()) await store.addSubscription(rule);
    await store.ingest(createBatch(0, TEMPLATES));
  }
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = OFF');
    db.exec('CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY)');
    db.exec('CREATE TEMP TABLE places (place INTEGER PRIMARY KEY, channel_id TEXT)');
    db.exec('INSERT INTO places SELECT row_number() OVER () - 1, channel_id FROM channel_queues');
    const size = db
      .prepare('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
      .pluck();
    const fill = db.prepare(
      'INSERT INTO numbers WITH RECURSIVE c (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM c LIMIT ?) SELECT n FROM c',
    );
    for (let first = 1_000; Number(size.get()) < bytes; first += STEP) {
      db.transaction(() => {
        db.exec('DELETE FROM numbers');
        fill.run(first, STEP);
        for (const statement of STATEMENTS) db.exec(statement);
      })();
      progress(`the database has ${(Number(size.get()) / 2 ** 20).toFixed(0)} MiB`);
    }
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
