import type { Address } from '../domain/address.ts';
import type { AuctionAlert, NoticeAlert } from '../domain/alert.ts';
import type { CollectionSummary } from '../domain/collection.ts';
import type { Post, PostForm } from '../domain/delivery.ts';
import type { HeldPost, HeldReason, HeldVerdict } from '../domain/held.ts';
import type { AuctionIntake, FeedMemory, Intake } from '../domain/intake.ts';
import type { LaneStatus, LaneWork } from '../domain/lane.ts';
import type { ChannelSettings, GuildSettings } from '../domain/settings.ts';
import type { Draft, NewSubscription, Rule, Subscription } from '../domain/subscription.ts';
import type { OverCap, Revised, Revision } from '../domain/subscription-revision.ts';
import type { TokenId } from '../domain/token-id.ts';
import type { TrackedAuction } from '../domain/tracked-auction.ts';
import type { TradeHistory } from '../domain/trade.ts';
import type { GapStore } from './gap-store.ts';
import type { HealthStore } from './health-store.ts';
import type { LateStore } from './late-store.ts';

/** What the bot has seen of the feed, and how new events come in. */
export interface FeedStore {
  /** `blank` before the first intake; `empty` while no record was ever seen; else `filled`. */
  memory(): Promise<FeedMemory>;
  /** What the first intake decided (`Intake.newsAfter`), epoch seconds; `null` before it. */
  newsAfter(): Promise<number | null>;
  /** The ones among `keys` that were seen before. Keys are kept as `prune` says. */
  known(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Writes the seen marks, the alerts with their deliveries, topics and trades in one transaction; deliveries queue in
   * the order given. Of more than a few hundred deliveries only the list is part of it, and they follow in steps, also in
   * the next process (`recover`, or the next intake); nobody else is held up for long. An alert that is already known is passed over with all its channels; an addressee with
   * `unlessShown` is passed over while a live message of its channel shows the topic or is about to. The first intake is
   * the baseline even when it is empty; later ones that hold nothing write nothing. Resolves to the channels with new
   * deliveries or with live messages to be edited.
   */
  intake(intake: Intake): Promise<readonly string[]>;
  /** What is remembered of these tokens, in their order. */
  tradeHistories(
    tokens: readonly { readonly collection: Address; readonly tokenId: TokenId }[],
  ): Promise<readonly TradeHistory[]>;
}

/** The auctions that are watched. */
export interface AuctionStore {
  /** `null` before the first look at the auctions was taken in. */
  trackedAuctions(): Promise<readonly TrackedAuction[] | null>;
  /** How many those are, without reading them. */
  watchedAuctions(): Promise<number | null>;
  /** Of those that are watched and were told of, what their topics say. */
  auctionStates(): Promise<readonly AuctionAlert[]>;
  /** Like `FeedStore.intake`: one transaction, alerts once, resolves to the channels with something new. */
  takeInAuctions(intake: AuctionIntake): Promise<readonly string[]>;
}

/**
 * Deliveries on their way, lane by lane. Every verb is one transaction, durable when it resolves. A lane has at most
 * one unsettled post; a verb on a post that is settled already rejects with an Error.
 */
export interface DeliveryStore {
  /**
   * After a start: turns every `sending` post into `ambiguous`, since its request died with the process, and brings to
   * its end what an intake left unfinished.
   */
  recover(): Promise<void>;
  /** Channels that have something to send, to settle, to edit or to publish and whose lane is open. */
  lanesWithWork(): Promise<readonly string[]>;
  /**
   * What there is to do in the lane, with up to `limit` of the deliveries that go next; an unknown channel is an open,
   * empty lane.
   */
  laneWork(channelId: string, limit: number): Promise<LaneWork>;
  /** Marks waiting deliveries of what happened before `occurredBefore` (epoch seconds) as too old; resolves to how many. */
  expire(channelId: string, occurredBefore: number): Promise<number>;
  /**
   * Freezes deliveries into one message and marks it as being sent, at `at` (epoch ms), for the first time; `aheadMs` is
   * how far Discord's clock is ahead of ours then, where that is known. Rejects
   * and changes nothing when one of them does not wait in this channel (any more), when the lane is stopped or when
   * it has an unsettled post. In a database that was restored from a backup the post of a delivery that may have been
   * told since the backup is `ambiguous` instead, with a first try more than an hour ago: nothing may be sent before it
   * was looked for. Such deliveries are `alone` and never folded.
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
   * Everything that waits in the lane now is to be folded: `LaneWork.toFold` counts it, `expire` passes it over. Urgent
   * deliveries (an auction about to end) are folded like all others with `urgentToo`, and left alone without.
   */
  foldWaiting(channelId: string, what: { readonly urgentToo: boolean }): Promise<void>;
  /** The live message of this delivery shows this revision of its topic; an older one than it shows already is ignored. */
  markShown(deliveryId: number, revision: number): Promise<void>;
  /** The live message is gone or cannot be edited: it is not stale any more, and shows its topic no more. */
  letCardBe(deliveryId: number): Promise<void>;
  /** The message shows what its alerts told after so many changes (`LaneWork.stalePost`), or is let be. */
  markDrawn(postId: number, changes: number): Promise<void>;
  /** The message is published or cannot be: not to be tried again. */
  markPublished(postId: number): Promise<void>;
  /**
   * Marks one more try, at `at` (epoch ms). With `newWindow` it is the first try (`attempts` 1) of a new nonce window:
   * the message is known to be absent.
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
  /**
   * Settles the post and its deliveries; `at` in epoch ms. A delivery with a topic that was sent rich in a message of
   * its own becomes a live message, at the revision of its topic that its alert shows as it was written (so it is edited
   * when the topic changed since, also before the post was begun). With `publish` it is among `LaneWork.unpublished`
   * until `markPublished`; a message without an id is neither. A second time it does nothing.
   */
  markSent(
    postId: number,
    sent: { readonly messageId: string | null; readonly at: number; readonly publish: boolean },
  ): Promise<void>;
  /**
   * The answer was lost: the lane is held until the post's fate is known. With `rest` Discord asked to be left alone until then
   * (epoch ms), which `LaneWork.notBefore` tells; `stillAbsent` keeps what somebody said (`decideHeld`), since this try was
   * certainly not posted either.
   */
  markAmbiguous(
    postId: number,
    rest?: { readonly notBefore: number; readonly stillAbsent?: boolean },
  ): Promise<void>;
  /**
   * Gives the deliveries back to the lane, where they keep their place: the message was certainly not posted. The lane
   * rests until `notBefore` (epoch ms). `alone` marks each of them for a message of its own, for good.
   */
  release(postId: number, release: { readonly notBefore: number; readonly alone: boolean }): Promise<void>;
  /**
   * Nobody can say now whether the message was posted: its lane is stopped (`HELD_CODES`) until a look can say it
   * or somebody does (`SubscriptionStore.decideHeld`). Its people are told the first time, as of any stopped lane. Resolves to
   * `false` where the channel has no rule, so that there is nobody to say it: then it is given up as `unverifiable`.
   */
  holdPost(postId: number, reason: HeldReason): Promise<boolean>;
  /** Discord refused the message in every form, or its fate can never be known; kept with the reason. */
  markDead(postId: number, reason: 'refused' | 'unverifiable'): Promise<void>;
  /**
   * Stops a lane until a subscription opens it again. An unsettled post stays as it is, to be settled then. A lane that
   * was open and has rules is from then on among `noticesDue`, until `postNotice`.
   */
  stopLane(
    channelId: string,
    stop: { readonly state: 'paused' | 'closed'; readonly code: number },
  ): Promise<void>;
}

/** A stopped channel whose people have not been told. */
export interface DueNotice {
  readonly guildId: string;
  readonly channelId: string;
  /** Discord's error code. */
  readonly code: number;
  /** Epoch ms. */
  readonly stoppedAt: number;
  /** Who made its rules that are in force, or all where none is; each once. */
  readonly askers: readonly string[];
  readonly waiting: number;
}

/** A notice that nobody took whom it was sent to. */
export interface RefusedNotice {
  readonly alertId: number;
  /** Of the channel that the notice is about. */
  readonly guildId: string;
  readonly channelId: string;
}

/** The rules that admins set up, and the state of the channels that they are for. */
export interface SubscriptionStore {
  /** Every subscription of every server, for the index that matching reads. */
  allSubscriptions(): Promise<readonly Subscription[]>;
  /** The server's subscriptions, the oldest first. */
  subscriptionsOf(guildId: string): Promise<readonly Subscription[]>;
  /** How many rules each channel of the server has. */
  subscriptionCounts(guildId: string): Promise<ReadonlyMap<string, number>>;
  /**
   * Changes several rules, and how channels are told, in one transaction: what is new is there before what goes, so that a
   * channel that is only given others keeps what waits for it. Where a cap is in the way nothing is changed. `at` is epoch ms.
   */
  reviseSubscriptions(guildId: string, revision: Revision, at: number): Promise<Revised | OverCap>;
  /**
   * Adds the rule and opens its channel's lane, whatever the caps say. `created` is false when the channel has the same rule already, which is
   * then the one returned; the lane is opened all the same.
   */
  addSubscription(
    subscription: NewSubscription,
  ): Promise<{ readonly subscription: Subscription; readonly created: boolean }>;
  /**
   * Takes the rule away; `null` when the server has none of this id. A channel without any rule left loses what waits
   * for it, and gets nothing new until it has a rule again; a message that is under way is still settled, and one that
   * holds it given up.
   */
  removeSubscription(guildId: string, id: number): Promise<Subscription | null>;
  /**
   * Changes what the rule asks for; `null` when the server has none of this id. `'same'` when its channel has a rule
   * like that already; nothing is changed then.
   */
  changeSubscription(guildId: string, id: number, rule: Rule): Promise<Subscription | 'same' | null>;
  /** Puts the rule out of force; what waits already is still posted. `null` when the server has none of this id. */
  pauseSubscription(guildId: string, id: number, at: number): Promise<Subscription | null>;
  /** Puts the rule into force again and opens its channel's lane. `null` when the server has none of this id. */
  resumeSubscription(guildId: string, id: number): Promise<Subscription | null>;
  /** Messages that hold these channels (`DeliveryStore.holdPost`). */
  heldPosts(channelIds: readonly string[]): Promise<readonly HeldPost[]>;
  /**
   * Somebody says what became of a message that holds a channel of this server: it was posted, or it is to be sent now,
   * however old it is. Opens the lane. Resolves to its channel, or to `null` where the message is settled by now.
   */
  decideHeld(guildId: string, postId: number, verdict: HeldVerdict): Promise<string | null>;
  /** Stopped channels whose people have not been told. */
  noticesDue(): Promise<readonly DueNotice[]>;
  /**
   * The people of this channel count as told. `to` are the channels (or direct messages) that get the notice, as a delivery
   * like any other, but whether they have a rule or not: one that has none and was stopped is opened for it. With `null`
   * nobody is told. Does nothing when no notice is due (any more).
   */
  postNotice(
    channelId: string,
    notice: { readonly alert: NoticeAlert; readonly to: readonly string[] } | null,
  ): Promise<void>;
  /**
   * Notices that nobody took: every direct message channel (or channel without rules) that they were sent to is stopped, and
   * none of them has the notice.
   */
  refusedNotices(): Promise<readonly RefusedNotice[]>;
  /**
   * Takes the notice out of the channels that refused it, and sends it to this one instead, once; with `null` to nobody. Does
   * nothing where it does not wait in such a channel (any more).
   */
  rerouteNotice(alertId: number, to: string | null): Promise<void>;
  /** Takes the place of an earlier draft of this id. */
  saveDraft(draft: Draft): Promise<void>;
  /** `null` for one that is unknown or older than a day. */
  loadDraft(id: string): Promise<Draft | null>;
  /** Those of a server that `loadDraft` finds, the oldest first. */
  draftsOf(guildId: string): Promise<readonly Draft[]>;
  removeDraft(id: string): Promise<void>;
  /** In the order of `channelIds`; an unknown channel is open with nothing waiting. */
  laneStatuses(channelIds: readonly string[]): Promise<readonly LaneStatus[]>;
}

/** What servers and channels chose. */
export interface SettingsStore {
  allGuildSettings(): Promise<ReadonlyMap<string, GuildSettings>>;
  allChannelSettings(): Promise<ReadonlyMap<string, ChannelSettings>>;
  /** `null` goes back to the usual. */
  saveGuildSettings(guildId: string, settings: GuildSettings | null): Promise<void>;
  saveChannelSettings(guildId: string, channelId: string, settings: ChannelSettings | null): Promise<void>;
  /** Channels of which something is kept: those that have settings, and those that have, or had, a rule; sorted. */
  channelsOf(guildId: string): Promise<readonly string[]>;
  /**
   * Forgets a server: rules, drafts, settings of it and of its channels; what waits for its channels is dropped, its
   * live messages are let be.
   */
  eraseGuild(guildId: string): Promise<void>;
}

/** What a step of `prune` did. */
export interface PruneStep {
  /** Whether the pass goes on: what is old has not been looked through to its end. */
  readonly more: boolean;
  /** What was looked at, and how many of it were thrown away. */
  readonly what: string;
  readonly removed: number;
}

/** Keeping the store from growing for ever. */
export interface HousekeepingStore {
  /**
   * Takes the next step of a pass that throws away what is old at `now` (epoch ms), a few hundred rows at most; steps may
   * be as far apart as one likes, and a pass that was not finished is begun anew after a start. How long things are kept:
   *
   * - marks of what was seen of the feed: 7 days, and the newest 20,000 for longer;
   * - what was told, was too old or has lost its channel, with its messages, live ones too: 14 days, while an auction that
   *   a live message shows goes on for longer;
   * - what was given up: 60 days;
   * - what waits: for ever, but 14 days in a stopped channel, where it would be too old at once if that were opened;
   * - topics: 14 days since they last changed, and as long as an alert about them is kept;
   * - trades: 90 days, but of each token the newest one and those of the 24 hours before it for longer;
   * - gaps of the feed: 90 days; drafts: a day.
   *
   * An alert is told once because its key is known. It may be forgotten after 14 days because by then nothing brings the
   * same alert again: an event is news for six hours after it happened, and what was seen of the feed is known for at
   * least 7 days, so that a record that is shown again with a later time is no news either; after a leap of the clock the
   * newest 20,000 are still known, more than a look at the feed can reach. Auctions are told by comparison with what is
   * kept of them as long as they are watched.
   */
  prune(now: number): Promise<PruneStep>;
  /** Gives back to the disk what is free, as far as that is quick. To be called when a pass is over. */
  tidy(): Promise<void>;
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
export interface Store
  extends FeedStore,
    LateStore,
    AuctionStore,
    DeliveryStore,
    SubscriptionStore,
    SettingsStore,
    HealthStore,
    GapStore,
    HousekeepingStore,
    DirectoryStore,
    AsyncDisposable {}
