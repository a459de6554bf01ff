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
  markPostAmbiguous,
  markPostDead,
  markPostSent,
  type PostRow,
  recordRetry,
  settleDeliveries,
  unsettledPost,
  unsettledPostOf,
} from './posts.ts';
import type { DeliveryStore } from './store.ts';
import { findRestoration, searchFrom } from './verification.ts';

/** The initial state of a post: `ambiguous` when its alert may have been posted already and needs verification. */
async function firstTry(
  queries: Queries,
  deliveryIds: readonly number[],
  { at, clockOffsetMs }: { readonly at: number; readonly clockOffsetMs: number | null },
) {
  const unverified = await queries
    .selectFrom('deliveries')
    .select('occurredAt')
    .where('id', 'in', deliveryIds)
    .where('isUnverified', '=', true)
    .executeTakeFirst();
  if (unverified === undefined) return { state: 'sending', at, clockOffsetMs } as const;
  if (deliveryIds.length > 1)
    throw new Error('A delivery that needs verification must have a post of its own.');
  const from = searchFrom(unverified.occurredAt, at, await findRestoration(queries));
  // The time of the event is by the marketplace's clock, whose offset to Discord's clock is unknown.
  return { state: 'ambiguous', at: from, clockOffsetMs: null } as const;
}

/** Assigns pending deliveries of the channel to a post; throws when one of them is not pending there. */
async function assignDeliveries(
  transaction: Transaction,
  deliveryIds: readonly number[],
  { channelId, postId }: { readonly channelId: string; readonly postId: number },
): Promise<void> {
  const assigned = new Set<number>();
  for (const chunk of inChunks(deliveryIds)) {
    const rows = await transaction
      .updateTable('deliveries')
      .set({ state: 'posting', postId })
      .where('id', 'in', chunk)
      .where('channelId', '=', channelId)
      .where('state', '=', 'pending')
      .returning('id')
      .execute();
    for (const { id } of rows) assigned.add(id);
  }
  if (assigned.size === deliveryIds.length) return;
  const missing = deliveryIds.find((id) => !assigned.delete(id));
  throw new Error(`Delivery ${missing} is not pending in channel ${channelId}.`);
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
async function noteComposed(transaction: Transaction, postId: number, form: PostRow['form']): Promise<void> {
  if (form !== 'rich') return;
  const live = await liveDelivery(transaction, postId);
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
  const keepsState = topic === AUCTION_TOPIC.bid || topic === AUCTION_TOPIC.ending;
  if (keepsState && (await hasLiveMessage(transaction, channelId, liveKey))) return;
  await addLiveMessage(transaction, { deliveryId, channelId, liveKey, messageId, revision, at });
}

/** Locks the queue of an unsettled post; throws when there is none with this id. */
export async function lockPost(transaction: Transaction, postId: number): Promise<PostRow> {
  const { channelId } = await unsettledPost(transaction, postId);
  await lockQueue(transaction, channelId);
  return unsettledPost(transaction, postId);
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
        const { channelId, at } = post;
        if (deliveryIds.length === 0) throw new Error('A post needs at least one delivery.');
        const { state } = await lockQueue(transaction, channelId);
        if (state !== 'open') throw new Error(`The queue of channel ${channelId} is ${state}.`);
        const other = await unsettledPostOf(transaction, channelId);
        if (other !== null) throw new Error(`Post ${other.id} to channel ${channelId} is not settled yet.`);
        const first = await firstTry(transaction, deliveryIds, { at, clockOffsetMs });
        const postId = await addPost(transaction, { ...post, ...first });
        await assignDeliveries(transaction, deliveryIds, { channelId, postId });
        if (first.state === 'sending') await noteComposed(transaction, postId, post.form);
        return loadPost(transaction, await unsettledPost(transaction, postId));
      }),

    retryPost: (postId, { clockOffsetMs = null, ...retry }) =>
      database.transaction('retryPost', async (transaction) => {
        await lockPost(transaction, postId);
        await recordRetry(transaction, postId, { ...retry, clockOffsetMs });
        if (retry.newWindow) {
          // The message is known to be absent.
          await transaction
            .updateTable('deliveries')
            .set({ isUnverified: false })
            .where('postId', '=', postId)
            .where('isUnverified', '=', true)
            .execute();
          await noteComposed(transaction, postId, retry.form);
        }
        return loadPost(transaction, await unsettledPost(transaction, postId));
      }),

    markSent: (postId, sent) =>
      database.transaction('markSent', async (transaction) => {
        if ((await stateOf(transaction, postId)) === 'sent') return;
        // An ingestion may change the state that a live message shows at the same time.
        await lockQueueOrder(transaction);
        const post = await lockPost(transaction, postId);
        await markPostSent(transaction, postId, sent);
        await notePost(transaction, post.channelId, post.pingRoleIds, sent.at);
        await createLiveMessage(transaction, post, sent);
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
        const { channelId } = await unsettledPost(transaction, postId);
        const { isAbandoned } = await lockQueue(transaction, channelId);
        await unsettledPost(transaction, postId);
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
