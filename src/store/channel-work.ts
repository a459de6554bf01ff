import { isRestoredSince } from './channel-facts.ts';
import { lockQueue } from './channel-queues.ts';
import { channelsWithWork } from './channels-with-work.ts';
import { now } from './database/adapters.ts';
import type { Database } from './database/database.ts';
import { literal } from './database/literals.ts';
import { lockQueueOrder } from './database/queue-order.ts';
import {
  findLiveMessage,
  hasLiveMessage,
  markLiveMessageDisplayed,
  removeLiveMessage,
} from './live-messages.ts';
import { openForRetry } from './queue-retries.ts';
import { stopQueue } from './queue-states.ts';
import { readQueueWork } from './queue-work.ts';
import { noteEditProblem } from './shown-in-part.ts';
import type { DeliveryStore } from './store.ts';

type ChannelWorkStore = Pick<
  DeliveryStore,
  | 'channelsWithWork'
  | 'channelWork'
  | 'expire'
  | 'summariseWaiting'
  | 'stopQueue'
  | 'openForRetry'
  | 'noteEditProblem'
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

    channelWork: (channelId, limit) => readQueueWork(database, channelId, limit),

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

    stopQueue: (channelId, { seenFacts, ...stop }) =>
      database.transaction('stopQueue', async (transaction) => {
        if (seenFacts !== undefined) {
          await lockQueue(transaction, channelId);
          if (await isRestoredSince(transaction, channelId, seenFacts, 'post')) return false;
        }
        await stopQueue(transaction, channelId, stop, now(transaction));
        return true;
      }),

    openForRetry: (limit) =>
      database.transaction('openForRetry', (transaction) =>
        openForRetry(transaction, now(transaction), limit),
      ),

    noteEditProblem: (channelId, code) =>
      database.transaction('noteEditProblem', (transaction) => noteEditProblem(transaction, channelId, code)),

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
