import type { Post } from '../../../domain/delivery.ts';
import type { PostRow } from '../../rows.ts';
import type { DeliveryStore } from '../../store.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly posts: PostTable;
}

/** The verbs of delivery: messages from their first try to their end. */
export function createDeliveryVerbs(
  verb: VerbMaker,
  { deliveries, lanes, posts }: Tables,
  now: () => number,
): DeliveryStore {
  function withAlerts(post: PostRow): Post {
    return { ...post, alerts: deliveries.alertsOf(post.id) };
  }

  return {
    recover: verb.write(() => posts.markAllAmbiguous()),

    lanesWithWork: verb.read(() => lanes.withWork()),

    laneWork: verb.read((channelId, limit) => {
      const { state, notBefore } = lanes.get(channelId);
      const unsettled = posts.unsettledOf(channelId);
      return {
        state,
        notBefore,
        unsettled: unsettled === null ? null : withAlerts(unsettled),
        pending: deliveries.pending(channelId, limit),
      };
    }),

    expire: verb.write((channelId, occurredBefore) => deliveries.expire(channelId, occurredBefore)),

    beginPost: verb.write(({ channelId, deliveryIds, nonce, at }) => {
      if (deliveryIds.length === 0) throw new Error('A post needs at least one delivery.');
      const { state } = lanes.get(channelId);
      if (state !== 'open') throw new Error(`The lane of channel ${channelId} is ${state}.`);
      const other = posts.unsettledOf(channelId);
      if (other !== null) throw new Error(`Post ${other.id} to channel ${channelId} is not settled yet.`);
      const postId = posts.begin({ channelId, nonce, at });
      for (const id of deliveryIds) {
        if (deliveries.freeze(id, channelId, postId)) continue;
        throw new Error(`Delivery ${id} does not wait for channel ${channelId} any more.`);
      }
      return withAlerts(posts.unsettled(postId));
    }),

    retryPost: verb.write((postId, retry) => {
      posts.unsettled(postId);
      posts.retry(postId, retry);
      return withAlerts(posts.unsettled(postId));
    }),

    markSent: verb.write((postId, sent) => {
      if (posts.stateOf(postId) === 'sent') return;
      const { channelId } = posts.unsettled(postId);
      posts.markSent(postId, sent);
      deliveries.settle(postId, 'sent');
      lanes.notePost(channelId, sent.at);
    }),

    markAmbiguous: verb.write((postId) => {
      posts.unsettled(postId);
      posts.markAmbiguous(postId);
    }),

    release: verb.write((postId, { notBefore, alone }) => {
      const { channelId } = posts.unsettled(postId);
      const state = lanes.get(channelId).abandoned ? 'dropped' : 'pending';
      deliveries.giveBack(postId, { state, alone });
      posts.markReleased(postId, now());
      lanes.holdUntil(channelId, notBefore);
    }),

    markDead: verb.write((postId, reason) => {
      posts.unsettled(postId);
      posts.markDead(postId, reason, now());
      deliveries.settle(postId, 'dead');
    }),

    stopLane: verb.write((channelId, stop) => lanes.stop(channelId, stop, now())),
  };
}
