import { AUCTION_TOPIC } from '../alerts/kinds/auction/schema.ts';
import type { QueueWork } from '../domain/channel-queue.ts';
import type { Delivery } from '../domain/delivery.ts';
import { alertJson, marketAlertJson } from './alerts.ts';
import { channelsWithWork, lockQueue } from './channel-queues.ts';
import { now } from './database/adapters.ts';
import { compiledQuery, type Value } from './database/compiled-query.ts';
import type { Database, Queries } from './database/database.ts';
import { textList } from './database/json.ts';
import { literal } from './database/literals.ts';
import { lockQueueOrder } from './database/queue-order.ts';
import {
  findLiveMessage,
  hasLiveMessage,
  markLiveMessageDisplayed,
  removeLiveMessage,
  staleLiveMessages,
} from './live-messages.ts';
import { acceptedPosts, loadPost, stalePostOf, unpublishedPostOf, unsettledPostOf } from './posts.ts';
import { countPending, emptyQueue, QUEUE_COLUMNS, type QueueRow, stopQueue } from './queue-states.ts';
import { SURPLUS_KEPT_MS } from './retention/policy.ts';
import type { DeliveryStore } from './store.ts';

/**
 * Discord allows ten published messages an hour per channel. If more are posted for a long time, publishing in order falls
 * further and further behind; so newer messages go before those that have waited longer than this.
 */
const PUBLISHED_IN_ORDER_MS = 10 * 60 * 1000;
/** More than are edited before the next read. */
const MAX_STALE_LIVE_MESSAGES = 10;
/** Alerts of an older summary may have been deleted, so that an edit would show too few. */
const MAX_SUMMARY_AGE_MS = SURPLUS_KEPT_MS / 2;

/** A pending delivery, with what only the store uses. */
interface PendingDelivery extends Delivery {
  readonly isUnverified: boolean;
}

const selectPending = compiledQuery((queries, value: Value<{ channelId: string; limit: number }>) =>
  queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select((eb) => [
      'deliveries.id',
      'deliveries.isAlone',
      'deliveries.isUrgent',
      'deliveries.isUnverified',
      'deliveries.pingRoleIds',
      'deliveries.isPingingChannelRole',
      'alerts.payload',
      eb
        .selectFrom('liveStates')
        .select('liveStates.payload')
        .whereRef('liveStates.key', '=', 'deliveries.liveKey')
        .where(({ exists, selectFrom, lit }) =>
          exists(
            selectFrom('liveMessages')
              .select(lit(1).as('one'))
              .whereRef('liveMessages.liveKey', '=', 'deliveries.liveKey')
              .whereRef('liveMessages.channelId', '=', 'deliveries.channelId'),
          ),
        )
        .as('shownState'),
      // A message about a bid shows that bid, so it was not posted with the latest state even if that is of the same revision.
      eb
        .exists(
          eb
            .selectFrom('liveMessages')
            .innerJoin('liveStates', 'liveStates.key', 'liveMessages.liveKey')
            .innerJoin('deliveries as posted', 'posted.id', 'liveMessages.deliveryId')
            .innerJoin('alerts as first', 'first.id', 'posted.alertId')
            .select(eb.lit(1).as('one'))
            .whereRef('liveMessages.liveKey', '=', 'deliveries.liveKey')
            .whereRef('liveMessages.channelId', '=', 'deliveries.channelId')
            .whereRef('posted.revision', '=', 'liveStates.revision')
            .where('first.topic', '<>', AUCTION_TOPIC.bid),
        )
        .as('isShownSincePosted'),
    ])
    .where('deliveries.channelId', '=', value('channelId'))
    .where('deliveries.state', '=', literal('pending'))
    .orderBy('deliveries.isUrgent', 'desc')
    .orderBy('deliveries.id')
    .limit(value('limit')),
);

