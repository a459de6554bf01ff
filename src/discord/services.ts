import type { GuildSettings } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { Backtest, BacktestRequest } from '#src/ingest/backtest.ts';
import type { Backtests } from '#src/ingest/backtests.ts';
import type { RulePreview } from '#src/ingest/preview.ts';
import type { Silencing } from '#src/ingest/silencing.ts';
import type { Subscriptions } from '#src/ingest/subscriptions.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import type { SuggestionCache } from '#src/marketplace/suggestion-cache.ts';
import type { CachedSettings } from '#src/store/cached-settings.ts';
import type { ChannelLogStore } from '#src/store/channel-log.ts';
import type { EventStore } from '#src/store/events.ts';
import type { Store } from '#src/store/open.ts';
import type { PeopleStore } from '#src/store/people.ts';
import type { TemplateStore } from '#src/store/templates.ts';
import type { TickerStore } from '#src/store/tickers.ts';
import type { ChannelAccess } from './access/channel-access.ts';
import type { ServerDirectory } from './access/server-directory.ts';
import type { Lookups } from './lookups/lookups.ts';
import type { TestPosts } from './posting/test-posts.ts';
import type { ReadAttachment } from './read-attachment.ts';
import type { BotStatus } from './status/bot-status.ts';
import type { ServerHealth } from './status/server-health.ts';
import type { ViewContext } from './views/context.ts';

export type { Backtest, BacktestRequest, RulePreview };

/** Collections by name, from the local copy without requests. */
export interface Collections {
  /** Returns at most `limit` collections that match the text, best first. */
  search(text: string, limit?: number): readonly CollectionSummary[];
  /** Searches like `search`, yielding to the event loop, for autocomplete. */
  searchInTurns(text: string, limit?: number): Promise<readonly CollectionSummary[]>;
  get(address: Address): CollectionSummary | undefined;
  /** Finds the collection with this address, path, name, symbol or marketplace URL. */
  resolve(text: string): CollectionSummary | undefined;
  /** Returns the number of collections that the marketplace lists but the local copy lacks; `null` while unknown. */
  omitted(): number | null;
}

/** Services for commands. */
export interface CommandServices {
  readonly subscriptions: Subscriptions;
  readonly silences: Silencing;
  /** Stored data of a server. Rules are changed through `subscriptions`, settings through `settings`. */
  readonly store: Pick<
    Store,
    | 'subscriptionsOf'
    /** Numbers of alerts per channel, regardless of what the member can see. */
    | 'subscriptionCounts'
    | 'queueStatuses'
    | 'oncePosts'
    /** Waiting messages to the user, and their messages of the last hour. */
    | 'channelWork'
    | 'channelsOf'
    /** What people typed, chose or uploaded (`components/saved-input.ts`). */
    | 'saveInput'
    | 'findInput'
    | 'takeInput'
    | 'inputsIn'
    /** The market over time, for charts. */
    | 'marketPoints'
    | 'salesBetween'
    | 'newRecordsAfter'
    | 'feedGaps'
    | 'salesOfToken'
    /** The alerts of a posted message, regardless of who may see it. */
    | 'alertsOfPost'
  > & {
    /** Users with watches. Handlers take the user id only from the interaction. */
    readonly people: Pick<PeopleStore, 'find' | 'setWallets' | 'exportOf' | 'takeRefusalToTell'>;
    /** Events as they were detected, and what became of them. */
    readonly events: Pick<EventStore, 'find' | 'recent' | 'ruleVersions' | 'deliveries' | 'keysOfMessage'>;
    /** The words that admins wrote for alerts. */
    readonly templates: Pick<TemplateStore, 'ofGuild' | 'save' | 'remove'>;
    /** What became of each alert of a channel. Alerts are posted again through `postAgain`. */
    readonly channelLog: Pick<ChannelLogStore, 'page' | 'entry'>;
    /** Voice channels that show a floor. */
    readonly tickers: Pick<TickerStore, 'ofGuild' | 'save' | 'remove'>;
  };
  readonly charts: Pick<ChartRenderer, 'render'>;
  readonly collections: Collections;
  readonly lookups: Lookups;
  readonly suggestions: Pick<SuggestionCache, 'traits' | 'tokens' | 'tokenName'> & {
    /** Running auctions by their end, then the others, newest first. */
    auctions(): readonly Auction[];
  };
  readonly channelAccess: ChannelAccess;
  /** Queues an alert of a channel once more, and wakes the channel's queue. */
  readonly postAgain: ChannelLogStore['postAgain'];
  readonly settings: Pick<CachedSettings, 'guild' | 'channel' | 'saveGuild' | 'saveChannel'>;
  readonly previews: TestPosts & {
    /** Returns what a rule would have posted recently. Rejects like a lookup if the marketplace does not answer. */
    readonly preview: (rule: Rule) => Promise<RulePreview>;
  };
  readonly backtests: Backtests;
  /** View context with the settings of this server. */
  readonly view: ViewContext;
  /** Returns the view context with these settings. */
  readonly viewWith: (settings: GuildSettings) => ViewContext;
  readonly status: () => Promise<BotStatus>;
  /** Returns the state of the bot for this server. */
  readonly health: (guildId: string) => Promise<ServerHealth>;
  readonly serverDirectory: ServerDirectory;
  readonly readAttachment: ReadAttachment;
  /** Returns the command ids by name; empty until they are registered. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Current time, epoch ms. */
  readonly now: () => number;
  /** The marketplace's time as far as known, epoch ms; the state of an auction depends on it. */
  readonly marketNow: () => number;
}
