import type { NoticeAlert } from '../../../alerts/alert.ts';
import { isNotice } from '../../../alerts/kinds/notice.ts';
import { heldReason } from '../../../domain/held.ts';
import type { ChannelQueueRow } from '../../rows/channel-queue.ts';
import type { DueNotice, SubscriptionStore } from '../../store.ts';
import type { AlertTable } from '../tables/alerts.ts';
import type { ChannelQueueTable } from '../tables/channel-queues.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { PostTable } from '../tables/posts.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { TransactionFactory } from './transaction-factory.ts';
import type { Verification } from './verification.ts';

interface Tables {
  readonly alerts: AlertTable;
  readonly subscriptions: SubscriptionTable;
  readonly deliveries: DeliveryTables;
  readonly queues: ChannelQueueTable;
  readonly posts: PostTable;
}

/**
 * The transactions of notices, which tell users that their channel was stopped.
 * @param now epoch ms
 */
export function createNoticeTransactions(
  transactions: TransactionFactory,
  { alerts, subscriptions, deliveries, queues, posts }: Tables,
  verification: Verification,
  now: () => number,
): Pick<SubscriptionStore, 'dueNotices' | 'postNotice' | 'refusedNotices' | 'rerouteNotice'> {
  function dueFor({ channelId, problemCode, stoppedAt }: ChannelQueueRow): readonly DueNotice[] {
    const rules = subscriptions.ofChannel(channelId);
    const inForce = rules.filter(({ pausedAt }) => pausedAt === null);
    const [first] = rules;
    if (first === undefined || problemCode === null || stoppedAt === null) return [];
    return [
      {
        guildId: first.guildId,
        channelId,
        code: problemCode,
        stoppedAt,
        askers: [...new Set((inForce.length === 0 ? rules : inForce).map(({ createdBy }) => createdBy))],
        waiting: deliveries.countPending(channelId),
      },
    ];
  }

  function deliver(alertId: number, alert: NoticeAlert, channelId: string): void {
    queues.openForNotice(channelId);
    deliveries.add(alertId, alert, {
      channelId,
      revision: 0,
      isNotice: true,
      needsVerification: verification.needsVerification(alert),
      pings: { roles: [], channelRole: false },
    });
  }

  /** Only those about channels that still have rules. */
  function refused() {
    return deliveries.refusedNotices().flatMap(({ alertId, alert }) => {
      if (!isNotice(alert)) return [];
      const [first] = subscriptions.ofChannel(alert.channelId);
      if (first === undefined) return [];
      return [{ alertId, alert, guildId: first.guildId, channelId: alert.channelId }];
    });
  }

  return {
    dueNotices: transactions.read(() => queues.withNotice().flatMap(dueFor)),

    postNotice: transactions.write((channelId, notice) => {
      const { noticeDue, problemCode } = queues.get(channelId);
      if (!noticeDue) return;
      queues.clearNotice(channelId);
      if (heldReason(problemCode) !== null) posts.markHeldNoticePosted(channelId);
      if (notice === null) return;
      const { alert, to } = notice;
      const alertId = alerts.add(alert, now());
      if (alertId === null) return;
      for (const place of to) deliver(alertId, alert, place);
    }),

    refusedNotices: transactions.read(() => refused().map(({ alert: _alert, ...notice }) => notice)),

    rerouteNotice: transactions.write((alertId, to) => {
      const notice = refused().find((one) => one.alertId === alertId);
      if (notice === undefined || !deliveries.dropRefused(alertId) || to === null) return;
      deliver(alertId, notice.alert, to);
    }),
  };
}
