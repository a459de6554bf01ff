import { AUCTION_TOPIC } from '../alerts/kinds/auction/schema.ts';
import { holdQueueUntil, lockQueue, notePost } from './channel-queues.ts';
import { now } from './database/adapters.ts';
import { inChunks } from './database/chunks.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { lockQueueOrder } from './database/queue-order.ts';
import type { Ingestion } from './ingestion.ts';
import { addLiveMessage, hasLiveMessage } from './live-messages.ts';
import { findLiveState } from './live-states.ts';
import {
  addPost,
  loadPost,
  lockPost,
  lockUnsettledPost,
  markPostAmbiguous,
  markPostDead,
  markPostSent,
  type PostRow,
  recordRetry,
  settleDeliveries,
  unsettledPostOf,
} from './posts.ts';
import type { DeliveryStore } from './store.ts';
import { findRestoration, searchFrom } from './verification.ts';

/** Assigns pending deliveries of the channel to a post; throws when one of them is not pending there. */
async function assignDeliveries(
  transaction: Transaction,
  deliveryIds: readonly number[],
  { id: postId, channelId }: PostRow,
): Promise<readonly { readonly isUnverified: boolean; readonly occurredAt: number }[]> {
  const assigned = new Map<number, { readonly isUnverified: boolean; readonly occurredAt: number }>();
  for (const chunk of inChunks(deliveryIds)) {
    const rows = await transaction
      .updateTable('deliveries')
      .set({ state: 'posting', postId })
      .where('id', 'in', chunk)
      .where('channelId', '=', channelId)
      .where('state', '=', 'pending')
      .returning(['id', 'isUnverified', 'occurredAt'])
      .execute();
    for (const row of rows) assigned.set(row.id, row);
  }
  if (assigned.size === deliveryIds.length) return [...assigned.values()];
  const missing = deliveryIds.find((id) => !assigned.delete(id));
  throw new Error(`Delivery ${missing} is not pending in channel ${channelId}.`);
}

/** A post whose alert may have been posted already, after the backup: its channel is searched first. */
async function searchBeforehand(
  transaction: Transaction,
  post: PostRow,
  { occurredAt }: { readonly occurredAt: number },
): Promise<PostRow> {
  const firstTryAt = searchFrom(occurredAt, post.firstTryAt, await findRestoration(transaction));
  const tried = {
    state: 'ambiguous',
    firstTryAt,
    lastTryAt: firstTryAt,
    // The time of the event is by the marketplace's clock, whose offset to Discord's clock is unknown.
    firstClockOffsetMs: null,
    lastClockOffsetMs: null,
  } as const;
  await transaction.updateTable('posts').set(tried).where('id', '=', post.id).execute();
  return { ...post, ...tried };
}

/** The delivery of an unsettled post, if it is the only one and has a live key. */
async function liveDelivery(queries: Queries, postId: number) {
  const [only, ...others] = await queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select(['deliveries.id', 'deliveries.liveKey', 'deliveries.revision', 'alerts.topic'])
    .where('deliveries.postId', '=', postId)
    .where('deliveries.state', '=', 'posting')
    .limit(2)
    .execute();
  if (only === undefined || others.length > 0 || only.liveKey === null) return null;
  return { ...only, liveKey: only.liveKey };
}

/**
 * The message is composed now, with the latest state; only one about a bid keeps what it says. Not for a message of which an
 * earlier try may have been accepted: that one may show less.
 */
async function noteComposed(transaction: Transaction, { id, form }: PostRow): Promise<void> {
  if (form !== 'rich') return;
  const live = await liveDelivery(transaction, id);
  if (live === null || live.topic === AUCTION_TOPIC.bid) return;
  const latest = await findLiveState(transaction, live.liveKey);
  if (latest === null) return;
  const { revision } = latest;
  await transaction.updateTable('deliveries').set({ revision }).where('id', '=', live.id).execute();
}

/**
 * Plain text and summaries cannot show a live state, and a message without an id cannot be edited. Beside a live message, one
 * about a bid or a coming end keeps what it says: as live messages, several would all show the latest state.
 */
async function createLiveMessage(
  transaction: Transaction,
  { id, channelId, form }: PostRow,
  { messageId, at }: { readonly messageId: string | null; readonly at: number },
): Promise<void> {
  if (form !== 'rich' || messageId === null) return;
  const live = await liveDelivery(transaction, id);
  if (live === null) return;
  const { id: deliveryId, liveKey, revision, topic } = live;
  // An ingestion may change the state that the message shows at the same time.
  await lockQueueOrder(transaction);
  const keepsState = topic === AUCTION_TOPIC.bid || topic === AUCTION_TOPIC.ending;
  if (keepsState && (await hasLiveMessage(transaction, channelId, liveKey))) return;
  await addLiveMessage(transaction, { deliveryId, channelId, liveKey, messageId, revision, at });
}

