import type { Activity } from '../domain/activity.ts';
import type { Address } from '../domain/address.ts';
import type { Alert, AuctionAlert, MarketAlert, NoticeAlert } from '../domain/alert.ts';
import type { Auction } from '../domain/auction.ts';
import type { Post, PostForm } from '../domain/delivery.ts';
import type { FeedRecord, placesOf } from '../domain/feed-record.ts';
import type { GapEvidence, GapSize, OpenGaps, ReadingSpan, SalesReading } from '../domain/gap-size.ts';
import type { HeldReason } from '../domain/held.ts';
import type { AuctionIntake, FeedMemory, Intake } from '../domain/intake.ts';
import type { LaneWork } from '../domain/lane.ts';
import type { Page } from '../domain/page.ts';
import type { ReadBack, SendOutcome, TouchUpOutcome } from '../domain/posting.ts';
import type { Worth } from '../domain/price-story.ts';
import type { ChannelSettings } from '../domain/settings.ts';
import type { Token } from '../domain/token.ts';
import type { TokenId } from '../domain/token-id.ts';
import type { StaleCard, StalePost } from '../domain/topic.ts';
import type { TrackedAuction } from '../domain/tracked-auction.ts';
import type { TradeHistory } from '../domain/trade.ts';
import type { GivenUpAlert, RevisedAlert, UndecidedAlert } from '../domain/undecided.ts';

