import type { MarketAlert } from '../alerts/alert.ts';
import type { ChannelSettings, GuildSettings } from '../alerts/settings.ts';
import type { Draft, NewSubscription, Rule, Subscription } from '../alerts/subscription.ts';
import type { LimitExceeded, RuleChanges, RuleChangesResult } from '../alerts/subscription-revision.ts';
import type { Address } from '../chain/address.ts';
import type { CollectionSummary } from '../marketplace/model/collection.ts';
import type { QueueStatus } from '../store/model/channel-queue.ts';
import type { HeldVerdict } from '../store/model/held.ts';
import type { FailedSubmissions } from './actions/failed-submissions.ts';
import type { BotStatus } from './bot-status.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { Lookups } from './lookups.ts';
import type { ReadAttachment } from './read-attachment.ts';
import type { AlertMessage } from './render/alert-message.ts';
import type { ServerDirectory } from './server-directory.ts';
import type { ServerHealth } from './server-health.ts';
import type { PendingImports } from './subscription-file/pending-imports.ts';
import type { SuggestionCache } from './suggestion-cache.ts';
import type { Sentence } from './user-error.ts';
import type { ViewContext } from './views/context.ts';

/** Adds, changes and removes alerts. Changes apply to matching at once. */
export interface Subscriptions {
  /** `created` is `false` when the channel already has this rule; that one is then returned. */
  add(
    subscription: NewSubscription,
  ): Promise<
    { readonly type: 'added'; readonly subscription: Subscription; readonly created: boolean } | LimitExceeded
  >;
  /** Several changes in one transaction; nothing is changed when a cap would be exceeded. */
  revise(guildId: string, revision: RuleChanges): Promise<RuleChangesResult | LimitExceeded>;
  /** Number of alerts per channel of the server, for all members. */
  counts(guildId: string): Promise<ReadonlyMap<string, number>>;
  /** `null` when the server has no such subscription, here and below; `'same'` when its channel has that rule already. */
  change(guildId: string, id: number, rule: Rule): Promise<Subscription | 'same' | null>;
  pause(guildId: string, id: number): Promise<Subscription | null>;
  /** Also resumes the channel's queue. */
  resume(guildId: string, id: number): Promise<Subscription | null>;
  remove(guildId: string, id: number): Promise<Subscription | null>;
  /** The oldest first. */
  of(guildId: string): Promise<readonly Subscription[]>;
  /**
   * Records whether a held message was posted. Resolves to its channel, or to `null` where it was settled already.
   */
  resolveHeldPost(guildId: string, postId: number, verdict: HeldVerdict): Promise<string | null>;
  queueStatuses(channelIds: readonly string[]): Promise<readonly QueueStatus[]>;
  /** Drafts awaiting confirmation. They survive a restart and expire after a day. */
  saveDraft(draft: Draft): Promise<void>;
  loadDraft(id: string): Promise<Draft | null>;
  /** All of a server, the oldest first. */
  draftsOf(guildId: string): Promise<readonly Draft[]>;
  removeDraft(id: string): Promise<void>;
}

/** Settings of servers and channels, read from memory. Saved settings apply at once. */
export interface Settings {
  guild(guildId: string): GuildSettings;
  channel(channelId: string): ChannelSettings;
  /** `null` restores the defaults, here and below. */
  saveGuild(guildId: string, settings: GuildSettings | null): Promise<void>;
  saveChannel(guildId: string, channelId: string, settings: ChannelSettings | null): Promise<void>;
  /** Channels with stored data, including deleted ones. */
  channelsOf(guildId: string): Promise<readonly string[]>;
  /** Deletes all data of the server: subscriptions, settings, queued alerts. */
  erase(guildId: string): Promise<void>;
}

/** An alert that a rule would post. */
export interface RuleExample {
  /** With the data of its token. */
  readonly alert: MarketAlert;
  /** Whether it happened, or is made up around a real token that fits the rule. */
  readonly happened: boolean;
}

/** What a rule would have posted lately. */
export interface RulePreview {
  /** Alerts of the latest activities that would have been posted, oldest first. */
  readonly matching: readonly MarketAlert[];
  /** `null` where nothing is known that fits. */
  readonly example: RuleExample | null;
  /** About how many sales a week it would post, estimated from stored sales; `null` if they are too few. */
  readonly weeklySales: number | null;
}

/** Previews of a rule. */
export interface RulePreviews {
  /** Rejects like a lookup when the marketplace does not answer. */
  preview(rule: Rule): Promise<RulePreview>;
  /** The request body of this alert in the channel, in its layout and without pings. */
  message(channelId: string, alert: MarketAlert): AlertMessage;
  /**
   * Posts it there, marked as a test. Resolves to `null` when it is posted, else to a sentence that says what to do.
   */
  post(channelId: string, alert: MarketAlert): Promise<Sentence | null>;
}

/** Collections by name, from the local copy. Never a request. */
export interface Collections {
  /** At most `limit` collections that match the text, best first. */
  search(text: string, limit?: number): readonly CollectionSummary[];
  get(address: Address): CollectionSummary | undefined;
  /** The collection with this address, path, name, symbol or marketplace URL. */
  resolve(text: string): CollectionSummary | undefined;
  /** Number of collections that the marketplace lists but the local copy lacks; `null` while unknown. */
  omitted(): number | null;
}

/** Services of the commands. */
export interface CommandServices {
  readonly subscriptions: Subscriptions;
  readonly collections: Collections;
  readonly lookups: Lookups;
  readonly suggestions: SuggestionCache;
  readonly channelAccess: ChannelAccess;
  readonly settings: Settings;
  readonly previews: RulePreviews;
  /** With the settings of this server. */
  readonly view: ViewContext;
  /** The context of a server with these settings. */
  readonly viewWith: (settings: GuildSettings) => ViewContext;
  readonly status: () => Promise<BotStatus>;
  /** State of the bot for this server. */
  readonly health: (guildId: string) => Promise<ServerHealth>;
  readonly serverDirectory: ServerDirectory;
  readonly readAttachment: ReadAttachment;
  readonly imports: PendingImports;
  readonly submissions: FailedSubmissions;
  /** Discord's ids of the commands by name; empty until they are registered. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Epoch ms by the marketplace's clock, as far as known; the state of an auction is computed with it. */
  readonly marketNow: () => number;
}
