import { IS_PRUNABLE } from '../tables/trades.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long rows are kept (`HousekeepingStore.prune`). Each is a parameter of the queries below, as the time that long ago. */
export const KEPT_MS = {
  seen: 7 * DAY_MS,
  settled: 14 * DAY_MS,
  dead: 60 * DAY_MS,
  trades: 90 * DAY_MS,
  gaps: 90 * DAY_MS,
  drafts: DAY_MS,
  feedRecords: DAY_MS,
};

/** Long enough to prevent duplicates by key: events count as new for six hours. */
export const SURPLUS_KEPT_MS = 12 * 60 * 60 * 1000;

/** More than one poll of the feed can return (20 pages of 500, and the pages read besides). */
const SEEN_KEPT_ROWS = 20_000;

/** The retention policy of a table. Its rows are examined in the order of their ids. */
export interface RetentionPolicy {
  readonly what: string;
  /**
   * Selects the rows after `:after`, at most `:limit`, as `{id, at, past}`: when a row was added (epoch ms), and whether it
   * can be deleted. Apart from clock changes, rows with higher ids are younger, so the pass over a table ends at the first
   * row that is younger than `keptFor`; `at` is `NULL` where that does not hold.
   */
  readonly query: string;
  /** The minimum age of a row that can be deleted. */
  readonly keptFor: keyof typeof KEPT_MS;
  /** The table whose oldest rows beyond a limit have a shorter `settled` time. */
  readonly limitedTable?: 'deliveries' | 'posts' | 'alerts' | 'topics';
  /** Statements that delete a row by its id. */
  readonly remove: readonly string[];
}

/**
 * Deliveries settled long ago, unless their message is live and its topic still changes; and deliveries pending in a stopped
 * queue, which would expire when it is opened.
 */
const deliveries: RetentionPolicy = {
  what: 'deliveries',
  limitedTable: 'deliveries',
  keptFor: 'settled',
  query: `
    SELECT deliveries.id, alerts.created_at AS at,
           CASE
             WHEN alerts.created_at >= :settled THEN 0
             WHEN deliveries.state = 'posting' THEN 0
             WHEN deliveries.state = 'pending' THEN
               lanes.state <> 'open' AND NOT (deliveries.urgency = 0 AND deliveries.id <= lanes.fold_mark)
             WHEN deliveries.state = 'dead' THEN posts.settled_at < :dead
             ELSE ifnull(posts.settled_at, 0) < :settled AND NOT EXISTS (
               SELECT 1 FROM cards JOIN topics ON topics.key = cards.topic
                WHERE cards.delivery_id = deliveries.id
                  AND (topics.changed_at >= :settled
                       OR EXISTS (SELECT 1 FROM auctions WHERE 'auction:' || auctions.id = topics.key)))
           END AS past
      FROM deliveries
      JOIN alerts ON alerts.id = deliveries.alert_id
      JOIN lanes ON lanes.channel_id = deliveries.channel_id
      LEFT JOIN posts ON posts.id = deliveries.post_id
     WHERE deliveries.id > :after ORDER BY deliveries.id LIMIT :limit`,
  remove: ['DELETE FROM cards WHERE delivery_id = ?', 'DELETE FROM deliveries WHERE id = ?'],
};

const posts: RetentionPolicy = {
  what: 'posts',
  limitedTable: 'posts',
  keptFor: 'settled',
  query: `
    SELECT id, first_try_at AS at,
           settled_at IS NOT NULL AND settled_at < iif(state = 'dead', :dead, :settled)
             AND NOT EXISTS (SELECT 1 FROM deliveries WHERE post_id = posts.id) AS past
      FROM posts WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM posts WHERE id = ?'],
};

const alerts: RetentionPolicy = {
  what: 'alerts',
  limitedTable: 'alerts',
  keptFor: 'settled',
  query: `
    SELECT id, created_at AS at,
           created_at < :settled
             AND NOT EXISTS (SELECT 1 FROM deliveries WHERE alert_id = alerts.id)
             AND NOT EXISTS (SELECT 1 FROM addressing WHERE alert_id = alerts.id)
             AND NOT EXISTS (SELECT 1 FROM undecided WHERE alert_id = alerts.id) AS past
      FROM alerts WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM alerts WHERE id = ?'],
};

/** A topic is kept as long as an alert about it: otherwise revisions would restart, and live messages never be up to date. */
const topics: RetentionPolicy = {
  what: 'topics',
  limitedTable: 'topics',
  keptFor: 'settled',
  query: `
    SELECT id, NULL AS at,
           changed_at < :settled
             AND NOT EXISTS (SELECT 1 FROM alerts WHERE alerts.topic = topics.key)
             AND NOT EXISTS (SELECT 1 FROM auctions WHERE 'auction:' || auctions.id = topics.key) AS past
      FROM topics WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM topics WHERE id = ?'],
};

const seen: RetentionPolicy = {
  what: 'record keys',
  keptFor: 'seen',
  query: `
    SELECT id, seen_at AS at,
           seen_at < :seen AND id <= (SELECT max(id) FROM seen) - ${SEEN_KEPT_ROWS} AS past
      FROM seen WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM seen WHERE id = ?'],
};

const trades: RetentionPolicy = {
  what: 'trades',
  keptFor: 'trades',
  query: `
    SELECT id, NULL AS at, at * 1000 < :trades AND ${IS_PRUNABLE} AS past
      FROM trades WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM trades WHERE id = ?'],
};

const gaps: RetentionPolicy = {
  what: 'gaps in the feed',
  keptFor: 'gaps',
  query: `
    SELECT id, noticed_at AS at, noticed_at < :gaps AS past
      FROM feed_gaps WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM gap_sizes WHERE gap_id = ?', 'DELETE FROM feed_gaps WHERE id = ?'],
};

const feedRecords: RetentionPolicy = {
  what: 'feed records',
  keptFor: 'feedRecords',
  query: `
    SELECT id, seen_at AS at, seen_at < :feedRecords AS past
      FROM feed_records WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM feed_records WHERE id = ?'],
};

const undecidedCounts: RetentionPolicy = {
  what: 'counts of undecided events',
  keptFor: 'settled',
  query: `
    SELECT id, NULL AS at, last_at < :settled AS past
      FROM undecided_counts WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM undecided_counts WHERE id = ?'],
};

const drafts: RetentionPolicy = {
  what: 'drafts',
  keptFor: 'drafts',
  query: `
    SELECT rowid AS id, created_at AS at, created_at < :drafts AS past
      FROM drafts WHERE rowid > :after ORDER BY rowid LIMIT :limit`,
  remove: ['DELETE FROM drafts WHERE rowid = ?'],
};

/** Ordered so that no row is deleted while another refers to it. */
export const RETENTION_POLICIES: readonly RetentionPolicy[] = [
  deliveries,
  posts,
  alerts,
  topics,
  seen,
  trades,
  gaps,
  drafts,
  feedRecords,
  undecidedCounts,
];
