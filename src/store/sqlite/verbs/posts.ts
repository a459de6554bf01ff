import type { PostRow } from '../../rows/lane.ts';
import type { DeliveryStore } from '../../store.ts';
import type { CardTable } from '../tables/cards.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { Addressing } from './addressing.ts';
import type { Doubt } from './doubt.ts';
import type { FillPost } from './fill-post.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly posts: PostTable;
  readonly cards: CardTable;
}

type PostVerbs = Pick<
  DeliveryStore,
  'recover' | 'beginPost' | 'retryPost' | 'markSent' | 'markAmbiguous' | 'release' | 'markDead'
>;

/**
 * The verbs of messages, from their first try to their end.
 * @param now epoch ms
 */
export function createPostVerbs(
  verb: VerbMaker,
  { deliveries, lanes, posts, cards }: Tables,
  {
    fillPost,
    doubt,
    finishAddressing,
    now,
  }: {
    readonly fillPost: FillPost;
    readonly doubt: Doubt;
    readonly finishAddressing: Addressing['finish'];
    readonly now: () => number;
  },
): PostVerbs {
  /** How a post begins: a try of its own, or, for what may have been told already, one that is to be looked for. */
  function beginning(deliveryIds: readonly number[], at: number, aheadMs: number | null) {
    const doubts = deliveryIds.flatMap((id) => deliveries.doubtfulSince(id) ?? []);
    const [occurredAt] = doubts;
    if (occurredAt === undefined) return { state: 'sending', at, aheadMs } as const;
    if (deliveryIds.length > 1) throw new Error('What may have been told already needs a post of its own.');
    // When it happened is told by the marketplace's clock, of which nobody knows how it stands to Discord's.
    return { state: 'ambiguous', at: doubt.lookFrom(occurredAt, at), aheadMs: null } as const;
  }

  /**
   * Plain text and a summary cannot show a topic, and a message without an id cannot be edited. A bid that has a message of
   * its own beside a live one goes on telling of that bid: shown as things stand, several would all tell of the last.
   */
  function makeLive({ id, channelId, form }: PostRow, messageId: string | null, at: number): void {
    if (form !== 'rich' || messageId === null) return;
    const live = deliveries.liveOf(id);
    if (live === null) return;
    const { kind, topic, revision } = live;
    if (kind === 'auction_bid' && cards.has(channelId, topic)) return;
    cards.add({ deliveryId: live.id, channelId, topic, messageId, revision, at });
  }

  const markAllAmbiguous = verb.write(() => posts.markAllAmbiguous());

  return {
    async recover() {
      await markAllAmbiguous();
      await finishAddressing();
    },

    beginPost: verb.write(({ deliveryIds, aheadMs = null, ...post }) => {
      const { channelId } = post;
      if (deliveryIds.length === 0) throw new Error('A post needs at least one delivery.');
      const { state } = lanes.get(channelId);
      if (state !== 'open') throw new Error(`The lane of channel ${channelId} is ${state}.`);
      const other = posts.unsettledOf(channelId);
      if (other !== null) throw new Error(`Post ${other.id} to channel ${channelId} is not settled yet.`);
      const postId = posts.begin({ ...post, ...beginning(deliveryIds, post.at, aheadMs) });
      for (const id of deliveryIds) {
        if (deliveries.freeze(id, channelId, postId)) continue;
        throw new Error(`Delivery ${id} does not wait for channel ${channelId} any more.`);
      }
      return fillPost.unsettled(posts.unsettled(postId));
    }),

    retryPost: verb.write((postId, { aheadMs = null, ...retry }) => {
      posts.unsettled(postId);
      posts.retry(postId, { ...retry, aheadMs });
      if (retry.newWindow) deliveries.clearDoubt(postId);
      return fillPost.unsettled(posts.unsettled(postId));
    }),

    markSent: verb.write((postId, sent) => {
      if (posts.stateOf(postId) === 'sent') return;
      const post = posts.unsettled(postId);
      posts.markSent(postId, sent);
      lanes.notePost(post.channelId, { at: sent.at, pinged: post.pingRoleId !== null });
      makeLive(post, sent.messageId, sent.at);
      deliveries.settle(postId, 'sent');
    }),

    markAmbiguous: verb.write((postId, rest) => {
      const { channelId } = posts.unsettled(postId);
      posts.markAmbiguous(postId);
      if (rest?.stillAbsent === true) posts.markSaidAbsent(postId);
      if (rest !== undefined) lanes.holdUntil(channelId, rest.notBefore);
    }),

    release: verb.write((postId, { notBefore, alone }) => {
      const { channelId } = posts.unsettled(postId);
      const { abandoned } = lanes.get(channelId);
      deliveries.giveBack(postId, { abandoned, alone });
      posts.markReleased(postId, now());
      lanes.holdUntil(channelId, notBefore);
    }),

    markDead: verb.write((postId, reason) => {
      posts.unsettled(postId);
      posts.markDead(postId, reason, now());
      deliveries.settle(postId, 'dead');
    }),
  };
}
