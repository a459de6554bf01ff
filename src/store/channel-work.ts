import { isRestoredSince } from './channel-facts.ts';
import { lockQueue } from './channel-queues.ts';
import { channelsWithWork } from './channels-with-work.ts';
import { now } from './database/adapters.ts';
import type { Database } from './database/database.ts';
import { literal } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import { followedTopic, hasLiveMessage, removeLiveMessage } from './live-messages.ts';
import { endStaleness, markMessageShown } from './mark-stale.ts';
import type { QueueWork } from './model/channel-queue.ts';
import { openForRetry } from './queue-retries.ts';
import { stopQueue } from './queue-states.ts';
import { readQueueWork } from './queue-work.ts';
import { noteEditProblem } from './shown-in-part.ts';

/** Creates the transactions of whole channel queues: pending work, expiry, summaries and edits. */
export function createChannelWorkStore(database: Database) {
  return {
    /** Resolves to the channels with an open queue that have something to send, settle, edit or publish. */
    channelsWithWork: (): Promise<readonly string[]> => database.read('channelsWithWork', channelsWithWork),

    /**
     * Resolves to the pending work of the channel, with up to `limit` of the next deliveries. An unknown channel counts
     * as an open, empty queue.
     */
    channelWork: (channelId: string, limit: number): Promise<QueueWork> =>
      readQueueWork(database, channelId, limit),

    /** Expires pending deliveries that may no longer be posted at `at` (epoch ms). Resolves to their number. */
    expire: (channelId: string, at: number): Promise<number> =>
      database.transaction('expire', async (transaction) => {
        const { summarisedUpTo } = await lockQueue(transaction, channelId);
        const { numUpdatedRows } = await transaction
          .updateTable('deliveries')
          .set({ state: 'expired' })
          .where('channelId', '=', channelId)
          .where('state', '=', literal('pending'))
          .where('expiresAt', '<', at)
          .where(({ or, eb, ref }) => or([ref('isUrgent'), eb('id', '>', summarisedUpTo)]))
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),

    /**
     * Marks all pending deliveries of the channel for a summary: `QueueWork.toSummarise` counts them, `expire` skips
     * them. Urgent deliveries (an auction about to end) are only included with `includeUrgent`.
     */
    summariseWaiting: (
      channelId: string,
      { includeUrgent }: { readonly includeUrgent: boolean },
    ): Promise<void> =>
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

    /**
     * Stops a queue until a subscription opens it again. An unsettled post keeps its state and is settled afterwards.
     * If the queue was open and has rules, `dueNotices` lists it until `postNotice`.
     * @param stop.seenFacts `RecordedFacts.checkedAt` for the refused request (`null` for no facts). If the bot has
     * regained missing permissions since, nothing is changed and `false` is returned, because nothing would open the
     * queue again
     */
    stopQueue: (
      channelId: string,
      {
        seenFacts,
        ...stop
      }: {
        readonly state: 'paused' | 'closed';
        readonly code: number;
        readonly seenFacts?: number | null;
      },
    ): Promise<boolean> =>
      database.transaction('stopQueue', async (transaction) => {
        if (seenFacts !== undefined) {
          await lockQueue(transaction, channelId);
          if (await isRestoredSince(transaction, channelId, seenFacts, 'post')) return false;
        }
        await stopQueue(transaction, channelId, stop, now(transaction));
        return true;
      }),

    /**
     * Opens at most `limit` stopped queues that have work and are due for a retry: after 1, 5 and 30 minutes and then
     * hourly; daily for a user. Queues held by a message, without a channel, or with a missing permission according to
     * the gateway are left out. If a queue stops again with the same code, no notice becomes due.
     */
    openForRetry: (limit: number): Promise<readonly string[]> =>
      database.transaction('openForRetry', (transaction) =>
        openForRetry(transaction, now(transaction), limit),
      ),

    /** Records the code with which Discord refuses edits in the channel; `null` once it accepts one. */
    noteEditProblem: (channelId: string, code: number | null): Promise<void> =>
      database.transaction('noteEditProblem', (transaction) => noteEditProblem(transaction, channelId, code)),

    /**
     * Settles a pending delivery without a separate message, because the channel has a live message of its topic. With
     * `orPost`, if that message has yet to be edited to the latest state, the delivery becomes pending again if the
     * edit fails. Does nothing in a channel without a live message of the topic.
     */
    leaveToCard: (deliveryId: number, { orPost }: { readonly orPost: boolean }): Promise<void> =>
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
          .innerJoin('posts', 'posts.id', 'liveMessages.postId')
          .select(['liveMessages.postId', 'posts.staleSince'])
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

    /**
     * The post's message now shows its content as it was after this many changes (`StaleMessage.changes`). If that is
     * the latest, it is no longer stale; an older count than it shows is ignored.
     */
    markShown: (postId: number, changes: number): Promise<void> =>
      database.transaction('markShown', async (transaction) => {
        await lockQueueOrder(transaction);
        if (!(await markMessageShown(transaction, postId, { changes, at: now(transaction) }))) return;
        const followed = await followedTopic(transaction, postId);
        if (followed === null) return;
        // No delivery waits for an edit: the live message shows the latest state.
        await transaction
          .updateTable('deliveries')
          .set({ isAwaitingEdit: false })
          .where('channelId', '=', followed.channelId)
          .where('liveKey', '=', followed.liveKey)
          .where((eb) => eb.ref('isAwaitingEdit'))
          .execute();
      }),

    /**
     * The post's message was deleted, cannot be edited, or what it should show is unknown: it is no longer edited. If
     * it was the only live message of its topic in the channel, what was left to it (`leaveToCard`) is pending again.
     */
    abandonMessage: (postId: number): Promise<void> =>
      database.transaction('abandonMessage', async (transaction) => {
        await lockQueueOrder(transaction);
        const followed = await followedTopic(transaction, postId);
        if (followed === null) {
          await endStaleness(transaction, [postId]);
          return;
        }
        const { channelId, liveKey } = followed;
        // What was left to it goes back into the queue, or is dropped if that accepts nothing.
        const { isAbandoned } = await lockQueue(transaction, channelId);
        await endStaleness(transaction, [postId]);
        await removeLiveMessage(transaction, postId);
        if (await hasLiveMessage(transaction, channelId, liveKey)) return;
        await transaction
          .updateTable('deliveries')
          .set({ isAwaitingEdit: false, postId: null, state: isAbandoned ? 'dropped' : 'pending' })
          .where('channelId', '=', channelId)
          .where('liveKey', '=', liveKey)
          .where((eb) => eb.ref('isAwaitingEdit'))
          .execute();
      }),

    /** Records that the message was published or cannot be, so that it is not retried. */
    markPublished: (postId: number): Promise<void> =>
      database.transaction('markPublished', async (transaction) => {
        await transaction
          .updateTable('posts')
          .set({ publish: 'done' })
          .where('id', '=', postId)
          .where('publish', '=', 'wanted')
          .execute();
      }),
  };
}
