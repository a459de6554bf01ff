import { type Alert, type MarketAlert, withLatestState } from '#src/alerts/alert.ts';
import { AUCTION_TOPIC } from '#src/alerts/kinds/auction/schema.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import type { AlertTemplate } from '#src/alerts/templates/alert-template.ts';
import { reached } from '#src/chain/points.ts';
import { alertJson, marketAlertJson } from './alerts.ts';
import { holdQueueUntil, lockQueue, notePost } from './channel-queues.ts';
import { now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { isAmong, listParameter, literal } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import type { Ingestion } from './ingestion.ts';
import { addLiveMessage, hasLiveMessage } from './live-messages.ts';
import { findLiveState } from './live-states.ts';
import type { LeftOutPart, MessageLayout, Post, RefusedDelivery } from './model/delivery.ts';
import {
  addPost,
  keepsState,
  loadPost,
  lockPost,
  markPostAmbiguous,
  markPostDead,
  markPostSent,
  type PostRow,
  recordRetry,
  unsettledPostOf,
  withAlerts,
} from './posts.ts';
import { giveUpRefused } from './refused-deliveries.ts';
import { settleAsPosted } from './settle-deliveries.ts';
import { nearestTemplateId, postedTemplateWords, readTemplate } from './template-rows.ts';
import { findRestoration, searchFrom } from './verification.ts';

const assignPending = compiledQuery(
  (
    transaction: Transaction,
    { ids, channelId, postId }: Parameters<{ ids: unknown; channelId: string; postId: number }>,
  ) =>
    transaction
      .updateTable('deliveries')
      .set({ state: literal('posting'), postId, templateId: nearestTemplateId })
      .where(({ ref }) => isAmong(transaction, ref('id'), ids))
      .where('channelId', '=', channelId)
      // Not a literal, because SQLite would then use an index with all pending rows of the channel.
      .where('state', '=', 'pending')
      .returning(({ selectFrom }) => [
        'id',
        'isUrgent',
        'isUnverified',
        'occurredAt',
        'liveKey',
        selectFrom('alerts')
          .select('alerts.payload')
          .whereRef('alerts.id', '=', 'deliveries.alertId')
          .as('payload'),
        selectFrom('liveStates')
          .select('liveStates.payload')
          .whereRef('liveStates.key', '=', 'deliveries.liveKey')
          .as('latestState'),
        selectFrom('liveStates')
          .select('liveStates.revision')
          .whereRef('liveStates.key', '=', 'deliveries.liveKey')
          .as('latestRevision'),
        postedTemplateWords.as('template'),
      ]),
);

/** A delivery of a post, with the latest state of its live key, if it has one. */
interface AssignedDelivery {
  readonly id: number;
  readonly isUnverified: boolean;
  readonly occurredAt: number;
  readonly alert: Alert;
  readonly template: AlertTemplate | null;
  readonly latest: { readonly state: MarketAlert; readonly revision: number } | null;
}

/** Assigns pending deliveries of the channel to a post, in order; throws if one of them is not pending there. */
async function assignDeliveries(
  transaction: Transaction,
  deliveryIds: readonly number[],
  { id: postId, channelId }: PostRow,
): Promise<readonly AssignedDelivery[]> {
  const ids = listParameter(transaction, deliveryIds);
  const rows = await assignPending(transaction, { ids, channelId, postId });
  const assigned = new Set(rows.map(({ id }) => id));
  if (assigned.size < deliveryIds.length) {
    const missing = deliveryIds.find((id) => !assigned.delete(id));
    throw new Error(`Delivery ${missing} is not pending in channel ${channelId}.`);
  }
  return rows
    .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent) || one.id - other.id)
    .map(({ id, isUnverified, occurredAt, payload, latestState, latestRevision, template: words }) => {
      if (payload === null) throw new Error(`Delivery ${id} has no alert.`);
      const hasLatest = latestState !== null && latestRevision !== null;
      const latest = hasLatest
        ? { state: marketAlertJson.read(latestState), revision: latestRevision }
        : null;
      const template = readTemplate(words);
      return { id, isUnverified, occurredAt, alert: alertJson.read(payload), template, latest };
    });
}

