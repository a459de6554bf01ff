import type { Alert, AuctionAlert, MarketAlert, NoticeAlert } from '../alerts/alert.ts';
import type { TrackedAuction } from '../alerts/auctions/tracked-auction.ts';
import type { FeedRecord, locationKeysOf } from '../alerts/feed-record.ts';
import type { CollectionPrices } from '../alerts/price-context.ts';
import type { TradeHistory } from '../alerts/repeat-trades.ts';
import type { ChannelSettings } from '../alerts/settings.ts';
import type { Address } from '../chain/address.ts';
import type { TokenId } from '../chain/token-id.ts';
import type { QueueWork } from '../domain/channel-queue.ts';
import type { MessageLayout, Post } from '../domain/delivery.ts';
import type { GapEvidence, GapSize, OpenGaps, ReadingSpan, SalesReading } from '../domain/gap-size.ts';
import type { HeldReason } from '../domain/held.ts';
import type { AuctionBatch, FeedBatch, FeedState } from '../domain/ingest.ts';
import type { StaleLiveMessage, StalePost } from '../domain/live-state.ts';
import type { EditOutcome, ReadBack, SendOutcome } from '../domain/posting.ts';
import type { GivenUpAlert, RevisedAlert, UndecidedAlert } from '../domain/undecided.ts';
import type { Activity } from '../marketplace/model/activity.ts';
import type { Auction } from '../marketplace/model/auction.ts';
import type { Page } from '../marketplace/model/page.ts';
import type { Token } from '../marketplace/model/token.ts';

