import type { AuctionAlert, NoticeAlert } from '#src/alerts/alert.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { LimitNotice } from '#src/alerts/person-limit.ts';
import type { TradeHistory } from '#src/alerts/repeat-trades.ts';
import type { ChannelSettings, GuildSettings } from '#src/alerts/settings.ts';
import type { Draft, NewSubscription, Rule, Subscription } from '#src/alerts/subscription.ts';
import type { LimitExceeded, RuleChanges, RuleChangesResult } from '#src/alerts/subscription-revision.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { CollectionSummary } from '#src/marketplace/model/collection.ts';
import type { BurnedTokens } from './burns.ts';
import type { ChannelFactsStore } from './channel-facts.ts';
import type { FloorStore } from './floors.ts';
import type { HealthStore } from './health-store.ts';
import type { LateFactsStore } from './late-facts-store.ts';
import type { MadeAlertStore } from './made-alerts.ts';
import type { MarketHistoryStore } from './market-history.ts';
import type { QueueStatus, QueueWork } from './model/channel-queue.ts';
import type { LeftOutPart, MessageLayout, Post } from './model/delivery.ts';
import type { HeldPost, HeldReason, HeldVerdict } from './model/held.ts';
import type { AuctionBatch, FeedBatch, FeedState } from './model/ingest-batch.ts';
import type { NoticeTarget } from './model/notice-target.ts';
import type { PeopleStore } from './people-store.ts';
import type { SalesPeriod } from './sales.ts';

/** What the bot has read of the feed, and the ingestion of new events. */
export interface FeedStore {
  /** `blank` before the first ingestion; `empty` while no record has been seen; then `filled`. */
  feedState(): Promise<FeedState>;
  /** Set by the first ingestion (`FeedBatch.newRecordsAfter`), epoch seconds; `null` before it. */
  newRecordsAfter(): Promise<number | null>;
  /** The subset of `keys` that was seen before. For how long keys are kept: `prune`. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Writes the record keys, the alerts with their deliveries, topics and trades in one transaction; deliveries are queued
   * in the order given. With more than a few hundred deliveries the transaction holds only the list of them; they are written
   * in further short transactions, if necessary by the next process (`recover`, or the next ingestion). An alert whose key is
   * known is skipped with all its channels; an addressee with `skipIfLive` is skipped while its channel has, or is about to
   * get, a live message of the topic; for the end of an auction if it was given another alert of that end. The first ingestion is the baseline even when it is empty; later empty ones write
   * nothing. Resolves to the channels with new deliveries or with live messages to edit.
   */
  ingest(ingest: FeedBatch): Promise<readonly string[]>;
  /** The stored trades of these tokens, in their order. */
  tradeHistories(
    tokens: readonly { readonly collection: Address; readonly tokenId: TokenId }[],
  ): Promise<readonly TradeHistory[]>;
  /** The trades stored last, the last one first, at most `limit`: of these collections, or of all (`null`). */
  recentTrades(collections: readonly Address[] | null, limit: number): Promise<readonly Trade[]>;
  /** The stored sales of a period, oldest first. Read a page at a time: one that is stored meanwhile may be missing. */
  salesBetween(period: SalesPeriod): Promise<readonly Trade[]>;
  /** How many units were burned in a period, by collection. */
  burnedBetween(period: SalesPeriod): Promise<readonly BurnedTokens[]>;
  /** The stored sales of a token, oldest first; of more than 500 the newest. */
  salesOfToken(collection: Address, tokenId: TokenId): Promise<readonly Trade[]>;
}

/** The tracked auctions. */
export interface AuctionStore {
  /** `null` before the first poll of the auctions was ingested. */
  trackedAuctions(): Promise<readonly TrackedAuction[] | null>;
  /** The number of tracked auctions; `null` before the first poll. */
  countTrackedAuctions(): Promise<number | null>;
  /** The topic states of the tracked auctions that were announced. */
  auctionStates(): Promise<readonly AuctionAlert[]>;
  /** Like `FeedStore.ingest`: one transaction, each alert once; resolves to the channels with something new. */
  ingestAuctions(ingest: AuctionBatch): Promise<readonly string[]>;
}

