import { REPEAT_WINDOW_SECONDS } from '#src/alerts/repeat-rule.ts';
import { type RetentionPolicy, removeFrom } from './policy.ts';

const seenKeys: RetentionPolicy = {
  what: 'record keys',
  keptFor: 'seen',
  // More than one poll of the feed can return (20 pages of 500, and the additional pages).
  counted: 'seenKeys',
  newestKept: 20_000,
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('seenKeys')
      .select(({ eb }) => [
        'id',
        'seenAt as at',
        eb('seenAt', '<', expiry.seen).$castTo<boolean>().as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('seenKeys'),
};

/** Trades that are neither the newest of their token nor within the 24 hours before that one. */
const trades: RetentionPolicy = {
  what: 'trades',
  keptFor: 'trades',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('trades')
      .select(({ eb, and, lit, selectFrom }) => [
        'id',
        lit(null).as('at'),
        and([
          eb('at', '<', expiry.trades / 1_000),
          eb(
            'at',
            '<',
            selectFrom('trades as newer')
              .select(({ eb: newest, fn }) =>
                newest(fn.max('newer.at'), '-', REPEAT_WINDOW_SECONDS).as('limit'),
              )
              .whereRef('newer.collection', '=', 'trades.collection')
              .whereRef('newer.tokenId', '=', 'trades.tokenId'),
          ),
        ])
          .$castTo<boolean>()
          .as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('trades'),
};

/** By the marketplace's time, which does not increase with the ids. */
const burns: RetentionPolicy = {
  what: 'burns',
  keptFor: 'burns',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('burns')
      .select(({ eb, lit }) => [
        'id',
        lit(null).as('at'),
        eb('at', '<', expiry.burns / 1_000)
          .$castTo<boolean>()
          .as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('burns'),
};

const gaps: RetentionPolicy = {
  what: 'gaps in the feed',
  keptFor: 'gaps',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('feedGaps')
      .select(({ eb }) => [
        'id',
        'noticedAt as at',
        eb('noticedAt', '<', expiry.gaps).$castTo<boolean>().as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('feedGaps'),
};

const feedRecords: RetentionPolicy = {
  what: 'feed records',
  keptFor: 'feedRecords',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('feedRecords')
      .select(({ eb }) => [
        'id',
        'seenAt as at',
        eb('seenAt', '<', expiry.feedRecords).$castTo<boolean>().as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('feedRecords'),
};

const undecidedCounts: RetentionPolicy = {
  what: 'counts of undecided events',
  keptFor: 'settled',
  examine: (queries, { after, limit }, expiry) =>
    queries
      .selectFrom('undecidedCounts')
      .select(({ eb, lit }) => [
        'id',
        lit(null).as('at'),
        eb('lastAt', '<', expiry.settled).$castTo<boolean>().as('isExpired'),
      ])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
  remove: removeFrom('undecidedCounts'),
};

/** Retention of feed data. */
export const FEED_RETENTION: readonly RetentionPolicy[] = [
  seenKeys,
  trades,
  burns,
  gaps,
  feedRecords,
  undecidedCounts,
];