/** Time as the pipeline sees it, so that tests can own it. */
export interface Clock {
  /** Epoch ms, by the clock on the wall, which can be set. */
  now(): number;
  /** ms of a clock that only goes forward. */
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

/** What a collection's numbers say of a price; rejects when the marketplace does not answer. */
export interface CollectionSource {
  /** `asOf` in epoch ms. */
  worth(
    collection: Address,
    options: { readonly signal: AbortSignal },
  ): Promise<Worth & { readonly asOf: number }>;
  /** Whether the marketplace lists it; `true` while its list is not known. */
  isWhitelisted(collection: Address): boolean;
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
  /** What is remembered of these tokens, in their order; of what `intake` was given before. */
  tradeHistories(
    tokens: readonly { readonly collection: Address; readonly tokenId: TokenId }[],
  ): Promise<readonly TradeHistory[]>;
  /**
   * Writes seen marks, alerts, deliveries, topics and trades in one transaction. Resolves to the channels that have
   * something new to post or to edit.
   */
  intake(intake: Intake): Promise<readonly string[]>;
}

/** Remembers records and alerts that are not told whole yet. */
export interface LateBook {
  /** The remembered record of each of these keys, in their order. */
  recordsOfKeys(keys: readonly string[]): Promise<readonly (FeedRecord | null)[]>;
  /** Remembered records that share a place with any of these, each once. */
  recordsAt(places: readonly ReturnType<typeof placesOf>[]): Promise<readonly FeedRecord[]>;
  /** The records that each of these alerts tells, in the order in which they happened. */
  recordsOfAlerts(alertKeys: readonly string[]): Promise<readonly (readonly FeedRecord[])[]>;
  /** The alerts of these keys as they were written last. */
  storedAlerts(keys: readonly string[]): Promise<readonly MarketAlert[]>;
  /** When the oldest event happened that the feed has to tell more of, epoch seconds; `null` for none. */
  awaitedSince(): Promise<number | null>;
  /** Alerts of which something has to be looked up, and was not after `triedBefore` (epoch ms); the longest ago first. */
  toLookUp(triedBefore: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /** Alerts that wait since before `before` or after `after` (epoch ms), or that are too many. */
  overdue(before: number, after: number, limit: number): Promise<readonly UndecidedAlert[]>;
  /** Alerts as they are by now, in one transaction. Resolves to the channels with something new to post or to edit. */
  revise(revision: {
    readonly at: number;
    readonly revised: readonly RevisedAlert[];
  }): Promise<readonly string[]>;
  /** These could not be decided in time. @param at epoch ms */
  giveUpUndecided(alerts: readonly GivenUpAlert[], at: number): Promise<void>;
}

/** Remembers gaps of the feed, and what their size is worked out from. */
export interface GapBook {
  noteSales(reading: SalesReading): Promise<void>;
  openGaps(): Promise<OpenGaps>;
  /** One entry for each collection whose total grew from `before` to `after`. */
  gapEvidence(span: ReadingSpan): Promise<readonly GapEvidence[]>;
  /** These gaps are open no more; the sizes belong to the last of them. */
  closeGaps(gapIds: readonly number[], sizes: readonly GapSize[]): Promise<void>;
}

/** Remembers the auctions that are watched, and takes in what is new of them. */
export interface AuctionInbox {
  /** `null` before the first look. */
  trackedAuctions(): Promise<readonly TrackedAuction[] | null>;
  /** What live messages about those that are watched show, as it was written last. */
  auctionStates(): Promise<readonly AuctionAlert[]>;
  /** Writes all of it in one transaction. Resolves to the channels that have something new to post or to edit. */
  takeInAuctions(intake: AuctionIntake): Promise<readonly string[]>;
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
  /**
   * Freezes the deliveries into one message and marks it as being sent; `aheadMs` is how far Discord's clock is ahead of
   * ours (`Notifier.aheadMs`), here and below.
   */
  beginPost(post: {
    readonly channelId: string;
    readonly deliveryIds: readonly number[];
    readonly nonce: string;
    readonly at: number;
    readonly aheadMs?: number | null;
    readonly form: 'rich' | 'digest';
    readonly pingRoleId: string | null;
  }): Promise<Post>;
  /**
   * Everything that waits now, or all but what is urgent, is to be folded into a summary, and waits for it however long that
   * takes.
   */
  foldWaiting(channelId: string, what: { readonly urgentToo: boolean }): Promise<void>;
  /** The live message shows this revision of its topic, or a later one. */
  markShown(deliveryId: number, revision: number): Promise<void>;
  /** The live message is gone or cannot be edited: it is let be. */
  letCardBe(deliveryId: number): Promise<void>;
  /** The message shows what its alerts tell after so many changes, or is let be. */
  markDrawn(postId: number, changes: number): Promise<void>;
  /** The message is published, or cannot be. */
  markPublished(postId: number): Promise<void>;
  /**
   * Marks one more try. `newWindow` starts the nonce window afresh, with this as its first try: the message is known
   * to be absent.
   */
  retryPost(
    postId: number,
    retry: {
      readonly at: number;
      readonly aheadMs?: number | null;
      readonly newWindow: boolean;
      readonly form: PostForm;
    },
  ): Promise<Post>;
  markSent(
    postId: number,
    sent: { readonly messageId: string | null; readonly at: number; readonly publish: boolean },
  ): Promise<void>;
  /** Nobody knows what became of it; with `rest` the lane makes no request about it before that moment, epoch ms. */
  markAmbiguous(
    postId: number,
    rest?: { readonly notBefore: number; readonly stillAbsent?: boolean },
  ): Promise<void>;
  /** Gives the deliveries back to the lane: the message was certainly not posted. */
  release(postId: number, release: { readonly notBefore: number; readonly alone: boolean }): Promise<void>;
  /**
   * Nobody can say now whether the message was posted: its lane is stopped until somebody can. Resolves to `false` where
   * nobody is there to say it; then it is given up.
   */
  holdPost(postId: number, reason: HeldReason): Promise<boolean>;
  /** Discord refused the message in every form, or its fate can never be known; kept with the reason. */
  markDead(postId: number, reason: 'refused' | 'unverifiable'): Promise<void>;
  /** Stops a lane until a subscription opens it again. */
  stopLane(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
  ): Promise<void>;
}

/** How a channel wants to be told. */
export interface ChannelRules {
  settingsOf(channelId: string): ChannelSettings;
  /** IANA name of the time zone in which its quiet hours are. */
  timeZoneOf(channelId: string): string;
}

/** Posts messages. Never rejects: every end of a request is an outcome. */
export interface Notifier {
  /** How many of the alerts, from the first, fit into one message with embeds; at least 1. */
  capacity(channelId: string, alerts: readonly Alert[]): number;
  /** Edits a live message so that it shows its topic's state. */
  edit(channelId: string, card: StaleCard): Promise<TouchUpOutcome>;
  /** Edits a message so that it shows what its alerts tell by now. */
  redraw(post: StalePost): Promise<TouchUpOutcome>;
  /** Publishes a message of an announcement channel; `impossible` where the channel is none. */
  publish(channelId: string, messageId: string): Promise<TouchUpOutcome>;
  /** How far Discord's clock is ahead of ours, ms; `null` while that is not known. */
  aheadMs(): number | null;
  send(post: Post): Promise<SendOutcome>;
  /** Looks for the post among the channel's messages of the time in which it was tried. */
  readBack(post: Post): Promise<ReadBack>;
}

/** A channel that Discord refuses the bot, and whose people have not been told. */
export interface StoppedChannel {
  readonly guildId: string;
  readonly channelId: string;
  /** Discord's error code. */
  readonly code: number;
  /** Epoch ms. */
  readonly stoppedAt: number;
  /** Discord user ids of those who made its rules, each once. */
  readonly askers: readonly string[];
  /** Alerts that wait there. */
  readonly waiting: number;
}

/** Remembers who is still to be told that a channel was stopped. */
export interface NoticeBoard {
  noticesDue(): Promise<readonly StoppedChannel[]>;
  /** They count as told. `to` are the channels that get the notice as a delivery; with `null` nobody is to be told. */
  postNotice(
    channelId: string,
    notice: { readonly alert: NoticeAlert; readonly to: readonly string[] } | null,
  ): Promise<void>;
  /** Notices that no one whom they were sent to took. */
  refusedNotices(): Promise<readonly RefusedNotice[]>;
  /** Sends such a notice to this channel instead; with `null` to nobody any more. A second time it does nothing. */
  rerouteNotice(alertId: number, to: string | null): Promise<void>;
}

/** A notice that nobody whom it was sent to took: their direct messages are closed to the bot. */
export interface RefusedNotice {
  readonly alertId: number;
  /** Of the channel that the notice is about. */
  readonly guildId: string;
  readonly channelId: string;
}

/** Finds where people hear of a channel that takes no messages. */
export interface NoticePlaces {
  /** The direct message channels of its people, as far as they can be asked for. Rejects when that cannot be said now. */
  directMessages(
    stopped: Pick<StoppedChannel, 'guildId' | 'channelId' | 'askers'>,
  ): Promise<readonly string[]>;
  /** The channel nearest to it that takes messages; `null` where there is none. Rejects when that cannot be said now. */
  nearestChannel(stopped: Pick<StoppedChannel, 'guildId' | 'channelId'>): Promise<string | null>;
  /** Names of the permissions that posting there needs and the bot lacks; `null` where that is not known. */
  missingIn(channelId: string): readonly string[] | null;
  /** Whether its people heard of this already: it was only tried again, in vain. */
  toldBefore(stopped: Pick<StoppedChannel, 'channelId' | 'code'>): Promise<boolean>;
}
