import type { Alert, GreetingAlert, NoticeAlert } from '#src/alerts/alert.ts';
import { isGreeting } from '#src/alerts/kinds/greeting.ts';
import { isNotice } from '#src/alerts/kinds/notice.ts';
import { addAlert, alertJson } from './alerts.ts';
import { lockQueue } from './channel-queues.ts';
import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { literal } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import { addDeliveries } from './deliveries.ts';
import { heldReason } from './model/held.ts';
import type { DueNotice, NoticeTarget, RefusedNotice } from './model/notice-target.ts';
import { clearNotice, countWaiting, openQueuesForNotice, queuesWithNotice } from './queue-states.ts';

import { findRulesOfChannels } from './subscription-rows.ts';
import { findDueTickerNotices, findTickerGuilds } from './ticker-rows.ts';
import { findRestoration, needsVerification } from './verification.ts';

async function findDue(queries: Queries): Promise<readonly DueNotice[]> {
  const queues = await queuesWithNotice(queries);
  const channelIds = queues.map(({ channelId }) => channelId);
  const rulesOf = await findRulesOfChannels(queries, channelIds);
  const waiting = await countWaiting(queries, channelIds);
  return queues.flatMap(({ channelId, problemCode: code, stoppedAt }) => {
    const rules = rulesOf.get(channelId) ?? [];
    const active = rules.filter(({ pausedAt }) => pausedAt === null);
    const [first] = rules;
    if (first === undefined || code === null || stoppedAt === null) return [];
    const askers = [...new Set((active.length === 0 ? rules : active).map(({ createdBy }) => createdBy))];
    return [
      { guildId: first.guildId, channelId, code, stoppedAt, askers, waiting: waiting.get(channelId) ?? 0 },
    ];
  });
}

/** Finds the server of a channel that has, or had, rules. */
async function guildOfQueue(queries: Queries, channelId: string): Promise<string | null> {
  const queue = await queries
    .selectFrom('channelQueues')
    .select('guildId')
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return queue?.guildId ?? null;
}

/**
 * Adds deliveries of a notice or greeting, and opens the queues without rules among these. Call it after
 * `lockQueueOrder`.
 */
export async function deliverNotice(
  transaction: Transaction,
  {
    alertId,
    alert,
    guildId,
  }: {
    readonly alertId: number;
    readonly alert: Alert;
    /** Server of the channel that it is about; `null` if the channel's last rule was removed. */
    readonly guildId: string | null;
  },
  targets: readonly NoticeTarget[],
): Promise<void> {
  await openQueuesForNotice(transaction, guildId, targets);
  const isUnverified = needsVerification(alert, await findRestoration(transaction));
  const deliveries = targets.map(({ channelId }) => ({
    channelId,
    ruleIds: [],
    pings: { roles: [], channelRole: false },
  }));
  const notice = { alertId, alert, revision: 0, isNotice: true, isUnverified, deliveries };
  await addDeliveries(transaction, [notice]);
}

/** Selects stopped queues that were opened only for notices, such as those of direct messages. */
const refusingQueues = (queries: Queries) =>
  queries
    .selectFrom('channelQueues')
    .select('channelQueues.channelId')
    .where('channelQueues.state', '<>', 'open')
    .where('channelQueues.isSubscribed', '=', false);

interface FoundNotice extends RefusedNotice {
  readonly alert: NoticeAlert | GreetingAlert;
}

/**
 * Finds notices pending in such queues that no other queue has posted or will post, about channels that still have
 * rules, and greetings.
 * @param alertId only this one; `null` for all
 */
async function findRefused(queries: Queries, alertId: number | null): Promise<readonly FoundNotice[]> {
  const rows = await queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select(['alerts.id', 'alerts.payload'])
    .distinct()
    .where(({ ref }) => ref('deliveries.isNotice'))
    .where('deliveries.state', '=', literal('pending'))
    .where('deliveries.channelId', 'in', refusingQueues(queries))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as other')
            .select('other.id')
            .whereRef('other.alertId', '=', 'alerts.id')
            .where((other) =>
              other.or([
                other('other.state', 'in', ['posting', 'sent']),
                other.and([
                  other('other.state', '=', 'pending'),
                  other('other.channelId', 'not in', refusingQueues(queries)),
                ]),
              ]),
            ),
        ),
      ),
    )
    .$if(alertId !== null, (query) => query.where('alerts.id', '=', alertId))
    .orderBy('alerts.id')
    .execute();
  const notices = rows.flatMap(({ id, payload }) => {
    const alert = alertJson.read(payload);
    return isNotice(alert) || isGreeting(alert) ? [{ alertId: id, alert, channelId: alert.channelId }] : [];
  });
  const rulesOf = await findRulesOfChannels(
    queries,
    notices.map(({ channelId }) => channelId),
  );
  const tickerGuilds = await findTickerGuilds(
    queries,
    notices.map(({ channelId }) => channelId),
  );
  return notices.flatMap((notice) => {
    const [first] = rulesOf.get(notice.channelId) ?? [];
    const guildId = isGreeting(notice.alert)
      ? notice.alert.guildId
      : (first?.guildId ?? tickerGuilds.get(notice.channelId));
    return guildId === undefined ? [] : [{ ...notice, guildId }];
  });
}

