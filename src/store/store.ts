import type { CollectionSummary } from '../domain/collection.ts';
import type { Post, PostForm } from '../domain/delivery.ts';
import type { Intake } from '../domain/intake.ts';
import type { LaneStatus, LaneWork } from '../domain/lane.ts';
import type { NewSubscription, Subscription } from '../domain/subscription.ts';

/** What the bot has seen of the feed, and how new events come in. */
export interface FeedStore {
  /** Whether a first look at the feed was written. */
  baselineTaken(): Promise<boolean>;
  /** The ones among `keys` that were seen before. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** One transaction; an alert that is already known is passed over. Resolves to the channels with new deliveries. */
  intake(intake: Intake): Promise<readonly string[]>;
}

/** Deliveries on their way, lane by lane. Every verb is one transaction. */
export interface DeliveryStore {
  recover(): Promise<void>;
  lanesWithWork(): Promise<readonly string[]>;
  laneWork(channelId: string, limit: number): Promise<LaneWork>;
  expire(channelId: string, occurredBefore: number): Promise<number>;
  beginPost(post: {
    readonly channelId: string;
    readonly deliveryIds: readonly number[];
    readonly nonce: string;
    readonly at: number;
  }): Promise<Post>;
  retryPost(
    postId: number,
    retry: { readonly at: number; readonly newWindow: boolean; readonly form: PostForm },
  ): Promise<Post>;
  markSent(postId: number, sent: { readonly messageId: string | null; readonly at: number }): Promise<void>;
  markAmbiguous(postId: number): Promise<void>;
  release(postId: number, release: { readonly notBefore: number; readonly alone: boolean }): Promise<void>;
  markDead(postId: number, reason: 'refused' | 'unverifiable'): Promise<void>;
  stopLane(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
  ): Promise<void>;
}

/** The rules that admins set up, and the state of the channels that they are for. */
export interface SubscriptionStore {
  /** Every subscription of every server, for the index that matching reads. */
  allSubscriptions(): Promise<readonly Subscription[]>;
  subscriptionsOf(guildId: string): Promise<readonly Subscription[]>;
  /** Adds the rule and opens its channel's lane; `created` is false when the channel had the same rule already. */
  addSubscription(
    subscription: NewSubscription,
  ): Promise<{ readonly subscription: Subscription; readonly created: boolean }>;
  /** Takes the rule away, with what still waits for a channel that has no rule left. `null` when there is none. */
  removeSubscription(guildId: string, id: number): Promise<Subscription | null>;
  laneStatuses(channelIds: readonly string[]): Promise<readonly LaneStatus[]>;
}

/** The local copy of the marketplace's collection list. */
export interface DirectoryStore {
  loadCollections(): Promise<readonly CollectionSummary[]>;
  saveCollections(collections: readonly CollectionSummary[]): Promise<void>;
}

/**
 * Everything that Gavel remembers, as asynchronous domain verbs. SQLite implements it today; any other
 * implementation must pass the same conformance suite (`test/store/conformance.ts`).
 */
export interface Store extends FeedStore, DeliveryStore, SubscriptionStore, DirectoryStore, AsyncDisposable {}
