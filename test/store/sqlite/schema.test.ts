import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../../src/store/sqlite/migrations/index.ts';
import type { Migration } from '../../../src/store/sqlite/migrations/migration.ts';
import { migrate } from '../../../src/store/sqlite/schema.ts';
import { QUEUES_WITH_NOTICE, QUEUES_WITH_WORK } from '../../../src/store/sqlite/tables/channel-queues.ts';
import {
  ALERTS_OF_POST,
  CLEAR_URGENCY,
  COUNT_PENDING,
  COUNT_SUMMARISED,
  COUNT_UNVERIFIED,
  EXPIRE,
  EXPIRED_SINCE,
  LAST_PENDING,
  PENDING_OF_QUEUE,
  POSTED_ALERTS_OF_POST,
  SETTLE_DELIVERIES,
  TOPIC_WAITS,
} from '../../../src/store/sqlite/tables/deliveries.ts';
import {
  RECORD_OF_KEY,
  RECORDS_AT_TIME,
  RECORDS_AT_TX,
  RECORDS_OF_ALERT,
} from '../../../src/store/sqlite/tables/feed-records.ts';
import { OPEN_GAPS, TRADES_BETWEEN } from '../../../src/store/sqlite/tables/gaps.ts';
import { COUNT_LATE, LATE_QUEUE } from '../../../src/store/sqlite/tables/late-queues.ts';
import {
  FIRST_LIVE_MESSAGE,
  LIVE_MESSAGE_IS_PENDING,
  LIVE_MESSAGE_OF_TOPIC,
  MARK_LIVE_MESSAGES_STALE,
  STALE_LIVE_MESSAGES,
} from '../../../src/store/sqlite/tables/live-messages.ts';
import { COUNT_UNSETTLED, COUNT_WAITING } from '../../../src/store/sqlite/tables/outbox-figures.ts';
import {
  ACCEPTED_SINCE,
  ALL_AMBIGUOUS,
  DEAD_SINCE,
  MARK_POSTS_STALE,
  STALE_POST_OF_QUEUE,
  UNPUBLISHED_OF_QUEUE,
  UNSETTLED_OF_QUEUE,
} from '../../../src/store/sqlite/tables/posts.ts';
import { TOPICS_BEGINNING_WITH } from '../../../src/store/sqlite/tables/topics.ts';
import {
  NEWEST_OF_TOKEN,
  PRUNE_TRADES_OF_TOKEN,
  TRADES_OF_TOKEN,
} from '../../../src/store/sqlite/tables/trades.ts';
import { DUE_LOOKUPS } from '../../../src/store/sqlite/tables/undecided.ts';
import { ingestionOf, SALES, salesFor } from '../samples.ts';
import { openFile, temporaryFolder } from './folder.ts';

/** Every released migration with the digest of its SQL. Lines are only ever added here. */
const RELEASED = [
  ['001-initial', 'ed0a1577b13732b3'],
  ['002-every-alert', 'c6b99a691d53a903'],
  ['003-gap-sizes', '2a03455366351674'],
  ['004-tries-by-discords-clock', '586523bb89d6f61e'],
  ['005-held-messages', 'c72ee0aab2004a3a'],
  ['006-told-late', '54907b1239dd8c96'],
  ['007-ping-roles', '01d48f3476831ea1'],
  ['008-alert-kinds', 'dd057dcd2a90782a'],
  ['009-rule-conditions', 'c518750c6ae7b336'],
  ['010-auction-cards', '9f4c4867355bf7d3'],
];

function digestOf({ name, sql }: Migration): string[] {
  return [name, createHash('sha256').update(sql).digest('hex').slice(0, 16)];
}

describe('the migrations', () => {
  it('are the released ones, unchanged and in order', () => {
    expect(migrations.map(digestOf)).toEqual(RELEASED);
  });

  it('are counted in user_version', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.feedState();
    const db = new Database(folder.path('gavel.db'), { readonly: true });
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
    db.close();
  });

  it('run once each, also over several versions of the program', () => {
    const db = new Database(':memory:');
    const first = { name: 'first', sql: 'CREATE TABLE one (id INTEGER)' };
    const second = { name: 'second', sql: 'CREATE TABLE two (id INTEGER); INSERT INTO two VALUES (2)' };
    expect(migrate(db, [first])).toBe(1);
    expect(migrate(db, [first, second])).toBe(1);
    expect(migrate(db, [first, second])).toBe(0);
    expect(db.prepare('SELECT id FROM two').pluck().all()).toEqual([2]);
  });

  it('do not change the database when one of them fails', () => {
    const db = new Database(':memory:');
    const good = { name: 'good', sql: 'CREATE TABLE one (id INTEGER)' };
    const bad = { name: 'bad', sql: 'CREATE TABLE two (id INTEGER); INSERT INTO nowhere VALUES (1)' };
    expect(() => migrate(db, [good, bad])).toThrow(/nowhere/);
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['one']);
  });
});