/**
 * The outbox: deliveries in one queue per channel. Every method is one transaction, durable when it resolves. A queue has
 * at most one unsettled post; methods on a settled post reject with an Error unless they say otherwise.
 */
export interface DeliveryStore {
  /**
   * To be called after a start: sets every `sending` post to `ambiguous`, since its request ended with the process, and
   * completes an unfinished ingestion.
   */
  recover(): Promise<void>;
  /** Channels with an open queue that have something to send, settle, edit or publish. */
  channelsWithWork(): Promise<readonly string[]>;
  /**
   * The pending work of the channel, with up to `limit` of the next deliveries. An unknown channel counts as an open, empty
   * queue.
   */
  channelWork(channelId: string, limit: number): Promise<QueueWork>;
  /** Expires pending deliveries of events before `occurredBefore` (epoch seconds); resolves to how many. */
  expire(channelId: string, occurredBefore: number): Promise<number>;
  /**
   * Assigns deliveries to one message, whose first try is at `at` (epoch ms); `clockOffsetMs` is by how much Discord's clock is
   * then ahead of ours, if known. Rejects without a change when a delivery is not pending in this channel, when the queue
   * is stopped or when it has an unsettled post. In a database restored from a backup, a delivery that may have been posted
   * since the backup gets an `ambiguous` post with a first try more than an hour ago instead: it may be sent only after the
   * channel was searched for it. Such deliveries are `alone` and never summarised.
   */
  startPost(post: {
    readonly channelId: string;
    readonly deliveryIds: readonly number[];
    readonly nonce: string;
    readonly at: number;
    readonly clockOffsetMs?: number | null;
    readonly layout: 'card' | 'summary';
    readonly pingRoleIds: readonly string[];
    readonly limitNotice?: LimitNotice | null;
  }): Promise<Post>;
  /**
   * Marks all pending deliveries of the channel for a summary: `QueueWork.toFold` counts them, `expire` skips them. Urgent
   * deliveries (an auction about to end) are included with `includeUrgent`, and not otherwise.
   */
  summariseWaiting(channelId: string, what: { readonly includeUrgent: boolean }): Promise<void>;
  /** The live message of this delivery now shows this revision of its topic. Older revisions than the current one are ignored. */
  markDisplayed(deliveryId: number, revision: number): Promise<void>;
  /**
   * The live message was deleted or cannot be edited: it stops being a live message. If it was the only one of its topic in
   * the channel, what was left to it (`leaveToCard`) is pending again.
   */
  abandonLiveMessage(deliveryId: number): Promise<void>;
  /**
   * Settles a pending delivery without a message of its own: the channel has a live message of its topic. With `orPost`, and
   * if that message is still to be edited to the latest state, the delivery is pending again once it cannot be. Does nothing
   * in a channel without a live message of the topic.
   */
  leaveToCard(deliveryId: number, options: { readonly orPost: boolean }): Promise<void>;
  /** Discord refuses edits in the channel with this code, until it accepts one (`null`). */
  noteEditProblem(channelId: string, code: number | null): Promise<void>;
  /** The message is up to date with this number of changes (`QueueWork.stalePost`), or cannot be edited. */
  markRedrawn(postId: number, changes: number): Promise<void>;
  /** The message was published or cannot be: it is not tried again. */
  markPublished(postId: number): Promise<void>;
  /**
   * Records another try, at `at` (epoch ms). With `newWindow` it is the first try (`attempts` 1) of a new nonce window:
   * the message is known to be absent.
   */
  retryPost(
    postId: number,
    retry: {
      readonly at: number;
      readonly clockOffsetMs?: number | null;
      readonly newWindow: boolean;
      readonly layout: MessageLayout;
    },
  ): Promise<Post>;
  /**
   * Settles the post and its deliveries; `at` in epoch ms. A delivery with a topic that was sent with embeds in a message of
   * its own becomes a live message, at the revision of the topic when the message was composed (so it is edited when the
   * topic changed after that). With `publish` it is `QueueWork.unpublished` until `markPublished`. A message without an id
   * becomes neither. A second call does nothing.
   * @param sent.leftOut what the message was accepted without
   * @param sent.refusedIds pending deliveries of the channel that Discord refused right before: they are given up with this. Resolves to
   *   how many were
   */
  markSent(
    postId: number,
    sent: {
      readonly messageId: string | null;
      readonly at: number;
      readonly publish: boolean;
      readonly leftOut?: readonly LeftOutPart[];
      readonly refusedIds?: readonly number[];
    },
  ): Promise<{ readonly givenUp: number }>;
  /**
   * The response was lost: the queue waits until the outcome of the post is known. `rest.notBefore` (epoch ms) is until when
   * Discord asked to wait (`QueueWork.notBefore`), `rest.refusalCode` as in `release`. With `stillAbsent` the answer given to `resolveHeldPost` remains valid, since this
   * try was certainly not posted either.
   */
  markAmbiguous(
    postId: number,
    rest?: {
      readonly notBefore: number;
      readonly refusalCode?: number | null;
      readonly stillAbsent?: boolean;
    },
  ): Promise<void>;
  /**
   * Returns the deliveries to their position in the queue: the message was certainly not posted. The queue pauses until
   * `notBefore` (epoch ms). With `alone` each of them must be sent in a message of its own from now on. `refusalCode`: Discord refused
   * the message with it and named no cause (`LateQueue.refusalCode`).
   */
  release(
    postId: number,
    release: {
      readonly notBefore: number;
      readonly refusalCode?: number | null;
      readonly alone: boolean;
    },
  ): Promise<void>;
  /**
   * It is unknown whether the message was posted: its queue is stopped (`HELD_CODES`) until a search of the channel or a
   * user (`SubscriptionStore.resolveHeldPost`) settles it. As with any stopped queue a notice becomes due, once per message.
   * `given up`: the channel has no rule, or the queue is a person's, so that nobody can decide, and the message is `unverifiable`. `readable`: nothing is
   * changed, because the channel can be read since.
   * @param seenFacts as in `stopQueue`; only for an unreadable channel
   */
  holdPost(
    postId: number,
    reason: HeldReason,
    seenFacts?: number | null,
  ): Promise<'held' | 'given up' | 'readable'>;
  /** Gives the message up: Discord refused it in every layout, or it can never be known whether it was posted. */
  markDead(postId: number, reason: 'refused' | 'unverifiable'): Promise<void>;
  /**
   * Stops a queue until a subscription opens it again. An unsettled post keeps its state and is settled after that. If the
   * queue was open and has rules, it is listed by `dueNotices` until `postNotice`.
   * @param stop.seenFacts of the request that was refused, `RecordedFacts.checkedAt` (`null` for no facts): when the bot got back
   * since what it lacked, nothing is changed and `false` is returned, because nobody would open the queue again
   */
  stopQueue(
    channelId: string,
    stop: {
      readonly state: 'paused' | 'closed';
      readonly code: number;
      readonly seenFacts?: number | null;
    },
  ): Promise<boolean>;
  /**
   * Opens stopped queues, `limit` at most, that are to try again and have work: after 1, 5 and 30 minutes and then hourly, a person's
   * daily; never one that a message holds, whose channel is gone, or in which the gateway shows that a permission is missing. Stopped again with the same code, no notice becomes due.
   */
  openForRetry(limit: number): Promise<readonly string[]>;
}

