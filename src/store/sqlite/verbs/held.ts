import { HELD_CODES, heldReason } from '../../../domain/held.ts';
import type { DeliveryStore, SubscriptionStore } from '../../store.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { FillPost } from './fill-post.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly posts: PostTable;
  readonly subscriptions: SubscriptionTable;
}

/** Gives a message up that holds its channel, where nobody is left to say what became of it. */
export type GiveUpHeld = (channelId: string) => void;

/** @param now epoch ms */
export function createGiveUpHeld({ deliveries, lanes, posts }: Tables, now: () => number): GiveUpHeld {
  return (channelId) => {
    const post = posts.unsettledOf(channelId);
    if (post === null || heldReason(lanes.get(channelId).problemCode) === null) return;
    posts.markDead(post.id, 'unverifiable', now());
    deliveries.settle(post.id, 'dead');
  };
}

/**
 * The verbs of messages of which nobody can say whether they were posted. Such a lane is stopped like one that Discord
 * refuses, with a code of our own.
 * @param now epoch ms
 */
export function createHeldVerbs(
  verb: VerbMaker,
  { deliveries, lanes, posts, subscriptions }: Tables,
  { fillPost, now }: { readonly fillPost: FillPost; readonly now: () => number },
): Pick<DeliveryStore, 'holdPost'> & Pick<SubscriptionStore, 'decideHeld' | 'heldPosts'> {
  return {
    holdPost: verb.write((postId, reason) => {
      const { channelId } = posts.unsettled(postId);
      posts.markAmbiguous(postId);
      if (!subscriptions.anyOf(channelId)) {
        posts.markDead(postId, 'unverifiable', now());
        deliveries.settle(postId, 'dead');
        return false;
      }
      lanes.stop(channelId, { state: 'paused', code: HELD_CODES[reason] }, now());
      if (posts.wasHeldTold(postId)) lanes.settleNotice(channelId);
      return true;
    }),

    heldPosts: verb.read((channelIds) =>
      channelIds.flatMap((channelId) => {
        const post = posts.unsettledOf(channelId);
        if (post === null || heldReason(lanes.get(channelId).problemCode) === null) return [];
        const { id: postId, firstTryAt, firstAheadMs } = post;
        const triedAt = firstTryAt + (firstAheadMs ?? 0);
        return [{ postId, channelId, triedAt, alerts: fillPost.unsettled(post).alerts }];
      }),
    ),

    decideHeld: verb.write((guildId, postId, verdict) => {
      if (posts.stateOf(postId) !== 'ambiguous') return null;
      const { channelId, pingRoleId } = posts.unsettled(postId);
      const isOfGuild = lanes.ofGuild(guildId).includes(channelId);
      if (!isOfGuild || heldReason(lanes.get(channelId).problemCode) === null) return null;
      if (verdict === 'absent') {
        posts.markSaidAbsent(postId);
      } else {
        const at = now();
        posts.markSent(postId, { messageId: null, at, publish: false });
        lanes.notePost(channelId, { at, pinged: pingRoleId !== null });
        deliveries.settle(postId, 'sent');
      }
      lanes.open(channelId, guildId);
      return channelId;
    }),
  };
}
