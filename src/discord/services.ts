import type { GuildSettings } from '#src/alerts/settings.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { RulePreview } from '#src/ingest/preview.ts';
import type { Subscriptions } from '#src/ingest/subscriptions.ts';
import type { Auction } from '#src/marketplace/model/auction.ts';
import type { CollectionSummary } from '#src/marketplace/model/collection.ts';
import type { SuggestionCache } from '#src/marketplace/suggestion-cache.ts';
import type { CachedSettings } from '#src/store/cached-settings.ts';
import type { Store } from '#src/store/open.ts';
import type { PeopleStore } from '#src/store/people.ts';
import type { ChannelAccess } from './access/channel-access.ts';
import type { ServerDirectory } from './access/server-directory.ts';
import type { Lookups } from './lookups/lookups.ts';
import type { TestPosts } from './posting/test-posts.ts';
import type { ReadAttachment } from './read-attachment.ts';
import type { BotStatus } from './status/bot-status.ts';
import type { ServerHealth } from './status/server-health.ts';
import type { ViewContext } from './views/context.ts';

export type { RulePreview };

/** Collections by name, from the local copy. Never a request. */
export interface Collections {
  /** At most `limit` collections that match the text, best first. */
  search(text: string, limit?: number): readonly CollectionSummary[];
  /** `search`, yielding to the event loop: for autocomplete. */
  searchInTurns(text: string, limit?: number): Promise<readonly CollectionSummary[]>;
  get(address: Address): CollectionSummary | undefined;
  /** The collection with this address, path, name, symbol or marketplace URL. */
  resolve(text: string): CollectionSummary | undefined;
  /** Number of collections that the marketplace lists but the local copy lacks; `null` while unknown. */
  omitted(): number | null;
}

/** Services of the commands. */
export interface CommandServices {
  readonly subscriptions: Subscriptions;
  /** What the store knows of a server. Changes to rules go by `subscriptions`, those to settings by `settings`. */
  readonly store: Pick<
    Store,
    | 'subscriptionsOf'
    /** Number of alerts per channel of the server, for all members. */
    | 'subscriptionCounts'
    | 'queueStatuses'
    /** What waits for the person who asks, and their messages of the last hour. */
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
  > & {
    /** Who watches something. Handlers take the user id from their interaction only. */
    readonly people: Pick<PeopleStore, 'find' | 'setWallets' | 'exportOf' | 'takeRefusalToTell'>;
  };
  readonly charts: Pick<ChartRenderer, 'render'>;
  readonly collections: Collections;
  readonly lookups: Lookups;
  readonly suggestions: Pick<SuggestionCache, 'traits' | 'tokens' | 'tokenName'> & {
    /** Running auctions by their end, then the others, newest first. */
    auctions(): readonly Auction[];
  };
  readonly channelAccess: ChannelAccess;
  readonly settings: Pick<CachedSettings, 'guild' | 'channel' | 'saveGuild' | 'saveChannel'>;
  readonly previews: TestPosts & {
    /** What a rule would have posted lately. Rejects like a lookup when the marketplace does not answer. */
    readonly preview: (rule: Rule) => Promise<RulePreview>;
  };
  /** With the settings of this server. */
  readonly view: ViewContext;
  /** The context of a server with these settings. */
  readonly viewWith: (settings: GuildSettings) => ViewContext;
  readonly status: () => Promise<BotStatus>;
  /** State of the bot for this server. */
  readonly health: (guildId: string) => Promise<ServerHealth>;
  readonly serverDirectory: ServerDirectory;
  readonly readAttachment: ReadAttachment;
  /** Discord's ids of the commands by name; empty until they are registered. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Epoch ms by the marketplace's clock, as far as known; the state of an auction is computed with it. */
  readonly marketNow: () => number;
}