/** The next deliveries in order; those that are not urgent go into a summary up to `summarisedUpTo`. */
async function pendingDeliveries(
  queries: Queries,
  { channelId, summarisedUpTo }: QueueRow,
  limit: number,
): Promise<readonly PendingDelivery[]> {
  const rows = await selectPending(queries, { channelId, limit });
  return rows.map((row) => ({
    id: row.id,
    alert: alertJson.read(row.payload),
    alone: row.isAlone,
    summarised: !row.isUrgent && !row.isUnverified && row.id <= summarisedUpTo,
    pings: { roles: textList.read(row.pingRoleIds), channelRole: row.isPingingChannelRole },
    shownSincePosted: row.isShownSincePosted === true,
    shownState: row.shownState === null ? null : marketAlertJson.read(row.shownState),
    isUnverified: row.isUnverified,
  }));
}

/** Those that a further summary does not add: already marked for one, or in need of verification. */
async function countSummarised(queries: Queries, { channelId, summarisedUpTo }: QueueRow): Promise<number> {
  const { count } = await queries
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channelId', '=', channelId)
    .where('state', '=', literal('pending'))
    .where(({ or, and, eb, not, ref }) =>
      or([ref('isUnverified'), and([not(ref('isUrgent')), eb('id', '<=', summarisedUpTo)])]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts only when there are more deliveries than asked for, since this is called very often. */
async function waitingIn(
  queries: Queries,
  queue: QueueRow,
  limit: number,
): Promise<Pick<QueueWork, 'pending' | 'waiting' | 'toSummarise'>> {
  const found = await pendingDeliveries(queries, queue, limit);
  const pending = found.map(({ isUnverified: _isUnverified, ...delivery }) => delivery);
  if (found.length < limit) {
    const toSummarise = found.filter(({ summarised, isUnverified }) => summarised || isUnverified).length;
    return { pending, waiting: found.length, toSummarise };
  }
  return {
    pending,
    waiting: (await countPending(queries, [queue.channelId])).get(queue.channelId) ?? 0,
    toSummarise: await countSummarised(queries, queue),
  };
}

/** When each role was last pinged in the channel, epoch ms. */
async function lastPings(queries: Queries, channelId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('rolePings')
    .select(['roleId', 'pingedAt'])
    .where('channelId', '=', channelId)
    .execute();
  return new Map(rows.map(({ roleId, pingedAt }) => [roleId, pingedAt]));
}

const HOUR_MS = 60 * 60 * 1000;

type OverviewValues = { readonly channelId: string; readonly hourAgo: number; readonly now: number };

const selectOverview = compiledQuery((queries, value: Value<OverviewValues>) => {
  const channelId = value('channelId');
  // Posts with a later time were accepted before the clock was set back and are not counted.
  const accepted = acceptedPosts(queries, channelId, { after: value('hourAgo'), upTo: value('now') });
  return queries
    .selectFrom('channelQueues')
    .select(QUEUE_COLUMNS)
    .select(({ exists, selectFrom, lit }) => [
      exists(
        selectFrom('posts')
          .select(lit(1).as('one'))
          .where('posts.channelId', '=', channelId)
          .where('settledAt', 'is', null),
      ).as('isUnsettled'),
      exists(
        selectFrom('liveMessages')
          .select(lit(1).as('one'))
          .where('liveMessages.channelId', '=', channelId)
          .where('staleSince', 'is not', null),
      ).as('isLiveStale'),
      exists(
        selectFrom('posts')
          .select(lit(1).as('one'))
          .where('posts.channelId', '=', channelId)
          .whereRef('changes', '>', 'displayedChanges'),
      ).as('isChanged'),
      exists(
        selectFrom('posts')
          .select(lit(1).as('one'))
          .where('posts.channelId', '=', channelId)
          .where('publish', '=', literal('wanted')),
      ).as('isUnpublished'),
      exists(
        selectFrom('rolePings').select(lit(1).as('one')).where('rolePings.channelId', '=', channelId),
      ).as('isPinged'),
      selectFrom('deliveries')
        .select(({ fn }) => fn.min<number | null>('occurredAt').as('oldest'))
        .where('deliveries.channelId', '=', channelId)
        .where('deliveries.state', '=', literal('pending'))
        .as('oldestWaitingAt'),
      accepted.select(({ fn }) => fn.countAll<number>().as('count')).as('postsLastHour'),
      accepted.select(({ fn }) => fn.min<number | null>('settledAt').as('oldest')).as('oldestPostOfHour'),
    ])
    .where('channelId', '=', channelId);
});

/**
 * The queue with what else there is in its channel, in one statement: most channels have nothing but pending deliveries, and this
 * is asked before every message.
 */
async function overviewOf(queries: Queries, channelId: string) {
  const time = now(queries);
  const [found] = await selectOverview(queries, { channelId, hourAgo: time - HOUR_MS, now: time });
  return found ?? null;
}

async function workOf(queries: Queries, channelId: string, limit: number): Promise<QueueWork> {
  const time = now(queries);
  const overview = await overviewOf(queries, channelId);
  const queue = overview ?? emptyQueue(channelId);
  const unsettled = overview?.isUnsettled === true ? await unsettledPostOf(queries, channelId) : null;
  return {
    state: queue.state,
    notBefore: queue.notBefore,
    unsettled: unsettled === null ? null : await loadPost(queries, unsettled),
    ...(overview === null ? NOTHING_WAITS : await waitingIn(queries, queue, limit)),
    staleLiveMessages:
      overview?.isLiveStale === true
        ? await staleLiveMessages(queries, channelId, MAX_STALE_LIVE_MESSAGES)
        : [],
    stalePost:
      overview?.isChanged === true ? await stalePostOf(queries, channelId, time - MAX_SUMMARY_AGE_MS) : null,
    unpublished:
      overview?.isUnpublished === true
        ? await unpublishedPostOf(queries, channelId, time - PUBLISHED_IN_ORDER_MS)
        : null,
    oldestWaitingAt: overview?.oldestWaitingAt ?? null,
    postsLastHour: overview?.postsLastHour ?? 0,
    oldestPostOfHour: overview?.oldestPostOfHour ?? null,
    lastPings: overview?.isPinged === true ? await lastPings(queries, channelId) : new Map(),
  };
}

const NOTHING_WAITS = { pending: [], waiting: 0, toSummarise: 0 };

type ChannelWorkStore = Pick<
  DeliveryStore,
  | 'channelsWithWork'
  | 'channelWork'
  | 'expire'
  | 'summariseWaiting'
  | 'stopQueue'
  | 'markDisplayed'
  | 'abandonLiveMessage'
  | 'leaveToCard'
  | 'markPublished'
  | 'markRedrawn'
>;

/** The transactions of a channel queue as a whole: its pending work, expiry, summaries and edits. */
export function createChannelWorkStore(database: Database): ChannelWorkStore {
  return {
    channelsWithWork: () => database.read('channelsWithWork', channelsWithWork),

    channelWork: (channelId, limit) =>
      database.read('channelWork', (queries) => workOf(queries, channelId, limit)),

    expire: (channelId, occurredBefore) =>
      database.transaction('expire', async (transaction) => {
        const { summarisedUpTo } = await lockQueue(transaction, channelId);
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({ state: 'expired' })
          .where('channelId', '=', channelId)
          .where('state', '=', literal('pending'))
          .where('occurredAt', '<', occurredBefore)
          .where(({ or, eb, ref }) => or([ref('isUrgent'), eb('id', '>', summarisedUpTo)]))
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),

    summariseWaiting: (channelId, { includeUrgent }) =>
      database.transaction('summariseWaiting', async (transaction) => {
        const { summarisedUpTo } = await lockQueue(transaction, channelId);
        if (includeUrgent) {
          await transaction
            .updateTable('deliveries')
            .set({ isUrgent: false })
            .where('channelId', '=', channelId)
            .where('state', '=', literal('pending'))
            .where((eb) => eb.ref('isUrgent'))
            .execute();
        }
        const last = await transaction
          .selectFrom('deliveries')
          .select('id')
          .where('channelId', '=', channelId)
          .where('state', '=', literal('pending'))
          .where('isUrgent', '=', false)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        if (last === undefined || last.id <= summarisedUpTo) return;
        await transaction
          .updateTable('channelQueues')
          .set({ summarisedUpTo: last.id })
          .where('channelId', '=', channelId)
          .execute();
      }),

    stopQueue: (channelId, stop) =>
      database.transaction('stopQueue', (transaction) =>
        stopQueue(transaction, channelId, stop, now(transaction)),
      ),

    leaveToCard: (deliveryId, { orPost }) =>
      database.transaction('leaveToCard', async (transaction) => {
        // An ingestion may make the live message stale at the same time.
        await lockQueueOrder(transaction);
        const first = await transaction
          .selectFrom('deliveries as left')
          .innerJoin('liveMessages', (join) =>
            join
              .onRef('liveMessages.liveKey', '=', 'left.liveKey')
              .onRef('liveMessages.channelId', '=', 'left.channelId'),
          )
          .innerJoin('deliveries as displayed', 'displayed.id', 'liveMessages.deliveryId')
          .select(['displayed.postId', 'liveMessages.staleSince'])
          .where('left.id', '=', deliveryId)
          .orderBy('liveMessages.deliveryId')
          .limit(1)
          .executeTakeFirst();
        if (first === undefined) return;
        await transaction
          .updateTable('deliveries')
          .set({ state: 'sent', postId: first.postId, isAwaitingEdit: orPost && first.staleSince !== null })
          .where('id', '=', deliveryId)
          .where('state', '=', 'pending')
          .execute();
      }),

    markDisplayed: (deliveryId, revision) =>
      database.transaction('markDisplayed', async (transaction) => {
        await lockQueueOrder(transaction);
        const before = await findLiveMessage(transaction, deliveryId);
        if (before === null) return;
        const { channelId, liveKey } = before;
        await markLiveMessageDisplayed(transaction, { deliveryId, liveKey, revision, at: now(transaction) });
        const displayed = await findLiveMessage(transaction, deliveryId);
        if (displayed?.isCurrent !== true) return;
        // No delivery waits for an edit: the live message shows the latest state.
        await transaction
          .updateTable('deliveries')
          .set({ isAwaitingEdit: false })
          .where('channelId', '=', channelId)
          .where('liveKey', '=', liveKey)
          .where((eb) => eb.ref('isAwaitingEdit'))
          .execute();
      }),

    abandonLiveMessage: (deliveryId) =>
      database.transaction('abandonLiveMessage', async (transaction) => {
        await lockQueueOrder(transaction);
        const gone = await findLiveMessage(transaction, deliveryId);
        if (gone === null) return;
        const { channelId, liveKey } = gone;
        await removeLiveMessage(transaction, deliveryId);
        if (await hasLiveMessage(transaction, channelId, liveKey)) return;
        // What was left to it goes back into the queue, or is dropped if that accepts nothing.
        const { isAbandoned } = await lockQueue(transaction, channelId);
        await transaction
          .updateTable('deliveries')
          .set({ isAwaitingEdit: false, postId: null, state: isAbandoned ? 'dropped' : 'pending' })
          .where('channelId', '=', channelId)
          .where('liveKey', '=', liveKey)
          .where((eb) => eb.ref('isAwaitingEdit'))
          .execute();
      }),

    markPublished: (postId) =>
      database.transaction('markPublished', async (transaction) => {
        await transaction
          .updateTable('posts')
          .set({ publish: 'done' })
          .where('id', '=', postId)
          .where('publish', '=', 'wanted')
          .execute();
      }),

    markRedrawn: (postId, changes) =>
      database.transaction('markRedrawn', async (transaction) => {
        await transaction
          .updateTable('posts')
          .set({ displayedChanges: changes })
          .where('id', '=', postId)
          .where('displayedChanges', '<', changes)
          .execute();
      }),
  };
}
