import type { NoticeAlert } from '../../../domain/alert.ts';
import { heldReason } from '../../../domain/held.ts';
import type { LaneRow } from '../../rows/lane.ts';
import type { DueNotice, SubscriptionStore } from '../../store.ts';
import type { AlertTable } from '../tables/alerts.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { Doubt } from './doubt.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly alerts: AlertTable;
  readonly subscriptions: SubscriptionTable;
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly posts: PostTable;
}

/**
 * The verbs of telling people that their channel was stopped.
 * @param now epoch ms
 */
export function createNoticeVerbs(
  verb: VerbMaker,
  { alerts, subscriptions, deliveries, lanes, posts }: Tables,
  doubt: Doubt,
  now: () => number,
): Pick<SubscriptionStore, 'noticesDue' | 'postNotice' | 'refusedNotices' | 'rerouteNotice'> {
  function dueFor({ channelId, problemCode, stoppedAt }: LaneRow): readonly DueNotice[] {
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
    lanes.openForNotice(channelId);
    deliveries.add(alertId, alert, { channelId, revision: 0, unasked: true, doubtful: doubt.isOf(alert) });
  }

  /** Those of channels that have rules still; whoever asked for the others does not wait for them any more. */
  function refused() {
    return deliveries.refusedNotices().flatMap(({ alertId, alert }) => {
      if (alert.type !== 'notice') return [];
      const [first] = subscriptions.ofChannel(alert.channelId);
      if (first === undefined) return [];
      return [{ alertId, alert, guildId: first.guildId, channelId: alert.channelId }];
    });
  }

  return {
    noticesDue: verb.read(() => lanes.withNotice().flatMap(dueFor)),

    postNotice: verb.write((channelId, notice) => {
      const { noticeDue, problemCode } = lanes.get(channelId);
      if (!noticeDue) return;
      lanes.settleNotice(channelId);
      if (heldReason(problemCode) !== null) posts.markHeldTold(channelId);
      if (notice === null) return;
      const { alert, to } = notice;
      const alertId = alerts.add(alert, now());
      if (alertId === null) return;
      for (const place of to) deliver(alertId, alert, place);
    }),

    refusedNotices: verb.read(() => refused().map(({ alert: _alert, ...notice }) => notice)),

    rerouteNotice: verb.write((alertId, to) => {
      const notice = refused().find((one) => one.alertId === alertId);
      if (notice === undefined || !deliveries.dropRefused(alertId) || to === null) return;
      deliver(alertId, notice.alert, to);
    }),
  };
}