/** Time source of the pipeline; injected, so that tests control it. */
export interface Clock {
  /** Wall clock, epoch ms; it can be set. */
  now(): number;
  /** Monotonic clock, ms. */
  monotonic(): number;
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

/** The marketplace's auctions (marketplace-api: GET /api/auctions). */
export interface AuctionSource {
  auctions(
    query: {
      readonly status: 'active' | 'completed' | 'cancelled';
      readonly page: number;
      readonly limit: number;
      readonly sortBy: 'endTime' | 'createdAt';
      readonly sortOrder: 'asc' | 'desc';
    },
    options: { readonly signal: AbortSignal },
  ): Promise<Page<Auction>>;
}

/** Market data of collections. */
export interface CollectionSource {
  /** Floor and highest sale; rejects when the marketplace does not answer. `asOf` in epoch ms. */
  collectionPrices(
    collection: Address,
    options: { readonly signal: AbortSignal },
  ): Promise<CollectionPrices & { readonly asOf: number }>;
  /** Whether the marketplace lists it; `true` while the list is not loaded. */
  isWhitelisted(collection: Address): boolean;
}

/** Looks up tokens; rejects when there is none or the marketplace does not answer. */
export interface TokenSource {
  find(collection: Address, tokenId: TokenId, options: { readonly signal: AbortSignal }): Promise<Token>;
}

/** Stores which feed records were seen, and ingests new ones. */
export interface Inbox {
  /** `blank` before the first poll, when nothing may be announced; `empty` while no record was ever seen; else `filled`. */
  feedState(): Promise<FeedState>;
  /** Set by the first poll (`Intake.newsAfter`), epoch seconds; `null` before it. */
  newRecordsAfter(): Promise<number | null>;
  /** The subset of `keys` that was seen before. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stored trades of these tokens, in the order of `tokens`. */
  tradeHistories(
    tokens: readonly { readonly collection: Address; readonly tokenId: TokenId }[],
  ): Promise<readonly TradeHistory[]>;
  /**
   * Writes record keys, alerts, deliveries, topics and trades in one transaction. Resolves to the channels that have new
   * messages or edits.
   */
  ingest(ingest: FeedBatch): Promise<readonly string[]>;
}

/** Stores records, and alerts with facts that the marketplace may report later. */
export interface LateFactStore {
  /** The stored record of each key, in the order of `keys`. */
  recordsOfKeys(keys: readonly string[]): Promise<readonly (FeedRecord | null)[]>;
  /** Stored records that share a transaction or time with any of these (`locationKeysOf`), each once. */
  recordsAtPlaces(places: readonly ReturnType<typeof locationKeysOf>[]): Promise<readonly FeedRecord[]>;
  /** The records of each of these alerts, in order of time. */
  recordsOfAlerts(alertKeys: readonly string[]): Promise<readonly (readonly FeedRecord[])[]>;
  /** The stored alerts with these keys. */
  storedAlerts(keys: readonly string[]): Promise<readonly MarketAlert[]>;
  /** Time of the oldest event with facts that the feed has yet to report, epoch seconds; `null` for none. */
  awaitedSince(): Promise<number | null>;
  /** Alerts with missing details that were last looked up before `triedBefore` (epoch ms); oldest try first. */
  dueLookups(triedBefore: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /** Undecided alerts from before `before` or after `after` (epoch ms), and those over the limit. */
  overdue(before: number, after: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /** Writes updated alerts in one transaction. Resolves to the channels that have new messages or edits. */
  rebuildAlerts(revision: {
    readonly at: number;
    readonly revised: readonly RevisedAlert[];
  }): Promise<readonly string[]>;
  /** Gives up alerts that could not be decided in time. @param at epoch ms */
  giveUpUndecided(alerts: readonly GivenUpAlert[], at: number): Promise<void>;
}

/** Stores gaps of the feed and the sales totals from which their size is estimated. */
export interface GapStore {
  noteSales(reading: SalesReading): Promise<void>;
  openGaps(): Promise<OpenGaps>;
  /** One entry for each collection whose total grew from `before` to `after`. */
  gapEvidence(span: ReadingSpan): Promise<readonly GapEvidence[]>;
  /** Closes these gaps; the sizes are stored with the last of them. */
  closeGaps(gapIds: readonly number[], sizes: readonly GapSize[]): Promise<void>;
}

/** Stores the watched auctions and ingests their changes. */
export interface AuctionInbox {
  /** `null` before the first poll. */
  trackedAuctions(): Promise<readonly TrackedAuction[] | null>;
  /** The last written states for the live messages of watched auctions. */
  auctionStates(): Promise<readonly AuctionAlert[]>;
  /** Writes all changes in one transaction. Resolves to the channels that have new messages or edits. */
  ingestAuctions(ingest: AuctionBatch): Promise<readonly string[]>;
}

/** Storage of the delivery. Every method is one transaction. */
export interface Outbox {
  /** At start: turns every `sending` post into `ambiguous`, because its request was lost with the process. */
  recover(): Promise<void>;
  /** Channels with an open queue that have something to send or to verify. */
  channelsWithWork(): Promise<readonly string[]>;
  channelWork(channelId: string, limit: number): Promise<QueueWork>;
  /** Expires waiting deliveries of events before `occurredBefore` (epoch seconds); resolves to their number. */
  expire(channelId: string, occurredBefore: number): Promise<number>;
  /**
   * Groups the deliveries into one post in state `sending`. `clockOffsetMs` is how far Discord's clock is ahead of ours
   * (`Notifier.clockOffsetMs`), here and below.
   */
  beginPost(post: {
    readonly channelId: string;
    readonly deliveryIds: readonly number[];
    readonly nonce: string;
    readonly at: number;
    readonly clockOffsetMs?: number | null;
    readonly form: 'rich' | 'digest';
    readonly pingRoleIds: readonly string[];
  }): Promise<Post>;
  /**
   * Marks everything that waits now, or everything that is not urgent, for a summary. Marked deliveries do not expire.
   */
  summariseWaiting(channelId: string, what: { readonly includeUrgent: boolean }): Promise<void>;
  /** The live message displays this revision of its topic, or a later one. */
  markDisplayed(deliveryId: number, revision: number): Promise<void>;
  /** The live message is gone or cannot be edited: it is abandoned. */
  abandonLiveMessage(deliveryId: number): Promise<void>;
  /**
   * The delivery needs no message of its own: the channel's live message of its topic shows it. With `orPost` it is posted
   * after all if that message has yet to be edited and cannot be.
   */
  leaveToCard(deliveryId: number, options: { readonly orPost: boolean }): Promise<void>;
  /** The message displays its alerts as of this number of changes, or is abandoned. */
  markRedrawn(postId: number, changes: number): Promise<void>;
  /** The message is published, or cannot be. */
  markPublished(postId: number): Promise<void>;
  /**
   * Stores one more try. `newWindow` starts a new nonce window with this as its first try; only when the message is known
   * to be absent.
   */
  retryPost(
    postId: number,
    retry: {
      readonly at: number;
      readonly clockOffsetMs?: number | null;
      readonly newWindow: boolean;
      readonly form: MessageLayout;
    },
  ): Promise<Post>;
  markSent(
    postId: number,
    sent: { readonly messageId: string | null; readonly at: number; readonly publish: boolean },
  ): Promise<void>;
  /** It is unknown whether the message was posted. With `rest` no request is made about it before that time, epoch ms. */
  markAmbiguous(
    postId: number,
    rest?: { readonly notBefore: number; readonly stillAbsent?: boolean },
  ): Promise<void>;
  /** Returns the deliveries to the channel queue: the message was certainly not posted. */
  release(postId: number, release: { readonly notBefore: number; readonly alone: boolean }): Promise<void>;
  /**
   * It cannot be verified now whether the message was posted: its queue is stopped until an admin decides or the channel can
   * be read. Resolves to `false` where the channel has no rules any more; then the message is given up.
   */
  holdPost(postId: number, reason: HeldReason): Promise<boolean>;
  /** Discord rejected the message in every layout, or it can never be verified; kept with the reason. */
  markDead(postId: number, reason: 'refused' | 'unverifiable'): Promise<void>;
  /** Stops a channel queue until it is reopened. */
  stopQueue(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
  ): Promise<void>;
}

/** Settings of channels. */
export interface ChannelRules {
  settingsOf(channelId: string): ChannelSettings;
  /** IANA name of the time zone of its quiet hours. */
  timeZoneOf(channelId: string): string;
}

/** Sends messages to Discord. Never rejects: every result of a request is an outcome. */
export interface Notifier {
  /** How many of the alerts, from the first, fit into one message with embeds; at least 1. */
  capacity(channelId: string, alerts: readonly Alert[]): number;
  /** Edits a live message to its topic's state. */
  edit(channelId: string, liveMessage: StaleLiveMessage): Promise<EditOutcome>;
  /** Edits a message to the current content of its alerts. */
  redraw(post: StalePost): Promise<EditOutcome>;
  /** Publishes a message of an announcement channel; `impossible` in other channels. */
  publish(channelId: string, messageId: string): Promise<EditOutcome>;
  /** How far Discord's clock is ahead of ours, ms; `null` while unknown. */
  clockOffsetMs(): number | null;
  send(post: Post): Promise<SendOutcome>;
  /** Searches for the post among the channel's messages from the time of its tries. */
  readBack(post: Post): Promise<ReadBack>;
}

/** A channel that the bot lost access to; the authors of its rules have not been notified. */
export interface StoppedChannel {
  readonly guildId: string;
  readonly channelId: string;
  /** Discord's error code. */
  readonly code: number;
  /** Epoch ms. */
  readonly stoppedAt: number;
  /** Discord user ids of the authors of its rules, each once. */
  readonly askers: readonly string[];
  /** Number of waiting alerts. */
  readonly waiting: number;
}

/** Stores the due notices of stopped channels. */
export interface NoticeStore {
  dueNotices(): Promise<readonly StoppedChannel[]>;
  /** Marks the notice as done. `to` are the channels that get it as a delivery; `null` for no notice. */
  postNotice(
    channelId: string,
    notice: { readonly alert: NoticeAlert; readonly to: readonly string[] } | null,
  ): Promise<void>;
  /** Notices that could not be delivered to any of their recipients. */
  refusedNotices(): Promise<readonly RefusedNotice[]>;
  /** Sends such a notice to this channel instead; `null` gives it up. Idempotent. */
  rerouteNotice(alertId: number, to: string | null): Promise<void>;
}

/** A notice that no recipient accepted: their direct messages are closed to the bot. */
export interface RefusedNotice {
  readonly alertId: number;
  /** Server of the channel that the notice is about. */
  readonly guildId: string;
  readonly channelId: string;
}

/** Finds the channels for notices about a stopped channel. */
export interface NoticeTargets {
  /** The direct message channels of the rules' authors, as far as they can be opened. Rejects when that is unknown now. */
  directMessages(
    stopped: Pick<StoppedChannel, 'guildId' | 'channelId' | 'askers'>,
  ): Promise<readonly string[]>;
  /** The nearest channel in which the bot can post; `null` where there is none. Rejects when that is unknown now. */
  nearestChannel(stopped: Pick<StoppedChannel, 'guildId' | 'channelId'>): Promise<string | null>;
  /** Names of the missing permissions for posting there; `null` where unknown. */
  missingIn(channelId: string): readonly string[] | null;
  /** Whether the authors were notified of this problem before, and only another try failed. */
  wasNotifiedBefore(stopped: Pick<StoppedChannel, 'channelId' | 'code'>): Promise<boolean>;
}
