import { setImmediate } from 'node:timers/promises';
import type { AlertIngestion } from './alert-ingestion.ts';
import type { TransactionFactory } from './transaction-factory.ts';

/** Wraps an ingestion as a store method that resolves when every channel has its deliveries. */
export type IngestTransaction = <I>(
  work: (ingest: I) => ReturnType<AlertIngestion['ingestAlerts']>,
) => (ingest: I) => Promise<readonly string[]>;

/** Completes large ingestions. */
export interface FanOut {
  readonly ingestTransaction: IngestTransaction;
  /** Completes an ingestion that an earlier process, or a failure, left unfinished. */
  finish(): Promise<void>;
}

/**
 * An ingestion is one transaction: the record keys, the alerts, and either their deliveries or, for more than a few hundred,
 * the list of channels that have yet to get them. These deliveries are written in further transactions, between which other
 * work can run: one event for 10,000 channels would otherwise block the process for half a second. Because the list is
 * written together with the record keys, the process may end at any point: the next one continues with the list.
 * @param now epoch ms
 */
export function createFanOut(
  transactions: TransactionFactory,
  ingest: AlertIngestion,
  now: () => number,
): FanOut {
  /** Channels with new work that no caller has received yet; includes those of an earlier call that failed half-way. */
  const unreported = new Set<string>();
  const isUnfinished = transactions.read(() => ingest.unfinished());
  const fanOutNext = transactions.write(() => ({
    newChannels: ingest.fanOutNext(now()),
    more: ingest.unfinished(),
  }));

  async function fanOutAll(): Promise<void> {
    for (let more = true; more; ) {
      await setImmediate();
      const next = await fanOutNext();
      for (const channelId of next.newChannels) unreported.add(channelId);
      more = next.more;
    }
  }

  return {
    ingestTransaction<I>(work: (ingest: I) => ReturnType<AlertIngestion['ingestAlerts']>) {
      const begin = transactions.write((given: I) => {
        const { newChannels, edits } = work(given);
        return { channels: [...newChannels, ...edits], more: ingest.unfinished() };
      });
      return async (given: I) => {
        const { channels, more } = await begin(given);
        for (const channelId of channels) unreported.add(channelId);
        if (more) await fanOutAll();
        const all = [...unreported];
        unreported.clear();
        return all;
      };
    },
    async finish() {
      if (await isUnfinished()) await fanOutAll();
    },
  };
}
