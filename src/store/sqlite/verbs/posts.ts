import { AUCTION_TOPIC } from '../../../alerts/kinds/auction/schema.ts';
import type { PostRow } from '../../rows/channel-queue.ts';
import type { DeliveryStore } from '../../store.ts';
import type { ChannelQueueTable } from '../tables/channel-queues.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LiveMessageTable } from '../tables/live-messages.ts';
import type { PostTable } from '../tables/posts.ts';
import type { RolePingTable } from '../tables/role-pings.ts';
import type { FanOut } from './fan-out.ts';
import type { PostLoader } from './post-loader.ts';
import type { TransactionFactory } from './transaction-factory.ts';
import type { Verification } from './verification.ts';

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly queues: ChannelQueueTable;
  readonly posts: PostTable;
  readonly rolePings: RolePingTable;
  readonly liveMessages: LiveMessageTable;
}

type PostTransactions = Pick<
  DeliveryStore,
  'recover' | 'beginPost' | 'retryPost' | 'markSent' | 'markAmbiguous' | 'release' | 'markDead'
>;

/**
 * The transactions of messages, from their first try until they are settled.
 * @param now epoch ms
 */
export function createPostTransactions(
  transactions: TransactionFactory,
  { deliveries, queues, posts, rolePings, liveMessages }: Tables,
  {
    postLoader,
    verification,
    finishFanOut,
    now,
  }: {
    readonly postLoader: PostLoader;
    readonly verification: Verification;
    readonly finishFanOut: FanOut['finish'];
    readonly now: () => number;
  },
): PostTransactions {
  /** The initial state of a post: `ambiguous` when its alert may have been posted already and needs verification. */
  function firstTry(deliveryIds: readonly number[], at: number, clockOffsetMs: number | null) {
    const unverified = deliveryIds.flatMap((id) => deliveries.unverifiedSince(id) ?? []);
    const [occurredAt] = unverified;
    if (occurredAt === undefined) return { state: 'sending', at, clockOffsetMs } as const;
    if (deliveryIds.length > 1)
      throw new Error('A delivery that needs verification must have a post of its own.');
    // The time of the event is by the marketplace's clock, whose offset to Discord's clock is unknown.
    return { state: 'ambiguous', at: verification.searchFrom(occurredAt, at), clockOffsetMs: null } as const;
  }

  /**
   * Plain text and summaries cannot show a topic, and a message without an id cannot be edited. Beside a live message, one
   * about a bid or a coming end keeps what it says: as live messages, several would all show the latest state.
   */
  function createLiveMessage({ id, channelId, form }: PostRow, messageId: string | null, at: number): void {
    if (form !== 'rich' || messageId === null) return;
    const live = deliveries.liveDeliveryOf(id);
    if (live === null) return;
    const { topic, liveKey, revision } = live;
    const keepsState = topic === AUCTION_TOPIC.bid || topic === AUCTION_TOPIC.ending;
    if (keepsState && liveMessages.has(channelId, liveKey)) return;
    liveMessages.add({ deliveryId: live.id, channelId, topic: liveKey, messageId, revision, at });
  }

  /**
   * The message is composed now, with the latest state; only one about a bid keeps what it says. Not for a message of which
   * an earlier try may have been accepted: that one may show less.
   */
  function noteComposed(postId: number, form: PostRow['form']): void {
    if (form !== 'rich') return;
    const live = deliveries.liveDeliveryOf(postId);
    if (live !== null && live.topic !== AUCTION_TOPIC.bid) deliveries.showLatest(live.id);
  }

  const markAllAmbiguous = transactions.write(() => posts.markAllAmbiguous());

  return {
    async recover() {
      await markAllAmbiguous();
      await finishFanOut();
    },

    beginPost: transactions.write(({ deliveryIds, clockOffsetMs = null, ...post }) => {
      const { channelId } = post;
      if (deliveryIds.length === 0) throw new Error('A post needs at least one delivery.');
      const { state } = queues.get(channelId);
      if (state !== 'open') throw new Error(`The queue of channel ${channelId} is ${state}.`);
      const other = posts.unsettledOf(channelId);
      if (other !== null) throw new Error(`Post ${other.id} to channel ${channelId} is not settled yet.`);
      const tried = firstTry(deliveryIds, post.at, clockOffsetMs);
      const postId = posts.begin({ ...post, ...tried });
      for (const id of deliveryIds) {
        if (deliveries.freeze(id, channelId, postId)) continue;
        throw new Error(`Delivery ${id} is not pending in channel ${channelId}.`);
      }
      if (tried.state === 'sending') noteComposed(postId, post.form);
      return postLoader.unsettled(posts.unsettled(postId));
    }),

    retryPost: transactions.write((postId, { clockOffsetMs = null, ...retry }) => {
      posts.unsettled(postId);
      posts.retry(postId, { ...retry, clockOffsetMs });
      if (retry.newWindow) {
        deliveries.clearVerification(postId);
        noteComposed(postId, retry.form);
      }
      return postLoader.unsettled(posts.unsettled(postId));
    }),

    markSent: transactions.write((postId, sent) => {
      if (posts.stateOf(postId) === 'sent') return;
      const post = posts.unsettled(postId);
      posts.markSent(postId, sent);
      queues.notePost(post.channelId, sent.at);
      rolePings.note(post.channelId, post.pingRoleIds, sent.at);
      createLiveMessage(post, sent.messageId, sent.at);
      deliveries.settle(postId, 'sent');
    }),

    markAmbiguous: transactions.write((postId, rest) => {
      const { channelId } = posts.unsettled(postId);
      posts.markAmbiguous(postId);
      if (rest?.stillAbsent === true) posts.markReportedAbsent(postId);
      if (rest !== undefined) queues.holdUntil(channelId, rest.notBefore);
    }),

    release: transactions.write((postId, { notBefore, alone }) => {
      const { channelId } = posts.unsettled(postId);
      const { abandoned } = queues.get(channelId);
      deliveries.returnToQueue(postId, { abandoned, alone });
      posts.markReleased(postId, now());
      queues.holdUntil(channelId, notBefore);
    }),

    markDead: transactions.write((postId, reason) => {
      posts.unsettled(postId);
      posts.markDead(postId, reason, now());
      deliveries.settle(postId, 'dead');
    }),
  };
}
