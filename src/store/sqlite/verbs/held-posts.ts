import { HELD_CODES, heldReason } from '../../../domain/held.ts';
import type { DeliveryStore, SubscriptionStore } from '../../store.ts';
import type { ChannelQueueTable } from '../tables/channel-queues.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { PostTable } from '../tables/posts.ts';
import type { RolePingTable } from '../tables/role-pings.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { PostLoader } from './post-loader.ts';
import type { TransactionFactory } from './transaction-factory.ts';

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly queues: ChannelQueueTable;
  readonly posts: PostTable;
  readonly rolePings: RolePingTable;
  readonly subscriptions: SubscriptionTable;
}

/** Gives up the message that holds this channel, when no user is left to decide whether it was posted. */
export type GiveUpHeldPost = (channelId: string) => void;

/** @param now epoch ms */
export function createGiveUpHeldPost(
  { deliveries, queues, posts }: Tables,
  now: () => number,
): GiveUpHeldPost {
  return (channelId) => {
    const post = posts.unsettledOf(channelId);
    if (post === null || heldReason(queues.get(channelId).problemCode) === null) return;
    posts.markDead(post.id, 'unverifiable', now());
    deliveries.settle(post.id, 'dead');
  };
}

/**
 * The transactions of held messages: those of which it is unknown whether they were posted. Their queue is stopped like
 * one that Discord refuses, with a code of our own.
 * @param now epoch ms
 */
export function createHeldPostTransactions(
  transactions: TransactionFactory,
  { deliveries, queues, posts, rolePings, subscriptions }: Tables,
  { postLoader, now }: { readonly postLoader: PostLoader; readonly now: () => number },
): Pick<DeliveryStore, 'holdPost'> & Pick<SubscriptionStore, 'resolveHeldPost' | 'heldPosts'> {
  return {
    holdPost: transactions.write((postId, reason) => {
      const { channelId } = posts.unsettled(postId);
      posts.markAmbiguous(postId);
      if (!subscriptions.anyOf(channelId)) {
        posts.markDead(postId, 'unverifiable', now());
        deliveries.settle(postId, 'dead');
        return false;
      }
      queues.stop(channelId, { state: 'paused', code: HELD_CODES[reason] }, now());
      if (posts.wasHeldNoticePosted(postId)) queues.clearNotice(channelId);
      return true;
    }),

    heldPosts: transactions.read((channelIds) =>
      channelIds.flatMap((channelId) => {
        const post = posts.unsettledOf(channelId);
        if (post === null || heldReason(queues.get(channelId).problemCode) === null) return [];
        const { id: postId, firstTryAt, firstClockOffsetMs } = post;
        const triedAt = firstTryAt + (firstClockOffsetMs ?? 0);
        return [{ postId, channelId, triedAt, alerts: postLoader.unsettled(post).alerts }];
      }),
    ),

    resolveHeldPost: transactions.write((guildId, postId, verdict) => {
      if (posts.stateOf(postId) !== 'ambiguous') return null;
      const { channelId, pingRoleIds } = posts.unsettled(postId);
      const isOfGuild = queues.ofGuild(guildId).includes(channelId);
      if (!isOfGuild || heldReason(queues.get(channelId).problemCode) === null) return null;
      if (verdict === 'absent') {
        posts.markReportedAbsent(postId);
      } else {
        const at = now();
        posts.markSent(postId, { messageId: null, at, publish: false });
        queues.notePost(channelId, at);
        rolePings.note(channelId, pingRoleIds, at);
        deliveries.settle(postId, 'sent');
      }
      queues.open(channelId, guildId);
      return channelId;
    }),
  };
}
