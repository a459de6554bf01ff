import { IS_PAST } from '../tables/trades.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long things are kept (`HousekeepingStore.prune`); each is a parameter of the statements below, as a time before now. */
export const KEPT_MS = {
  seen: 7 * DAY_MS,
  settled: 14 * DAY_MS,
  dead: 60 * DAY_MS,
  trades: 90 * DAY_MS,
  gaps: 90 * DAY_MS,
  drafts: DAY_MS,
  feedRecords: DAY_MS,
};

/** What is kept so long cannot come twice: news is told for six hours, and its alert is known by its key. */
export const CROWDED_KEPT_MS = 12 * 60 * 60 * 1000;

/** More than a look at the feed can reach (20 pages of 500 and what else it reads). */
const SEEN_KEPT_ROWS = 20_000;

/** A kind of rows that become old, in the order of their ids. */
export interface Kind {
  readonly what: string;
  /**
   * Shows the rows after `:after`, at most `:limit`, as `{id, at, past}`: when a row came (epoch ms), and whether it may be
   * thrown away. Rows that come later have later times, but for leaps of the clock, so what follows one that is `youngest`
   * need not be looked at; `at` is `NULL` where that does not hold.
   */
  readonly look: string;
  /** How old a row is at least that may be thrown away. */
  readonly youngest: keyof typeof KEPT_MS;
  /** Where there are more rows than are kept for long, the rest is `settled` sooner; such rows stand in this table. */
  readonly crowds?: 'deliveries' | 'posts' | 'alerts' | 'topics';
  /** What is done with a row that is past, by its id. */
  readonly remove: readonly string[];
}

/**
 * A delivery that was settled long ago, unless its message is live and shows what goes on; or one that waits in a lane
 * that is stopped, where it would expire when that was opened.
 */
const deliveries: Kind = {
  what: 'deliveries',
  crowds: 'deliveries',
  youngest: 'settled',
  look: `
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

const posts: Kind = {
  what: 'posts',
  crowds: 'posts',
  youngest: 'settled',
  look: `
    SELECT id, first_try_at AS at,
           settled_at IS NOT NULL AND settled_at < iif(state = 'dead', :dead, :settled)
             AND NOT EXISTS (SELECT 1 FROM deliveries WHERE post_id = posts.id) AS past
      FROM posts WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM posts WHERE id = ?'],
};

const alerts: Kind = {
  what: 'alerts',
  crowds: 'alerts',
  youngest: 'settled',
  look: `
    SELECT id, created_at AS at,
           created_at < :settled
             AND NOT EXISTS (SELECT 1 FROM deliveries WHERE alert_id = alerts.id)
             AND NOT EXISTS (SELECT 1 FROM addressing WHERE alert_id = alerts.id)
             AND NOT EXISTS (SELECT 1 FROM undecided WHERE alert_id = alerts.id) AS past
      FROM alerts WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM alerts WHERE id = ?'],
};

/** A topic stays as long as an alert about it: revisions would begin anew, and a live message never be up to date again. */
const topics: Kind = {
  what: 'topics',
  crowds: 'topics',
  youngest: 'settled',
  look: `
    SELECT id, NULL AS at,
           changed_at < :settled
             AND NOT EXISTS (SELECT 1 FROM alerts WHERE alerts.topic = topics.key)
             AND NOT EXISTS (SELECT 1 FROM auctions WHERE 'auction:' || auctions.id = topics.key) AS past
      FROM topics WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM topics WHERE id = ?'],
};

const seen: Kind = {
  what: 'seen marks',
  youngest: 'seen',
  look: `
    SELECT id, seen_at AS at,
           seen_at < :seen AND id <= (SELECT max(id) FROM seen) - ${SEEN_KEPT_ROWS} AS past
      FROM seen WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM seen WHERE id = ?'],
};

const trades: Kind = {
  what: 'trades',
  youngest: 'trades',
  look: `
    SELECT id, NULL AS at, at * 1000 < :trades AND ${IS_PAST} AS past
      FROM trades WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM trades WHERE id = ?'],
};

const gaps: Kind = {
  what: 'gaps of the feed',
  youngest: 'gaps',
  look: `
    SELECT id, noticed_at AS at, noticed_at < :gaps AS past
      FROM feed_gaps WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM gap_sizes WHERE gap_id = ?', 'DELETE FROM feed_gaps WHERE id = ?'],
};

const feedRecords: Kind = {
  what: 'records of the feed',
  youngest: 'feedRecords',
  look: `
    SELECT id, seen_at AS at, seen_at < :feedRecords AS past
      FROM feed_records WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM feed_records WHERE id = ?'],
};

const undecidedCounts: Kind = {
  what: 'counts of what could not be decided',
  youngest: 'settled',
  look: `
    SELECT id, NULL AS at, last_at < :settled AS past
      FROM undecided_counts WHERE id > :after ORDER BY id LIMIT :limit`,
  remove: ['DELETE FROM undecided_counts WHERE id = ?'],
};

const drafts: Kind = {
  what: 'drafts',
  youngest: 'drafts',
  look: `
    SELECT rowid AS id, created_at AS at, created_at < :drafts AS past
      FROM drafts WHERE rowid > :after ORDER BY rowid LIMIT :limit`,
  remove: ['DELETE FROM drafts WHERE rowid = ?'],
};

/** In an order in which nothing is thrown away that something refers to. */
export const KINDS: readonly Kind[] = [
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
