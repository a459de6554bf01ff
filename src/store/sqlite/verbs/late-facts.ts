import type { MarketAlert } from '../../../alerts/alert.ts';
import type { FeedRecord } from '../../../alerts/feed-record.ts';
import { isMarketAlert } from '../../../alerts/kinds/registry.ts';
import type { RevisedAlert } from '../../../domain/undecided.ts';
import type { LateFactsStore } from '../../late-facts-store.ts';
import type { AlertTable } from '../tables/alerts.ts';
import type { FeedRecordTables } from '../tables/feed-records.ts';
import type { UndecidedTables } from '../tables/undecided.ts';
import type { AlertIngestion } from './alert-ingestion.ts';
import type { IngestTransaction } from './fan-out.ts';
import type { TransactionFactory } from './transaction-factory.ts';

/** The transactions of facts that the marketplace reports late. */
export function createLateFactsTransactions(
  transactions: TransactionFactory,
  {
    feedRecords,
    undecided,
    alerts,
  }: {
    readonly feedRecords: FeedRecordTables;
    readonly undecided: UndecidedTables;
    readonly alerts: AlertTable;
  },
  { ingestAlerts }: AlertIngestion,
  ingestTransaction: IngestTransaction,
): LateFactsStore {
  function stored(key: string): readonly MarketAlert[] {
    const alert = alerts.find(key)?.alert;
    return alert !== undefined && isMarketAlert(alert) ? [alert] : [];
  }

  return {
    recordsOfKeys: transactions.read((keys) => keys.map((key) => feedRecords.ofKey(key))),
    recordsAtPlaces: transactions.read((places) => {
      const found = new Map<number, FeedRecord>();
      for (const place of places)
        for (const record of feedRecords.atPlaces(place)) found.set(record.id, record);
      return [...found.values()];
    }),
    recordsOfAlerts: transactions.read((alertKeys) => alertKeys.map((key) => feedRecords.ofAlert(key))),
    storedAlerts: transactions.read((keys) => keys.flatMap(stored)),
    awaitedSince: transactions.read(() => undecided.awaitedSince()),
    dueLookups: transactions.read((triedBefore, limit) => undecided.dueLookups(triedBefore, limit)),
    overdue: transactions.read((before, after, limit) => undecided.overdue(before, after, limit)),
    rebuildAlerts: ingestTransaction(
      ({ at, revised }: { readonly at: number; readonly revised: readonly RevisedAlert[] }) =>
        ingestAlerts({ at, alerts: [], topics: [], revised }),
    ),
    giveUpUndecided: transactions.write((givenUp, at) => {
      for (const { key, channelIds } of givenUp) {
        const id = alerts.find(key)?.id;
        if (id === undefined) continue;
        for (const channelId of channelIds) undecided.count(channelId, id, at);
        undecided.put(id, null, at, at);
        alerts.deleteIfUnused(id);
      }
    }),
  };
}
