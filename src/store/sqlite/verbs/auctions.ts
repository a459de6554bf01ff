import type { AuctionBatch } from '../../../domain/ingest.ts';
import type { AuctionStore } from '../../store.ts';
import type { AuctionTables } from '../tables/auctions.ts';
import type { AlertIngestion } from './alert-ingestion.ts';
import type { IngestTransaction } from './fan-out.ts';
import type { TransactionFactory } from './transaction-factory.ts';

function isEmpty({ tracked, dropped, alerts, topics }: AuctionBatch): boolean {
  return [tracked, dropped, alerts, topics].every(({ length }) => length === 0);
}

/** The transactions of tracked auctions. */
export function createAuctionTransactions(
  transactions: TransactionFactory,
  auctions: AuctionTables,
  { ingestAlerts }: AlertIngestion,
  ingestTransaction: IngestTransaction,
): AuctionStore {
  return {
    trackedAuctions: transactions.read(() => (auctions.hasBaseline() ? auctions.all() : null)),
    countTrackedAuctions: transactions.read(() => (auctions.hasBaseline() ? auctions.count() : null)),
    auctionStates: transactions.read(auctions.states),
    ingestAuctions: ingestTransaction((ingest) => {
      if (isEmpty(ingest) && auctions.hasBaseline()) return { newChannels: [], edits: [] };
      auctions.notePoll(ingest.at);
      for (const tracked of ingest.tracked) auctions.save(tracked);
      for (const id of ingest.dropped) auctions.remove(id);
      return ingestAlerts(ingest);
    }),
  };
}
