import type { QueueWork } from '../../../domain/channel-queue.ts';
import type { DeliveryStore } from '../../store.ts';
import { SURPLUS_KEPT_MS } from '../retention/policies.ts';
import type { ChannelQueueTable } from '../tables/channel-queues.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LiveMessageTable } from '../tables/live-messages.ts';
import type { PostTable } from '../tables/posts.ts';
import type { RolePingTable } from '../tables/role-pings.ts';
import type { PostLoader } from './post-loader.ts';
import type { TransactionFactory } from './transaction-factory.ts';

const HOUR_MS = 60 * 60 * 1000;
/**
 * Discord allows ten published messages an hour per channel. If more are posted for a long time, publishing in order falls
 * further and further behind; so newer messages go before those that have waited longer than this.
 */
const PUBLISHED_IN_ORDER_MS = 10 * 60 * 1000;
/** The most stale live messages in one result: more than are edited before the next query. */
const MAX_STALE_LIVE_MESSAGES = 10;
/** Alerts of an older summary may have been deleted, so that an edit would show too few. */
const MAX_SUMMARY_AGE_MS = SURPLUS_KEPT_MS / 2;

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly queues: ChannelQueueTable;
  readonly posts: PostTable;
  readonly rolePings: RolePingTable;
  readonly liveMessages: LiveMessageTable;
}

type ChannelQueueTransactions = Pick<
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

/**
 * The transactions of a channel queue as a whole: its pending work, expiry, summaries and edits.
 * @param now epoch ms
 */
export function createChannelQueueTransactions(
  transactions: TransactionFactory,
  { deliveries, queues, posts, rolePings, liveMessages }: Tables,
  postLoader: PostLoader,
  now: () => number,
): ChannelQueueTransactions {
  /** Counts only when there are more deliveries than asked for, since this is called very often. */
  function waitingIn(
    channelId: string,
    limit: number,
  ): Pick<QueueWork, 'pending' | 'waiting' | 'toSummarise'> {
    const { summarisedUpTo } = queues.get(channelId);
    const shown = deliveries.pending(channelId, limit, summarisedUpTo);
    const pending = shown.map(({ needsVerification: _doubtful, ...delivery }) => delivery);
    if (shown.length < limit) {
      const toSummarise = shown.filter(
        ({ summarised, needsVerification }) => summarised || needsVerification,
      ).length;
      return { pending, waiting: shown.length, toSummarise };
    }
    return {
      pending,
      waiting: deliveries.countPending(channelId),
      toSummarise: deliveries.countSummarised(channelId, summarisedUpTo),
    };
  }

  function stalePostIn(channelId: string): QueueWork['stalePost'] {
    const post = posts.stalePostOf(channelId, now() - MAX_SUMMARY_AGE_MS);
    return post === null ? null : postLoader.stale(post);
  }

  return {
    channelsWithWork: transactions.read(() => queues.withWork()),

    channelWork: transactions.read((channelId, limit) => {
      const { state, notBefore } = queues.get(channelId);
      const unsettled = posts.unsettledOf(channelId);
      // Posts with a later time were accepted before the clock was set back and are not counted.
      const hour = posts.acceptedSince(channelId, now() - HOUR_MS, now());
      return {
        state,
        notBefore,
        unsettled: unsettled === null ? null : postLoader.unsettled(unsettled),
        ...waitingIn(channelId, limit),
        staleLiveMessages: liveMessages.stale(channelId, MAX_STALE_LIVE_MESSAGES),
        stalePost: stalePostIn(channelId),
        unpublished: posts.unpublishedOf(channelId, now() - PUBLISHED_IN_ORDER_MS),
        postsLastHour: hour.posts,
        oldestPostOfHour: hour.oldest,
        // Never used again; a number makes the queue ask for what has expired.
        oldestWaitingAt: 0,
        lastPings: rolePings.of(channelId),
      };
    }),

    expire: transactions.write((channelId, occurredBefore) =>
      deliveries.expire(channelId, occurredBefore, queues.get(channelId).summarisedUpTo),
    ),

    summariseWaiting: transactions.write((channelId, { includeUrgent }) => {
      if (includeUrgent) deliveries.clearUrgency(channelId);
      const last = deliveries.lastNonUrgent(channelId);
      if (last !== null) queues.summariseUpTo(channelId, last);
    }),

    stopQueue: transactions.write((channelId, stop) => queues.stop(channelId, stop, now())),

    leaveToCard: transactions.write((deliveryId, { orPost }) => deliveries.leaveToCard(deliveryId, orPost)),

    markDisplayed: transactions.write((deliveryId, revision) => {
      liveMessages.markDisplayed(deliveryId, revision, now());
      const shown = liveMessages.find(deliveryId);
      if (shown?.isCurrent === true) deliveries.clearAwaitedEdits(shown.channelId, shown.topic);
    }),

    abandonLiveMessage: transactions.write((deliveryId) => {
      const gone = liveMessages.find(deliveryId);
      liveMessages.remove(deliveryId);
      if (gone !== null && !liveMessages.has(gone.channelId, gone.topic))
        deliveries.returnAwaitedEdits(gone.channelId, gone.topic);
    }),

    markPublished: transactions.write((postId) => posts.markPublished(postId)),

    markRedrawn: transactions.write((postId, changes) => posts.markRedrawn(postId, changes)),
  };
}