/** Returns the post with the alerts of its new deliveries. */
async function composed(
  transaction: Transaction,
  post: PostRow,
  assigned: readonly AssignedDelivery[],
): Promise<Post> {
  const shown = assigned.map(({ alert, template, latest }) => ({
    template,
    alert: latest === null || keepsState(post.layout, alert) ? alert : withLatestState(alert, latest.state),
  }));
  return withAlerts(transaction, post, shown);
}

/** Explains why no post could be added. */
async function refusal(transaction: Transaction, channelId: string): Promise<Error> {
  const { state } = await lockQueue(transaction, channelId);
  if (state !== 'open') return new Error(`The queue of channel ${channelId} is ${state}.`);
  const other = await unsettledPostOf(transaction, channelId);
  return other === null
    ? new Error(`Channel ${channelId} has no queue.`)
    : new Error(`Post ${other.id} to channel ${channelId} is not settled yet.`);
}

/**
 * Creates a post for an alert that may already have been posted after the backup. The post starts as `ambiguous`, so
 * that its channel is searched before the alert is posted.
 */
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
    // The event's time is by the marketplace's clock, whose offset to Discord's clock is unknown.
    firstClockOffsetMs: null,
    lastClockOffsetMs: null,
  } as const;
  await transaction.updateTable('posts').set(tried).where('id', '=', post.id).execute();
  return { ...post, ...tried };
}

/** Finds the delivery of an unsettled post, if it is the only one and has a live key. */
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
 * Records that the message was composed now, with the latest state; a message about a bid keeps that bid. Not for a
 * message of which an earlier attempt may have been accepted, because that one may show an older state.
 */
async function noteComposed(transaction: Transaction, post: PostRow): Promise<void> {
  const live = post.layout === 'card' ? await liveDelivery(transaction, post.id) : null;
  if (live === null) return;
  const latest = await findLiveState(transaction, live.liveKey);
  await noteRevision(transaction, post, { id: live.id, alert: { topic: live.topic }, latest });
}

async function noteRevision(
  transaction: Transaction,
  { layout }: PostRow,
  only: {
    readonly id: number;
    readonly alert: { readonly topic: string };
    readonly latest: { readonly revision: number } | null;
  },
): Promise<void> {
  const { id, alert, latest } = only;
  if (layout !== 'card' || alert.topic === AUCTION_TOPIC.bid || latest === null) return;
  const { revision } = latest;
  await transaction.updateTable('deliveries').set({ revision }).where('id', '=', id).execute();
}

/**
 * Creates a live message, if possible. Plain text and summaries cannot show a live state, and a message without an id
 * cannot be edited. Beside a live message, messages about a bid or an approaching end are not live, because several
 * live messages would all show the latest state.
 */
async function createLiveMessage(
  transaction: Transaction,
  { id: postId, channelId }: FoundPost,
  at: number,
): Promise<void> {
  const live = await liveDelivery(transaction, postId);
  if (live === null) return;
  const { id: deliveryId, liveKey, revision, topic } = live;
  const isOfThatMoment = topic === AUCTION_TOPIC.bid || topic === AUCTION_TOPIC.ending;
  if (isOfThatMoment && (await hasLiveMessage(transaction, channelId, liveKey))) return;
  await addLiveMessage(transaction, { postId, deliveryId, channelId, liveKey, revision, at });
}

const findPost = compiledQuery((queries: Queries, { postId }: Parameters<{ postId: number }>) =>
  queries
    .selectFrom('posts')
    .select(['id', 'channelId', 'state', 'layout', 'pingRoleIds', 'firstTryAt'])
    .select(({ exists, selectFrom, lit }) =>
      exists(
        selectFrom('deliveries')
          .select(lit(1).as('one'))
          .whereRef('deliveries.postId', '=', 'posts.id')
          .where('deliveries.liveKey', 'is not', null),
      ).as('isAboutLive'),
    )
    .where('id', '=', postId),
);