/** Creates the store of notices, which inform users that their channel was stopped. */
export function createNoticeStore(database: Database) {
  return {
    /** Resolves to whether `dueNotices` or `refusedNotices` may list any. Takes one statement. */
    hasNotices: (): Promise<boolean> =>
      database.readOne('hasNotices', async (queries) => {
        const refused = queries
          .selectFrom('deliveries')
          .select('channelId')
          .where(({ ref }) => ref('isNotice'))
          .where('state', '=', literal('pending'))
          .where('channelId', 'in', refusingQueues(queries));
        const found = await queries
          .selectFrom('channelQueues')
          .select('channelId')
          .where(({ ref }) => ref('isNoticeDue'))
          .unionAll(refused)
          .unionAll(
            queries
              .selectFrom('tickers')
              .select('channelId')
              .where(({ ref }) => ref('isNoticeDue')),
          )
          .limit(1)
          .execute();
        return found.length > 0;
      }),

    /** Resolves to the stopped channels and tickers whose users have not been notified. */
    dueNotices: (): Promise<readonly DueNotice[]> =>
      database.read('dueNotices', async (queries) => [
        ...(await findDue(queries)),
        ...(await findDueTickerNotices(queries)),
      ]),

    /**
     * Marks the notice for this channel as posted. `to` are the channels and users that get it, as an ordinary
     * delivery, with or without rules; a stopped queue without rules is opened for it. With `null` no notice is
     * delivered. Does nothing if no notice is due.
     */
    postNotice: (
      channelId: string,
      notice: { readonly alert: NoticeAlert; readonly to: readonly NoticeTarget[] } | null,
    ): Promise<void> =>
      database.transaction('postNotice', async (transaction) => {
        await lockQueueOrder(transaction);
        const { isNoticeDue, problemCode } = await lockQueue(transaction, channelId);
        if (!isNoticeDue) return;
        await clearNotice(transaction, channelId);
        if (heldReason(problemCode) !== null) {
          await transaction
            .updateTable('posts')
            .set({ isHeldNoticePosted: true })
            .where('channelId', '=', channelId)
            .where('settledAt', 'is', null)
            .execute();
        }
        if (notice === null) return;
        const { alert, to } = notice;
        const alertId = await addAlert(transaction, alert, now(transaction));
        if (alertId === null) return;
        const guildId = await guildOfQueue(transaction, channelId);
        await deliverNotice(transaction, { alertId, alert, guildId }, to);
      }),

    /**
     * Resolves to undelivered notices: every direct message channel (or channel without rules) that they were sent to
     * is stopped, and none has the notice.
     */
    refusedNotices: (): Promise<readonly RefusedNotice[]> =>
      database.read('refusedNotices', async (queries) =>
        (await findRefused(queries, null)).map(({ alert: _alert, ...notice }) => notice),
      ),

    /**
     * Moves the notice from the channels that refused it to this one of the same server, once; with `null` it is
     * dropped. Does nothing if it is not pending in such a channel.
     */
    rerouteNotice: (alertId: number, to: string | null): Promise<void> =>
      database.transaction('rerouteNotice', async (transaction) => {
        await lockQueueOrder(transaction);
        const [notice] = await findRefused(transaction, alertId);
        if (notice === undefined) return;
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({ state: 'dropped' })
          .where('alertId', '=', alertId)
          .where('isNotice', '=', true)
          .where('state', '=', literal('pending'))
          .where('channelId', 'in', refusingQueues(transaction))
          .executeTakeFirst();
        if (numUpdatedRows > 0n && to !== null)
          await deliverNotice(transaction, notice, [{ channelId: to, userId: null }]);
      }),
  };
}

/** The part of the store that posting notices needs. */
export type NoticeStore = Omit<ReturnType<typeof createNoticeStore>, 'hasNotices'>;
