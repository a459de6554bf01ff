import type { LaneWork } from '../../../domain/lane.ts';
import type { DeliveryStore } from '../../store.ts';
import { CROWDED_KEPT_MS } from '../retention/kinds.ts';
import type { CardTable } from '../tables/cards.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { FillPost } from './fill-post.ts';
import type { VerbMaker } from './verb.ts';

const HOUR_MS = 60 * 60 * 1000;
/**
 * Discord takes ten publishings an hour in a channel. Where more is posted for long, what is published in its order comes later
 * and later; so what waits longer than this lets what is newer go first.
 */
const PUBLISHED_IN_ORDER_MS = 10 * 60 * 1000;
/** Live messages that a look at a lane shows: more than are edited before the next look. */
const CARDS_SHOWN = 10;
/** Later some of what a summary told may have been thrown away, and it would count too little. */
const SUMMARIES_DRAWN_MS = CROWDED_KEPT_MS / 2;

interface Tables {
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly posts: PostTable;
  readonly cards: CardTable;
}

type LaneVerbs = Pick<
  DeliveryStore,
  | 'lanesWithWork'
  | 'laneWork'
  | 'expire'
  | 'foldWaiting'
  | 'stopLane'
  | 'markShown'
  | 'letCardBe'
  | 'markPublished'
  | 'markDrawn'
>;

/**
 * The verbs of a lane as a whole: what there is to do in it, and what becomes of what waits.
 * @param now epoch ms
 */
export function createLaneVerbs(
  verb: VerbMaker,
  { deliveries, lanes, posts, cards }: Tables,
  fillPost: FillPost,
  now: () => number,
): LaneVerbs {
  /** Counts only where something waits, since this is asked for all the time. */
  function waitingIn(channelId: string, limit: number): Pick<LaneWork, 'pending' | 'waiting' | 'toFold'> {
    const { foldMark } = lanes.get(channelId);
    const shown = deliveries.pending(channelId, limit, foldMark);
    const pending = shown.map(({ doubtful: _doubtful, ...delivery }) => delivery);
    if (shown.length < limit) {
      const toFold = shown.filter(({ folded, doubtful }) => folded || doubtful).length;
      return { pending, waiting: shown.length, toFold };
    }
    return {
      pending,
      waiting: deliveries.countPending(channelId),
      toFold: deliveries.countFolded(channelId, foldMark),
    };
  }

  function staleIn(channelId: string): LaneWork['stalePost'] {
    const post = posts.changedOf(channelId, now() - SUMMARIES_DRAWN_MS);
    return post === null ? null : fillPost.changed(post);
  }

  return {
    lanesWithWork: verb.read(() => lanes.withWork()),

    laneWork: verb.read((channelId, limit) => {
      const { state, notBefore, lastPingAt } = lanes.get(channelId);
      const unsettled = posts.unsettledOf(channelId);
      // What lies ahead was accepted under a clock that was set back since, and belongs to no hour.
      const hour = posts.acceptedSince(channelId, now() - HOUR_MS, now());
      return {
        state,
        notBefore,
        unsettled: unsettled === null ? null : fillPost.unsettled(unsettled),
        ...waitingIn(channelId, limit),
        staleCards: cards.stale(channelId, CARDS_SHOWN),
        stalePost: staleIn(channelId),
        unpublished: posts.unpublishedOf(channelId, now() - PUBLISHED_IN_ORDER_MS),
        postsLastHour: hour.posts,
        oldestPostOfHour: hour.oldest,
        lastPingAt,
      };
    }),

    expire: verb.write((channelId, occurredBefore) =>
      deliveries.expire(channelId, occurredBefore, lanes.get(channelId).foldMark),
    ),

    foldWaiting: verb.write((channelId, { urgentToo }) => {
      if (urgentToo) deliveries.calm(channelId);
      const last = deliveries.lastCalm(channelId);
      if (last !== null) lanes.fold(channelId, last);
    }),

    stopLane: verb.write((channelId, stop) => lanes.stop(channelId, stop, now())),

    markShown: verb.write((deliveryId, revision) => cards.markShown(deliveryId, revision, now())),

    letCardBe: verb.write((deliveryId) => cards.remove(deliveryId)),

    markPublished: verb.write((postId) => posts.markPublished(postId)),

    markDrawn: verb.write((postId, changes) => posts.markDrawn(postId, changes)),
  };
}
