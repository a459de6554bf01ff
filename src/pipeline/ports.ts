import type { Activity } from '../domain/activity.ts';
import type { Address } from '../domain/address.ts';
import type { Alert } from '../domain/alert.ts';
import type { Post, PostForm } from '../domain/delivery.ts';
import type { FeedMemory, Intake } from '../domain/intake.ts';
import type { LaneWork } from '../domain/lane.ts';
import type { Page } from '../domain/page.ts';
import type { ReadBack, SendOutcome } from '../domain/posting.ts';
import type { Token } from '../domain/token.ts';
import type { TokenId } from '../domain/token-id.ts';

/** Time as the pipeline sees it, so that tests can own it. */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The marketplace's activities feed, newest first. */
export interface Feed {
  activities(
    query: { readonly limit: number; readonly page?: number },
    options: { readonly signal: AbortSignal },
  ): Promise<Page<Activity>>;
}

/** Looks a token up; rejects when there is none or the marketplace does not answer. */
export interface TokenSource {
  find(collection: Address, tokenId: TokenId, options: { readonly signal: AbortSignal }): Promise<Token>;
}

/** Remembers what of the feed was seen, and takes in what is new. */
export interface Inbox {
  /** `blank` before the first look, when nothing may be told; `empty` while no record was ever seen; else `filled`. */
  memory(): Promise<FeedMemory>;
  /** What the first look decided (`Intake.newsAfter`), epoch seconds; `null` before it. */
  newsAfter(): Promise<number | null>;
  /** The ones among `keys` that were seen before. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Writes seen marks, alerts and deliveries in one transaction. Resolves to the channels that have new deliveries. */
  intake(intake: Intake): Promise<readonly string[]>;
}

/** The durable side of delivery. Every verb is one transaction. */
export interface Outbox {
  /** After a start: turns every `sending` post into `ambiguous`, since its request died with the process. */
  recover(): Promise<void>;
  /** Channels that have something to send or to settle and whose lane is open. */
  lanesWithWork(): Promise<readonly string[]>;
  laneWork(channelId: string, limit: number): Promise<LaneWork>;
  /** Marks waiting deliveries of what happened before `occurredBefore` (epoch seconds) as too old; resolves to how many. */
  expire(channelId: string, occurredBefore: number): Promise<number>;
  /** Freezes the deliveries into one message and marks it as being sent. */
  beginPost(post: {
    readonly channelId: string;
    readonly deliveryIds: readonly number[];
    readonly nonce: string;
    readonly at: number;
  }): Promise<Post>;
  /**
   * Marks one more try. `newWindow` starts the nonce window afresh, with this as its first try: the message is known
   * to be absent.
   */
  retryPost(
    postId: number,
    retry: { readonly at: number; readonly newWindow: boolean; readonly form: PostForm },
  ): Promise<Post>;
  markSent(postId: number, sent: { readonly messageId: string | null; readonly at: number }): Promise<void>;
  markAmbiguous(postId: number): Promise<void>;
  /** Gives the deliveries back to the lane: the message was certainly not posted. */
  release(postId: number, release: { readonly notBefore: number; readonly alone: boolean }): Promise<void>;
  /** Discord refused the message in every form, or its fate can never be known; kept with the reason. */
  markDead(postId: number, reason: 'refused' | 'unverifiable'): Promise<void>;
  /** Stops a lane until a subscription opens it again. */
  stopLane(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
  ): Promise<void>;
}

/** Posts messages. Never rejects: every end of a request is an outcome. */
export interface Notifier {
  /** How many of the alerts, from the first, fit into one message; at least 1. */
  capacity(channelId: string, alerts: readonly Alert[]): number;
  send(post: Post): Promise<SendOutcome>;
  /** Looks for the post among the channel's messages since its first try. */
  readBack(post: Post): Promise<ReadBack>;
}