describe('the file', () => {
  it('is in WAL mode and has Gavel’s application id', async () => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.feedState();
    const db = new Database(folder.path('gavel.db'), { readonly: true });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('application_id', { simple: true })).toBe(Buffer.from('Gavl').readUInt32BE());
    db.close();
  });
});

describe('the hot queries', () => {
  /** Tables in which settled rows accumulate, scanned as a whole or by an index that contains those rows. */
  const TOO_MUCH =
    /SCAN (deliveries|posts|alerts|cards|topics|trades|lanes)(?! USING (COVERING )?INDEX (deliveries_p|posts_un|cards_stale|lanes_notice|lanes_open))/;

  it.each([
    ['what waits in a channel queue', PENDING_OF_QUEUE, /INDEX deliveries_pending \(channel_id=\?\)/],
    ['how much waits in a channel queue', COUNT_PENDING, /INDEX deliveries_pending(_age)? \(channel_id=\?\)/],
    [
      'how much is summarised',
      COUNT_SUMMARISED,
      /deliveries_pending \(channel_id=\? AND urgency=\? AND rowid<\?\)/,
    ],
    ['how much needs verification', COUNT_UNVERIFIED, /INDEX deliveries_doubtful \(channel_id=\?\)/],
    ['what is urgent no more', CLEAR_URGENCY, /INDEX deliveries_pending \(channel_id=\? AND urgency=\?\)/],
    ['the last that waits', LAST_PENDING, /INDEX deliveries_pending \(channel_id=\? AND urgency=\?\)/],
    ['what is too old', EXPIRE, /INDEX deliveries_pending_age \(channel_id=\? AND occurred_at<\?\)/],
    [
      'what was too old',
      EXPIRED_SINCE,
      /COVERING INDEX deliveries_expired \(channel_id=\? AND occurred_at>\?\)/,
    ],
    ['open gaps of the feed', OPEN_GAPS, /SCAN feed_gaps USING INDEX feed_gaps_open/],
    [
      'the trades of a while',
      TRADES_BETWEEN,
      /COVERING INDEX trades_collection \(collection=\? AND at>\? AND at<\?\)/,
    ],
    ['the alerts of a post', ALERTS_OF_POST, /INDEX deliveries_post \(post_id=\?\)/],
    ['what a post contains', POSTED_ALERTS_OF_POST, /INDEX deliveries_post \(post_id=\?\)/],
    ['messages that show an alert', MARK_POSTS_STALE, /deliveries USING .*\(alert_id=\?\)/],
    ['the message to be drawn again', STALE_POST_OF_QUEUE, /INDEX posts_changed \(channel_id=\?\)/],
    ['the record of a key', RECORD_OF_KEY, /feed_record_keys USING PRIMARY KEY \(key=\?\)/],
    ['records of a transaction', RECORDS_AT_TX, /INDEX feed_records_tx \(tx_place=\?\)/],
    ['records of a moment', RECORDS_AT_TIME, /INDEX feed_records_time \(time_place=\?\)/],
    ['records of an alert', RECORDS_OF_ALERT, /INDEX feed_records_alert \(alert_key=\?\)/],
    ['what is to be looked up', DUE_LOOKUPS, /INDEX undecided_tried \(tried_at<\?\)/],
    ['settling a post', SETTLE_DELIVERIES, /INDEX deliveries_post \(post_id=\?\)/],
    ['the unsettled post of a channel queue', UNSETTLED_OF_QUEUE, /INDEX posts_unsettled \(channel_id=\?\)/],
    ['what is to be published', UNPUBLISHED_OF_QUEUE, /INDEX posts_unpublished \(channel_id=\?\)/],
    [
      'the last hour of a channel queue',
      ACCEPTED_SINCE,
      /INDEX posts_sent \(channel_id=\? AND settled_at>\? AND settled_at<\?\)/,
    ],
    ['what was given up', DEAD_SINCE, /INDEX posts_dead \(channel_id=\?\)/],
    ['recovery', ALL_AMBIGUOUS, /SCAN posts USING INDEX posts_unsettled/],
    ['channel queues with work', QUEUES_WITH_WORK, /INDEX deliveries_pending(_age)? \(channel_id=\?\)/],
    ['how much waits', COUNT_WAITING, /SCAN deliveries USING (COVERING )?INDEX deliveries_pending_age/],
    ['messages that are not settled', COUNT_UNSETTLED, /SCAN posts USING INDEX posts_unsettled/],
    ['channel queues with a notice', QUEUES_WITH_NOTICE, /SCAN lanes USING INDEX lanes_notice/],
    [
      'stale live messages',
      STALE_LIVE_MESSAGES,
      /cards USING INDEX cards_stale \(channel_id=\? AND stale_since>\?\)/,
    ],
    ['a live message of a topic', LIVE_MESSAGE_OF_TOPIC, /INDEX cards_topic \(topic=\? AND channel_id=\?\)/],
    [
      'the first live message of a topic',
      FIRST_LIVE_MESSAGE,
      /INDEX cards_topic \(topic=\? AND channel_id=\?\)/,
    ],
    [
      'one that is to come',
      LIVE_MESSAGE_IS_PENDING,
      /INDEX deliveries_coming \(channel_id=\? AND topic=\?\)/,
    ],
    ['what waits of a topic', TOPIC_WAITS, /INDEX deliveries_coming \(channel_id=\? AND topic=\?\)/],
    ['the live messages of a topic', MARK_LIVE_MESSAGES_STALE, /INDEX cards_topic \(topic=\?\)/],
    ['the repeat trades of a token', TOPICS_BEGINNING_WITH, /topics USING INDEX \S+ \(key>\? AND key<\?\)/],
    ['the newest trade of a token', NEWEST_OF_TOKEN, /INDEX trades_token \(collection=\? AND token_id=\?\)/],
    ['the trades of a token', TRADES_OF_TOKEN, /trades_token \(collection=\? AND token_id=\? AND at>\?\)/],
    [
      'old trades of a token',
      PRUNE_TRADES_OF_TOKEN,
      /trades_token \(collection=\? AND token_id=\? AND at<\?\)/,
    ],
  ])('read only what they need: %s', async (_what, sql, index) => {
    await using folder = await temporaryFolder();
    await using store = await openFile(folder.path('gavel.db'));
    await store.ingest(ingestionOf(salesFor(['a'], SALES)));
    const db = new Database(folder.path('gavel.db'), { readonly: true });
    const parameters = (sql.match(/\?/g) ?? []).map(() => 1);
    const rows: unknown[] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    db.close();
    const plan = rows.map((row) => JSON.stringify(row)).join('\n');
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(TOO_MUCH);
    expect(plan).not.toMatch(/TEMP B-TREE FOR (?!ORDER BY)/);
  });

  it.each([
    ['one channel queue', LATE_QUEUE, /SEARCH lanes USING PRIMARY KEY/],
    ['all channel queues', COUNT_LATE, /SCAN lanes USING INDEX lanes_open/],
  ])('look for what is late in %s at one alert of each, by index', (_what, sql, index) => {
    const db = new Database(':memory:');
    migrate(db, migrations);
    const rows: unknown[] = db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all({ channelId: SALES, now: 1, before: 1 });
    db.close();
    const plan = rows.map((row) => JSON.stringify(row)).join('\n');
    expect(plan).toMatch(index);
    expect(plan).toMatch(/INDEX deliveries_pending \(channel_id=\? AND urgency=\? AND rowid>\?\)/);
    expect(plan).not.toMatch(TOO_MUCH);
  });

  it.each([
    ['a channel queue', PENDING_OF_QUEUE],
    ['the trades of a token', TRADES_OF_TOKEN],
    ['stale live messages', STALE_LIVE_MESSAGES],
    ['the alerts of a post', ALERTS_OF_POST],
  ])('show %s in order without sorting', (_what, sql) => {
    const db = new Database(':memory:');
    migrate(db, migrations);
    const parameters = (sql.match(/\?/g) ?? []).map(() => 1);
    const rows: unknown[] = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    expect(JSON.stringify(rows)).not.toContain('TEMP B-TREE');
    db.close();
  });
});
