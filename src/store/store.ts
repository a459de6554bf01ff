import type { CollectionSummary } from '../domain/collection.ts';
import type { Post, PostForm } from '../domain/delivery.ts';
import type { FeedMemory, Intake } from '../domain/intake.ts';
import type { LaneStatus, LaneWork } from '../domain/lane.ts';
import type { NewSubscription, Subscription } from '../domain/subscription.ts';

/** What the bot has seen of the feed, and how new events come in. */
export interface FeedStore {
  /** `blank` before the first intake; `empty` while no record was ever seen; else `filled`. */
  memory(): Promise<FeedMemory>;
  /** What the first intake decided (`Intake.newsAfter`), epoch seconds; `null` before it. */
  newsAfter(): Promise<number | null>;
  /** The ones among `keys` that were seen before. Keys are kept for 7 days, and the newest 20,000 for longer. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Writes the seen marks, the alerts and their deliveries in one transaction; deliveries queue in the order given.
   * An alert that is already known is passed over with all its channels. The first intake is the baseline even when
   * it is empty; later ones that hold nothing write nothing. Resolves to the channels with new deliveries.
   */
  intake(intake: Intake): Promise<readonly string[]>;
}

/**
 * Deliveries on their way, lane by lane. Every verb is one transaction, durable when it resolves. A lane has at most
 * one unsettled post; a verb on a post that is settled already rejects with an Error.
 */
export interface DeliveryStore {
  /** After a start: turns every `sending` post into `ambiguous`, since its request died with the process. */
  recover(): Promise<void>;
  /** Channels that have something to send or to settle and whose lane is open. */
  lanesWithWork(): Promise<readonly string[]>;
  /** The unsettled post and up to `limit` of the oldest waiting deliveries; an unknown channel is an open, empty lane. */
  laneWork(channelId: string, limit: number): Promise<LaneWork>;
  /** Marks waiting deliveries of what happened before `occurredBefore` (epoch seconds) as too old; resolves to how many. */
  expire(channelId: string, occurredBefore: number): Promise<number>;
  /**
   * Freezes deliveries into one message and marks it as being sent, at `at` (epoch ms), for the first time. Rejects
   * and changes nothing when one of them does not wait in this channel (any more), when the lane is stopped or when
   * it has an unsettled post.
   */
  beginPost(post: {
    readonly channelId: string;
    readonly deliveryIds: readonly number[];
    readonly nonce: string;
    readonly at: number;
  }): Promise<Post>;
  /**
   * Marks one more try, at `at` (epoch ms). With `newWindow` it is the first try (`attempts` 1) of a new nonce window:
   * the message is known to be absent.
   */
  retryPost(
    postId: number,
    retry: { readonly at: number; readonly newWindow: boolean; readonly form: PostForm },
  ): Promise<Post>;
  /** Settles the post and its deliveries; `at` in epoch ms. A second time it does nothing. */
  markSent(postId: number, sent: { readonly messageId: string | null; readonly at: number }): Promise<void>;
  /** The answer was lost: the lane is held until the post's fate is known. */
  markAmbiguous(postId: number): Promise<void>;
  /**
   * Gives the deliveries back to the lane, where they keep their place: the message was certainly not posted. The lane
   * rests until `notBefore` (epoch ms). `alone` marks each of them for a message of its own, for good.
   */
  release(postId: number, release: { readonly notBefore: number; readonly alone: boolean }): Promise<void>;
  /** Discord refused the message in every form, or its fate can never be known; kept with the reason. */
  markDead(postId: number, reason: 'refused' | 'unverifiable'): Promise<void>;
  /** Stops a lane until a subscription opens it again. An unsettled post stays as it is, to be settled then. */
  stopLane(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
  ): Promise<void>;
}

/** The rules that admins set up, and the state of the channels that they are for. */
export interface SubscriptionStore {
  /** Every subscription of every server, for the index that matching reads. */
  allSubscriptions(): Promise<readonly Subscription[]>;
  /** The server's subscriptions, the oldest first. */
  subscriptionsOf(guildId: string): Promise<readonly Subscription[]>;
  /**
   * Adds the rule and opens its channel's lane. `created` is false when the channel has a rule of the same kinds and
   * collection already, which is then the one returned; the lane is opened all the same.
   */
  addSubscription(
    subscription: NewSubscription,
  ): Promise<{ readonly subscription: Subscription; readonly created: boolean }>;
  /**
   * Takes the rule away; `null` when the server has none of this id. A channel without any rule left loses what waits
   * for it, and gets nothing new until it has a rule again; a message that is under way is still settled.
   */
  removeSubscription(guildId: string, id: number): Promise<Subscription | null>;
  /** In the order of `channelIds`; an unknown channel is open with nothing waiting. */
  laneStatuses(channelIds: readonly string[]): Promise<readonly LaneStatus[]>;
}

/** The local copy of the marketplace's collection list. */
export interface DirectoryStore {
  /** In the order in which they were saved. */
  loadCollections(): Promise<readonly CollectionSummary[]>;
  /** Replaces the whole list. */
  saveCollections(collections: readonly CollectionSummary[]): Promise<void>;
}

/**
 * Everything that Gavel remembers, as asynchronous domain verbs. SQLite implements it today; any other
 * implementation must pass the same conformance suite (`test/store/conformance.ts`).
 */
export interface Store extends FeedStore, DeliveryStore, SubscriptionStore, DirectoryStore, AsyncDisposable {}
