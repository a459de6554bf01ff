import { isRepeatTrades, repeatTradesPrefix } from '../../../alerts/kinds/repeat-trades.ts';
import { tokenKey } from '../../../alerts/missing-details.ts';
import type { TradeHistory } from '../../../alerts/repeat-trades.ts';
import type { Trade } from '../../../alerts/trade.ts';
import type { Address } from '../../../chain/address.ts';
import type { TokenId } from '../../../chain/token-id.ts';
import type { FeedBatch } from '../../../domain/ingest.ts';
import type { FeedStore } from '../../store.ts';
import type { FeedTables } from '../tables/feed.ts';
import type { FeedRecordTables } from '../tables/feed-records.ts';
import type { GapTables } from '../tables/gaps.ts';
import type { TopicTable } from '../tables/topics.ts';
import type { TradeTables } from '../tables/trades.ts';
import type { AlertIngestion } from './alert-ingestion.ts';
import type { IngestTransaction } from './fan-out.ts';
import type { TransactionFactory } from './transaction-factory.ts';

const DAY_SECONDS = 24 * 60 * 60;
const TRADES_KEPT_SECONDS = 90 * DAY_SECONDS;

interface Tables {
  readonly feed: FeedTables;
  readonly feedRecords: FeedRecordTables;
  readonly gaps: GapTables;
  readonly trades: TradeTables;
  readonly topics: TopicTable;
}

function isEmpty({
  seen,
  alerts,
  topics,
  trades,
  gap,
  records = [],
  changedRecords = [],
  revised = [],
}: FeedBatch) {
  const parts = [seen, alerts, topics, trades, records, changedRecords, revised];
  return gap === null && parts.every(({ length }) => length === 0);
}

/** The transactions of the feed: record keys and ingestion. */
export function createFeedTransactions(
  transactions: TransactionFactory,
  { feed, feedRecords, gaps, trades, topics }: Tables,
  { ingestAlerts }: AlertIngestion,
  ingestTransaction: IngestTransaction,
): FeedStore {
  /** Deletes old trades of the tokens traded now. `prune` deletes those of all other tokens. */
  function recordTrades(added: readonly Trade[], at: number): void {
    for (const trade of added) trades.add(trade);
    if (added.length > 0) trades.pruneOldestTrades();
    const tokens = new Map(added.map((trade) => [tokenKey(trade.collection, trade.tokenId), trade]));
    for (const { collection, tokenId } of tokens.values()) {
      trades.pruneTradesOfToken(collection, tokenId, at / 1_000 - TRADES_KEPT_SECONDS);
    }
  }

  function historyOf(collection: Address, tokenId: TokenId): TradeHistory {
    const known = trades.ofToken(collection, tokenId);
    const since = (known[0]?.at ?? 0) - DAY_SECONDS;
    const repeatTrades = topics.beginningWith(repeatTradesPrefix(tokenKey(collection, tokenId)), since);
    return {
      trades: known,
      repeatTrades: repeatTrades.filter(isRepeatTrades),
      highest: trades.highest(collection),
    };
  }

  return {
    feedState: transactions.read(() => feed.feedState()),
    newRecordsAfter: transactions.read(() => feed.newRecordsAfter()),
    known: transactions.read((keys) => feed.known(keys)),
    ingest: ingestTransaction((ingest) => {
      if (isEmpty(ingest) && feed.feedState() !== 'blank') return { newChannels: [], edits: [] };
      if (ingest.gap !== null) gaps.record(ingest.gap, feed.lastIngestAt());
      feed.noteIngest(ingest.at, ingest.newRecordsAfter);
      feed.markSeen(ingest.seen, ingest.at);
      for (const record of ingest.records ?? []) feedRecords.add(record, ingest.at);
      for (const { id, activity } of ingest.changedRecords ?? []) feedRecords.update(id, activity);
      feedRecords.trim();
      for (const trade of ingest.correctedTrades ?? []) trades.correct(trade);
      recordTrades(ingest.trades, ingest.at);
      return ingestAlerts(ingest);
    }),
    recentTrades: transactions.read((collections, limit) => trades.recent(collections, limit)),
    tradeHistories: transactions.read((tokens) =>
      tokens.map(({ collection, tokenId }) => historyOf(collection, tokenId)),
    ),
  };
}
