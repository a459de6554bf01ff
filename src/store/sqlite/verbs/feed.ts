import type { Address } from '../../../domain/address.ts';
import { tokenKey } from '../../../domain/alert-filter.ts';
import type { Intake } from '../../../domain/intake.ts';
import type { TokenId } from '../../../domain/token-id.ts';
import type { Trade, TradeHistory } from '../../../domain/trade.ts';
import type { FeedStore } from '../../store.ts';
import type { FeedTables } from '../tables/feed.ts';
import type { FeedRecordTables } from '../tables/feed-records.ts';
import type { GapTables } from '../tables/gaps.ts';
import type { TopicTable } from '../tables/topics.ts';
import type { TradeTables } from '../tables/trades.ts';
import type { IntakeVerb } from './addressing.ts';
import type { AlertIntake } from './alert-intake.ts';
import type { VerbMaker } from './verb.ts';

const DAY_SECONDS = 24 * 60 * 60;
const TRADES_KEPT_SECONDS = 90 * DAY_SECONDS;

interface Tables {
  readonly feed: FeedTables;
  readonly feedRecords: FeedRecordTables;
  readonly gaps: GapTables;
  readonly trades: TradeTables;
  readonly topics: TopicTable;
}

function isEmpty({ seen, alerts, topics, trades, gap, records = [], shownAgain = [], revised = [] }: Intake) {
  const news = [seen, alerts, topics, trades, records, shownAgain, revised];
  return gap === null && news.every(({ length }) => length === 0);
}

/** The verbs of the feed: what was seen, and how what is new comes in. */
export function createFeedVerbs(
  verb: VerbMaker,
  { feed, feedRecords, gaps, trades, topics }: Tables,
  { takeIn }: AlertIntake,
  intakeVerb: IntakeVerb,
): FeedStore {
  /** Old trades of a token go when it is traded again, and those of all others with what else is old. */
  function remember(news: readonly Trade[], at: number): void {
    for (const trade of news) trades.add(trade);
    if (news.length > 0) trades.forgetBeyondBound();
    const tokens = new Map(news.map((trade) => [tokenKey(trade.collection, trade.tokenId), trade]));
    for (const { collection, tokenId } of tokens.values()) {
      trades.forgetOfToken(collection, tokenId, at / 1_000 - TRADES_KEPT_SECONDS);
    }
  }

  function historyOf(collection: Address, tokenId: TokenId): TradeHistory {
    const known = trades.ofToken(collection, tokenId);
    const since = (known[0]?.at ?? 0) - DAY_SECONDS;
    const storms = topics.beginningWith(`storm:${tokenKey(collection, tokenId)}:`, since);
    return {
      trades: known,
      storms: storms.filter((state) => state.type === 'storm'),
      highest: trades.highest(collection),
    };
  }

  return {
    memory: verb.read(() => feed.memory()),
    newsAfter: verb.read(() => feed.newsAfter()),
    known: verb.read((keys) => feed.known(keys)),
    intake: intakeVerb((intake) => {
      if (isEmpty(intake) && feed.memory() !== 'blank') return { news: [], edits: [] };
      if (intake.gap !== null) gaps.record(intake.gap, feed.lastIntakeAt());
      feed.noteIntake(intake.at, intake.newsAfter);
      feed.markSeen(intake.seen, intake.at);
      for (const record of intake.records ?? []) feedRecords.add(record, intake.at);
      for (const { id, activity } of intake.shownAgain ?? []) feedRecords.update(id, activity);
      feedRecords.bound();
      for (const trade of intake.correctedTrades ?? []) trades.correct(trade);
      remember(intake.trades, intake.at);
      return takeIn(intake);
    }),
    tradeHistories: verb.read((tokens) =>
      tokens.map(({ collection, tokenId }) => historyOf(collection, tokenId)),
    ),
  };
}
