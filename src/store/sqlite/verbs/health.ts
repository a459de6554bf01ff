import type { HealthStore, OutboxFigures } from '../../health-store.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { GapTables } from '../tables/gaps.ts';
import type { LateQueues } from '../tables/late-queues.ts';
import type { PostTable } from '../tables/posts.ts';
import type { UndecidedTables } from '../tables/undecided.ts';
import type { WriteMonitor } from '../write-monitor.ts';
import type { TransactionFactory } from './transaction-factory.ts';

/**
 * The transactions of alerts that were not posted.
 * @param now epoch ms
 */
export function createHealthTransactions(
  transactions: TransactionFactory,
  {
    posts,
    deliveries,
    gaps,
    lateQueues,
    undecided,
  }: {
    readonly posts: PostTable;
    readonly deliveries: Pick<DeliveryTables, 'expiredSince'>;
    readonly gaps: GapTables;
    readonly lateQueues: LateQueues;
    readonly undecided: Pick<UndecidedTables, 'countedSince'>;
  },
  figures: () => OutboxFigures,
  now: () => number,
  writes: Pick<WriteMonitor, 'problem'>,
): HealthStore {
  return {
    deadDeliveries: transactions.read((channelIds, since) =>
      channelIds.flatMap((channelId) => posts.deadSince(channelId, since)),
    ),
    expiredDeliveries: transactions.read((channelIds, since) =>
      channelIds.flatMap((channelId) => {
        const expired = deliveries.expiredSince(channelId, since / 1_000);
        return expired === null ? [] : [{ channelId, count: expired.count, lastAt: expired.lastAt * 1_000 }];
      }),
    ),
    lateQueues: transactions.read((channelIds) => lateQueues.of(channelIds, now())),
    undecidedEvents: transactions.read((channelIds, since) =>
      channelIds.flatMap((channelId) => {
        const counted = undecided.countedSince(channelId, since);
        return counted === null ? [] : [{ channelId, ...counted }];
      }),
    ),
    feedGaps: transactions.read((since) => gaps.noticedSince(since)),
    storeProblem: async () => writes.problem(),
    outboxFigures: transactions.read(figures),
  };
}