async function stateOf(queries: Queries, postId: number): Promise<string | null> {
  const found = await queries.selectFrom('posts').select('state').where('id', '=', postId).executeTakeFirst();
  return found?.state ?? null;
}

type SendingStore = Pick<
  DeliveryStore,
  'recover' | 'beginPost' | 'retryPost' | 'markSent' | 'markAmbiguous' | 'release' | 'markDead'
>;

/** The transactions of messages, from their first try until they are settled. */
export function createSendingStore(database: Database, ingestion: Ingestion): SendingStore {
  return {
    async recover() {
      await database.transaction('recover', async (transaction) => {
        await transaction
          .updateTable('posts')
          .set({ state: 'ambiguous', isConfirmedAbsent: false })
          .where('settledAt', 'is', null)
          .where('state', '=', 'sending')
          .execute();
      });
      await ingestion.finish();
    },

    beginPost: ({ deliveryIds, clockOffsetMs = null, ...post }) =>
      database.transaction('beginPost', async (transaction) => {
        const { channelId } = post;
        if (deliveryIds.length === 0) throw new Error('A post needs at least one delivery.');
        const { state } = await lockQueue(transaction, channelId);
        if (state !== 'open') throw new Error(`The queue of channel ${channelId} is ${state}.`);
        const other = await unsettledPostOf(transaction, channelId);
        if (other !== null) throw new Error(`Post ${other.id} to channel ${channelId} is not settled yet.`);
        const added = await addPost(transaction, { ...post, clockOffsetMs });
        const assigned = await assignDeliveries(transaction, deliveryIds, added);
        const unverified = assigned.find(({ isUnverified }) => isUnverified);
        if (unverified === undefined) {
          await noteComposed(transaction, added);
          return loadPost(transaction, added);
        }
        if (deliveryIds.length > 1)
          throw new Error('A delivery that needs verification must have a post of its own.');
        return loadPost(transaction, await searchBeforehand(transaction, added, unverified));
      }),

    retryPost: (postId, { clockOffsetMs = null, ...retry }) =>
      database.transaction('retryPost', async (transaction) => {
        await lockPost(transaction, postId);
        const tried = await recordRetry(transaction, postId, { ...retry, clockOffsetMs });
        if (retry.newWindow) {
          // The message is known to be absent.
          await transaction
            .updateTable('deliveries')
            .set({ isUnverified: false })
            .where('postId', '=', postId)
            .where('isUnverified', '=', true)
            .execute();
          await noteComposed(transaction, tried);
        }
        return loadPost(transaction, tried);
      }),

    markSent: (postId, sent) =>
      database.transaction('markSent', async (transaction) => {
        const post = await lockUnsettledPost(transaction, postId);
        if (post === null && (await stateOf(transaction, postId)) === 'sent') return;
        if (post === null) throw new Error(`Post ${postId} is settled or does not exist.`);
        await createLiveMessage(transaction, post, sent);
        await markPostSent(transaction, postId, sent);
        await notePost(transaction, post.channelId, post.pingRoleIds, sent.at);
        await settleDeliveries(transaction, postId, 'sent');
      }),

    markAmbiguous: (postId, rest) =>
      database.transaction('markAmbiguous', async (transaction) => {
        const { channelId } = await lockPost(transaction, postId);
        await markPostAmbiguous(transaction, postId, rest?.stillAbsent === true);
        if (rest !== undefined) await holdQueueUntil(transaction, channelId, rest.notBefore);
      }),

    release: (postId, { notBefore, alone }) =>
      database.transaction('release', async (transaction) => {
        const { channelId } = await lockPost(transaction, postId);
        const { isAbandoned } = await lockQueue(transaction, channelId);
        await transaction
          .updateTable('deliveries')
          .set(({ eb, ref, val }) => ({
            state: isAbandoned
              ? eb
                  .case()
                  .when(ref('isNotice'))
                  .then(val('pending' as const))
                  .else(val('dropped' as const))
                  .end()
              : val('pending' as const),
            postId: null,
            isAlone: alone ? val(true) : ref('isAlone'),
          }))
          .where('postId', '=', postId)
          .where('state', '=', 'posting')
          .execute();
        await transaction
          .updateTable('posts')
          .set({ state: 'released', settledAt: now(transaction) })
          .where('id', '=', postId)
          .execute();
        await holdQueueUntil(transaction, channelId, notBefore);
      }),

    markDead: (postId, reason) =>
      database.transaction('markDead', async (transaction) => {
        await lockPost(transaction, postId);
        await markPostDead(transaction, postId, reason);
      }),
  };
}