/** A stopped channel whose users have not been notified. */
export interface DueNotice {
  readonly guildId: string;
  readonly channelId: string;
  /** Discord's error code. */
  readonly code: number;
  /** Epoch ms. */
  readonly stoppedAt: number;
  /** The users who created its active rules, or all its rules when none is active; each once. */
  readonly askers: readonly string[];
  readonly waiting: number;
}

/** A notice that none of its target channels accepted. */
export interface RefusedNotice {
  readonly alertId: number;
  /** Of the channel that the notice is about. */
  readonly guildId: string;
  readonly channelId: string;
}

/** The rules that admins set up, and the state of their channels. */
export interface SubscriptionStore {
  /** The subscriptions of all servers, for the matching index. */
  allSubscriptions(): Promise<readonly Subscription[]>;
  /** The server's subscriptions, oldest first. */
  subscriptionsOf(guildId: string): Promise<readonly Subscription[]>;
  /** How many rules each channel of the server has. */
  subscriptionCounts(guildId: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Changes several rules and channel settings in one transaction. Rules are added before others are removed, so that a
   * channel whose rules are only replaced keeps its pending deliveries. When a cap would be exceeded nothing is changed. `at` is
   * epoch ms.
   */
  reviseSubscriptions(
    guildId: string,
    revision: RuleChanges,
    at: number,
  ): Promise<RuleChangesResult | LimitExceeded>;
  /**
   * Adds the rule and opens its channel's queue, without checking caps. When the channel already has the same rule, that one
   * is returned with `created` false; the queue is opened nevertheless.
   */
  addSubscription(
    subscription: NewSubscription,
  ): Promise<{ readonly subscription: Subscription; readonly created: boolean }>;
  /**
   * Removes the rule; `null` when the server has none with this id. When it was the last rule of its channel, the pending
   * deliveries are dropped and no new ones are queued until the channel has a rule again. A message in flight is still
   * settled; one that holds the channel is given up.
   */
  removeSubscription(guildId: string, id: number): Promise<Subscription | null>;
  /**
   * Changes the rule; `null` when the server has none with this id. `'same'`, without a change, when its channel already
   * has an identical rule.
   */
  changeSubscription(guildId: string, id: number, rule: Rule): Promise<Subscription | 'same' | null>;
  /** Pauses the rule; pending deliveries are still posted. `null` when the server has none with this id. */
  pauseSubscription(guildId: string, id: number, at: number): Promise<Subscription | null>;
  /** Resumes the rule and opens its channel's queue. `null` when the server has none with this id. */
  resumeSubscription(guildId: string, id: number): Promise<Subscription | null>;
  /** Opens the queue of a channel in which the server has rules, whatever stopped it; paused rules stay so. `false` without a rule. */
  reopenChannel(guildId: string, channelId: string): Promise<boolean>;
  /** Messages that hold these channels (`DeliveryStore.holdPost`). */
  heldPosts(channelIds: readonly string[]): Promise<readonly HeldPost[]>;
  /**
   * Settles a message that holds a channel of this server by a user's decision: it was posted, or it is to be sent now,
   * however old it is. Opens the queue. Resolves to the channel, or to `null` when the message no longer holds it.
   */
  resolveHeldPost(guildId: string, postId: number, verdict: HeldVerdict): Promise<string | null>;
  /** Whether `dueNotices` or `refusedNotices` may list any. Costs one statement. */
  hasNotices(): Promise<boolean>;
  /** Stopped channels whose users have not been notified. */
  dueNotices(): Promise<readonly DueNotice[]>;
  /**
   * Marks the notice for this channel as posted. `to` are the channels and people that get it, as an
   * ordinary delivery, with or without rules: a stopped one without rules is opened for it. With `null` no notice is
   * delivered. Does nothing when no notice is due.
   */
  postNotice(
    channelId: string,
    notice: { readonly alert: NoticeAlert; readonly to: readonly NoticeTarget[] } | null,
  ): Promise<void>;
  /**
   * Undelivered notices: every direct message channel (or channel without rules) that they were sent to is stopped, and none
   * has the notice.
   */
  refusedNotices(): Promise<readonly RefusedNotice[]>;
  /**
   * Moves the notice from the channels that refused it to this one of the same server, once; with `null` it is dropped. Does nothing when it is
   * not pending in such a channel.
   */
  rerouteNotice(alertId: number, to: string | null): Promise<void>;
  /** Replaces an earlier draft with this id. */
  saveDraft(draft: Draft): Promise<void>;
  /** `null` when it is unknown or older than a day. */
  loadDraft(id: string): Promise<Draft | null>;
  /** The server's drafts that are not older than a day, oldest first. */
  draftsOf(guildId: string): Promise<readonly Draft[]>;
  removeDraft(id: string): Promise<void>;
  /** In the order of `channelIds`; an unknown channel counts as an open, empty queue. */
  queueStatuses(channelIds: readonly string[]): Promise<readonly QueueStatus[]>;
}

/** Whose an input is. Discord ids. */
export interface SavedInputOwner {
  readonly guildId: string;
  readonly userId: string;
}

/** What people typed or uploaded, until they press a button: for an hour, the latest five of a person in a server. */
export interface SavedInputStore {
  /** @param id a new one; `payload`: JSON */
  saveInput(id: string, owner: SavedInputOwner, payload: string): Promise<void>;
  /** `null` when it is not kept any more, or somebody else's. */
  findInput(id: string, owner: SavedInputOwner): Promise<string | null>;
  /** The same, and deletes it. */
  takeInput(id: string, owner: SavedInputOwner): Promise<string | null>;
}

/** The notices to people whose channel was stopped. */
export type NoticeStore = Pick<
  SubscriptionStore,
  'dueNotices' | 'postNotice' | 'refusedNotices' | 'rerouteNotice'
>;

/** The settings of servers and channels. */
export interface SettingsStore {
  allGuildSettings(): Promise<ReadonlyMap<string, GuildSettings>>;
  allChannelSettings(): Promise<ReadonlyMap<string, ChannelSettings>>;
  /** `null` resets to the defaults. */
  saveGuildSettings(guildId: string, settings: GuildSettings | null): Promise<void>;
  saveChannelSettings(guildId: string, channelId: string, settings: ChannelSettings | null): Promise<void>;
  /** The server's channels that have settings or that have, or had, a rule; sorted. */
  channelsOf(guildId: string): Promise<readonly string[]>;
  /**
   * Deletes a server's data: its rules, drafts and settings, and those of its channels. Pending deliveries are dropped, and
   * its live messages are no longer edited.
   */
  eraseGuild(guildId: string): Promise<void>;
}

/** The result of one step of `prune`. */
export interface PruneStep {
  /** Whether the pass has further steps. */
  readonly more: boolean;
  /** The kind of rows that were examined, and how many were deleted. */
  readonly what: string;
  readonly removed: number;
}

/** Deletion of expired rows. */
export interface HousekeepingStore {
  /**
   * Runs the next step of a pass that deletes rows expired at `now` (epoch ms), a few hundred at most. Any time may pass
   * between steps; an unfinished pass starts over after a restart. Rows are kept for:
   *
   * - record keys of the feed: 7 days, the newest 20,000 longer;
   * - alerts that were posted, expired or dropped, with their messages, live ones included: 14 days, longer while a live
   *   message shows a running auction;
   * - alerts that were given up: 60 days;
   * - pending deliveries: without limit, but 14 days in a stopped channel, where they would expire as soon as it is opened;
   * - topics: 14 days since their last change, and as long as an alert about them is kept;
   * - trades: 90 days, longer for the newest one of each token and those of the 24 hours before it;
   * - burns: 14 days;
   * - how collections stood: 2 years, one point an hour after 7 days, one a day after 90;
   * - gaps in the feed: 90 days; drafts: 1 day; saved inputs: 1 hour.
   *
   * The key of an alert prevents that it is posted twice. It can be deleted after 14 days because nothing produces the same
   * alert by then: an event counts as new for six hours, and record keys are kept for at least 7 days, so that a record
   * shown again with a later time is not new either. After a clock change the newest 20,000 keys are still known, more than
   * one poll of the feed can return. Auctions are compared with their stored state as long as they are tracked.
   */
  prune(now: number): Promise<PruneStep>;
  /** Returns free pages of the file to the disk, in short steps. To be called after a pass. */
  reclaimSpace(): Promise<void>;
}

/** The local copy of the marketplace's list of collections. */
export interface DirectoryStore {
  /** In the order in which they were saved. */
  loadCollections(): Promise<readonly CollectionSummary[]>;
  /** Replaces the whole list. */
  saveCollections(collections: readonly CollectionSummary[]): Promise<void>;
}

/**
 * All persistent state of Gavel, on SQLite or PostgreSQL (`open.ts`).
 */
export interface Store
  extends FeedStore,
    LateFactsStore,
    AuctionStore,
    FloorStore,
    DeliveryStore,
    SubscriptionStore,
    SavedInputStore,
    SettingsStore,
    HealthStore,
    ChannelFactsStore,
    HousekeepingStore,
    DirectoryStore,
    MadeAlertStore,
    MarketHistoryStore,
    AsyncDisposable {
  readonly people: PeopleStore;
}