/** A post in any state, which another transaction may change. */
type FoundPost = Awaited<ReturnType<typeof findPost>>[number];

const isUnsettled = (state: FoundPost['state']): boolean => state === 'sending' || state === 'ambiguous';

/** Locks the queue of the post, and then the post; every transaction locks in this order. Throws for a settled post. */
async function lockQueueAndPost(transaction: Transaction, postId: number) {
  const [found] = await findPost(transaction, { postId });
  const queue = found === undefined ? null : await lockQueue(transaction, found.channelId);
  return { post: await lockPost(transaction, postId), isAbandoned: queue?.isAbandoned === true };
}

/** Creates the transactions of messages, from their first attempt until they are settled. */
export function createSendingStore(database: Database, ingestion: Ingestion) {
  return {
    /**
     * Recovers after a start: sets every `sending` post to `ambiguous`, because its request ended with the process, and
     * completes an unfinished ingestion.
     */
    async recover(): Promise<void> {
      await database.transaction('recover', async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('posts')
          .set({ state: 'ambiguous', isConfirmedAbsent: false })
          .where('settledAt', 'is', null)
          .where('state', '=', 'sending')
          .executeTakeFirst();
        if (numUpdatedRows > 0n) reached('a message was under way when its process ended');
      });
      await ingestion.finish();
    },

    /**
     * Assigns deliveries to one message with its first attempt at `at` (epoch ms); `clockOffsetMs` is how far Discord's
     * clock is then ahead of the local one, if known. Rejects without a change if a delivery is not pending in this
     * channel, the queue is stopped, or it has an unsettled post. Each delivery keeps the template that is then nearest to
     * it. In a database restored from a backup, a delivery that may have been posted since the backup gets an
     * `ambiguous` post with a first attempt more than an hour ago instead: it may only be sent after its channel was
     * searched for it. Such deliveries are `alone` and never summarized.
     */
    startPost: ({
      deliveryIds,
      clockOffsetMs = null,
      ...post
    }: {
      readonly channelId: string;
      readonly deliveryIds: readonly number[];
      readonly nonce: string;
      readonly at: number;
      readonly clockOffsetMs?: number | null;
      readonly layout: 'card' | 'summary';
      readonly pingRoleIds: readonly string[];
      readonly isSilent?: boolean;
      readonly limitNotice?: LimitNotice | null;
      readonly watchIds?: readonly number[];
    }): Promise<Post> =>
      database.transaction('startPost', async (transaction) => {
        const { channelId } = post;
        if (deliveryIds.length === 0) throw new Error('A post needs at least one delivery.');
        const added = await addPost(transaction, { ...post, clockOffsetMs });
        if (added === null) throw await refusal(transaction, channelId);
        const assigned = await assignDeliveries(transaction, deliveryIds, added);
        const unverified = assigned.find(({ isUnverified }) => isUnverified);
        if (unverified === undefined) {
          const [only, ...others] = assigned;
          if (only !== undefined && others.length === 0) await noteRevision(transaction, added, only);
          return composed(transaction, added, assigned);
        }
        if (deliveryIds.length > 1)
          throw new Error('A delivery that needs verification must have a post of its own.');
        return composed(transaction, await searchBeforehand(transaction, added, unverified), assigned);
      }),

    /**
     * Records another attempt at `at` (epoch ms). With `newWindow` it is the first attempt (`attempts` 1) of a new
     * nonce window, because the message is known to be absent.
     */
    retryPost: (
      postId: number,
      {
        clockOffsetMs = null,
        ...retry
      }: {
        readonly at: number;
        readonly clockOffsetMs?: number | null;
        readonly newWindow: boolean;
        readonly layout: MessageLayout;
      },
    ): Promise<Post> =>
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

    /**
     * Settles the post and its deliveries; `at` in epoch ms. A delivery with a topic that was sent with embeds in a
     * separate message becomes a live message, with the revision of the topic when the message was composed (so it is
     * edited if the topic changed after that). With `publish` it is `QueueWork.unpublished` until `markPublished`. A
     * message without an id becomes neither. A second call does nothing.
     * @param sent.isFound whether Discord did not accept it just now, but was asked for earlier messages
     * @param sent.leftOut parts that the message was accepted without
     * @param sent.refused pending deliveries of the channel that Discord refused just before; they are abandoned too.
     * Resolves to their number
     */
    markSent: (
      postId: number,
      sent: {
        readonly messageId: string | null;
        readonly at: number;
        readonly publish: boolean;
        readonly isFound?: boolean;
        readonly leftOut?: readonly LeftOutPart[];
        readonly refused?: readonly RefusedDelivery[];
      },
    ): Promise<{ readonly givenUp: number }> =>
      database.transaction('markSent', async (transaction) => {
        const { messageId, at } = sent;
        const [post] = await findPost(transaction, { postId });
        if (post?.state === 'sent') return { givenUp: 0 };
        if (post === undefined || !isUnsettled(post.state))
          throw new Error(`Post ${postId} is settled or does not exist.`);
        const becomesLive = post.isAboutLive === true && post.layout === 'card' && messageId !== null;
        // An ingestion may change the state that the message shows at the same time.
        if (becomesLive) await lockQueueOrder(transaction);
        // Locks the queue before the post.
        const firstTryAt = sent.isFound === true ? post.firstTryAt : null;
        await notePost(transaction, post.channelId, {
          roleIds: textList.read(post.pingRoleIds),
          at,
          firstTryAt,
        });
        if (!(await markPostSent(transaction, postId, sent)))
          throw new Error(`Post ${postId} was settled at the same time.`);
        if (becomesLive) await createLiveMessage(transaction, post, at);
        await settleAsPosted(transaction, postId, at);
        const { refused = [] } = sent;
        const { channelId } = post;
        return { givenUp: await giveUpRefused(transaction, { channelId, refused, at }) };
      }),

    /**
     * Records that the response was lost, so that the queue waits until the outcome of the post is known.
     * `rest.notBefore` (epoch ms): until when Discord asked to wait (`QueueWork.notBefore`); `rest.refusalCode` as in
     * `release`. With `stillAbsent` the answer given to `resolveHeldPost` remains valid, because this attempt was
     * certainly not posted either.
     */
    markAmbiguous: (
      postId: number,
      rest?: {
        readonly notBefore: number;
        readonly refusalCode?: number | null;
        readonly stillAbsent?: boolean;
      },
    ): Promise<void> =>
      database.transaction('markAmbiguous', async (transaction) => {
        const { channelId } = (await lockQueueAndPost(transaction, postId)).post;
        await markPostAmbiguous(transaction, postId, rest?.stillAbsent === true);
        if (rest !== undefined) await holdQueueUntil(transaction, channelId, rest);
      }),

    /**
     * Returns the deliveries to their position in the queue, because the message was certainly not posted. The queue
     * pauses until `notBefore` (epoch ms). With `alone` each of them must be sent in a separate message from now on.
     * `refusalCode`: code with which Discord refused the message without naming a cause (`LateQueue.refusalCode`).
     */
    release: (
      postId: number,
      {
        alone,
        ...rest
      }: {
        readonly notBefore: number;
        readonly refusalCode?: number | null;
        readonly alone: boolean;
      },
    ): Promise<void> =>
      database.transaction('release', async (transaction) => {
        const { post, isAbandoned } = await lockQueueAndPost(transaction, postId);
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
          .set({ state: 'released', settledAt: now(transaction), staleSince: null })
          .where('id', '=', postId)
          .execute();
        await holdQueueUntil(transaction, post.channelId, rest);
      }),

    /**
     * Abandons the message: Discord refused it in every layout, or it can never be determined whether it was posted.
     * `refusalCode`: the code of the refusal; 0 without a code, `null` for 5xx.
     */
    markDead: (
      postId: number,
      reason: 'refused' | 'unverifiable',
      refusalCode: number | null = null,
    ): Promise<void> =>
      database.transaction('markDead', async (transaction) => {
        await lockPost(transaction, postId);
        await markPostDead(transaction, postId, reason, refusalCode);
      }),
  };
}
