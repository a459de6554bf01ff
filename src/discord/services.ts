import type { Address } from '../domain/address.ts';
import type { MarketAlert } from '../domain/alert.ts';
import type { CollectionSummary } from '../domain/collection.ts';
import type { HeldVerdict } from '../domain/held.ts';
import type { LaneStatus } from '../domain/lane.ts';
import type { ChannelSettings, GuildSettings } from '../domain/settings.ts';
import type { Draft, NewSubscription, Rule, Subscription } from '../domain/subscription.ts';
import type { OverCap, Revised, Revision } from '../domain/subscription-revision.ts';
import type { BotStatus } from './bot-status.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { Hints } from './hints.ts';
import type { Lookups } from './lookups.ts';
import type { ReadAttachment } from './read-attachment.ts';
import type { ServerHealth } from './server-health.ts';
import type { ServerPlaces } from './server-places.ts';
import type { PendingImports } from './subscription-file/pending-imports.ts';
import type { AlertMessage } from './views/alert-message.ts';
import type { ViewContext } from './views/context.ts';

/** Setting up and taking away what channels follow. What is changed is matched against at once. */
export interface Subscriptions {
  /** `created` is false when the channel has the same rule already, which is then the one returned. */
  add(
    subscription: NewSubscription,
  ): Promise<
    { readonly type: 'added'; readonly subscription: Subscription; readonly created: boolean } | OverCap
  >;
  /** Several changes in one transaction; nothing is changed where a cap is in the way. */
  revise(guildId: string, revision: Revision): Promise<Revised | OverCap>;
  /** How many each channel of the server has, whoever asks. */
  counts(guildId: string): Promise<ReadonlyMap<string, number>>;
  /** `null` when the server has no such subscription, here and below; `'same'` when its channel has that rule already. */
  change(guildId: string, id: number, rule: Rule): Promise<Subscription | 'same' | null>;
  pause(guildId: string, id: number): Promise<Subscription | null>;
  /** Also opens the channel's lane again. */
  resume(guildId: string, id: number): Promise<Subscription | null>;
  remove(guildId: string, id: number): Promise<Subscription | null>;
  /** The oldest first. */
  of(guildId: string): Promise<readonly Subscription[]>;
  /**
   * What somebody says of a message that holds a channel of the server. Resolves to its channel, or to `null` where it is
   * settled by now.
   */
  decideHeld(guildId: string, postId: number, verdict: HeldVerdict): Promise<string | null>;
  laneStatuses(channelIds: readonly string[]): Promise<readonly LaneStatus[]>;
  /** Set-ups that wait for their confirmation; they outlive a restart, and a day at most. */
  saveDraft(draft: Draft): Promise<void>;
  loadDraft(id: string): Promise<Draft | null>;
  /** All of a server, the oldest first. */
  draftsOf(guildId: string): Promise<readonly Draft[]>;
  removeDraft(id: string): Promise<void>;
}

/** What servers and channels chose, from memory; what is saved is in force at once. */
export interface Settings {
  guild(guildId: string): GuildSettings;
  channel(channelId: string): ChannelSettings;
  /** `null` goes back to the usual, here and below. */
  saveGuild(guildId: string, settings: GuildSettings | null): Promise<void>;
  saveChannel(guildId: string, channelId: string, settings: ChannelSettings | null): Promise<void>;
  /** Channels of which something is kept, also those that are gone. */
  channelsOf(guildId: string): Promise<readonly string[]>;
  /** Forgets everything of the server: subscriptions, settings, what waits for it. */
  erase(guildId: string): Promise<void>;
}

/** What a rule would have told lately. */
export interface RulePreview {
  /** How many of the latest activities were looked at. */
  readonly of: number;
  /** The ones that would have been posted, oldest first; the newest with what is known of its token. */
  readonly matching: readonly MarketAlert[];
  /** Whether the rule asks for auctions only through snapshots that no activity tells of, so that little can be said. */
  readonly auctionsOnly: boolean;
}

/** Trying a rule out. */
export interface Rehearsal {
  /** Rejects as lookups do when the marketplace does not answer. */
  preview(rule: Rule): Promise<RulePreview>;
  /** The message body that tells this alert in the channel, by its look and without pings. */
  message(channelId: string, alert: MarketAlert): AlertMessage;
  /** Posts it there, marked as a test. A refusal is told as the sentence that helps; `null` when it is posted. */
  post(channelId: string, alert: MarketAlert): Promise<string | null>;
}

/** Collections by name, from the local copy. Never a request. */
export interface Collections {
  /** At most `limit` collections that fit what was typed so far, best first. */
  search(text: string, limit?: number): readonly CollectionSummary[];
  get(address: Address): CollectionSummary | undefined;
  /** The one collection that an address, path, name, symbol or marketplace URL names. */
  resolve(text: string): CollectionSummary | undefined;
  /** How many the marketplace lists beyond those that are known; `null` where it does not say how many. */
  beyond(): number | null;
}

/** What commands need to do their work. */
export interface CommandServices {
  readonly subscriptions: Subscriptions;
  readonly collections: Collections;
  readonly lookups: Lookups;
  readonly hints: Hints;
  readonly channelAccess: ChannelAccess;
  readonly settings: Settings;
  readonly rehearsal: Rehearsal;
  /** With the settings of the server that asks. */
  readonly view: ViewContext;
  readonly status: () => Promise<BotStatus>;
  /** How the bot works for this server. */
  readonly health: (guildId: string) => Promise<ServerHealth>;
  readonly places: ServerPlaces;
  readonly readAttachment: ReadAttachment;
  readonly imports: PendingImports;
  /** Discord's ids of the commands by name; empty until they are registered. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Epoch ms by the marketplace's clock, as far as it is known: how an auction stands is held against that. */
  readonly marketNow: () => number;
}
