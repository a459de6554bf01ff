import { type Client, Events } from 'discord.js';
import type { Logger } from 'pino';
import { commands } from '../../commands/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { ChannelAccess } from '../discord/channel-access.ts';
import { createFloodGate } from '../discord/flood.ts';
import { createAttachmentReader } from '../discord/read-attachment.ts';
import { createRouter } from '../discord/router.ts';
import { createServerPlaces } from '../discord/server-places.ts';
import type { CommandServices, Subscriptions } from '../discord/services.ts';
import { createPendingImports } from '../discord/subscription-file/pending-imports.ts';
import { testMessage } from '../discord/views/alert-message.ts';
import type { ViewContext } from '../discord/views/context.ts';
import type { GuildSettings } from '../domain/settings.ts';
import type { Clock } from '../pipeline/ports.ts';
import type { Store } from '../store/store.ts';
import type { joinDelivery } from './delivery.ts';
import { joinHealth } from './health.ts';
import { learningLookups } from './learn-hints.ts';
import { joinLookups } from './lookups.ts';
import type { Marketplace } from './marketplace.ts';
import type { joinPolls } from './polls.ts';
import { joinRehearsal } from './rehearsal.ts';
import type { JoinedSettings } from './settings.ts';

/**
 * Answers what people do: from the gateway through the gate against floods to the command that is meant.
 *
 * @param deps.contextFor what messages for a channel are written with; `viewWith`: those for a server of these settings
 */
export function joinCommands(deps: {
  readonly config: Pick<Config, 'discordApiUrl'>;
  readonly client: Client;
  readonly store: Store;
  readonly market: Marketplace;
  readonly subscriptions: Subscriptions;
  readonly settings: JoinedSettings;
  readonly channelAccess: ChannelAccess;
  readonly polls: Pick<
    ReturnType<typeof joinPolls>,
    'feed' | 'ofFeed' | 'ofAuctions' | 'leftOut' | 'enriched'
  >;
  readonly delivery: Pick<ReturnType<typeof joinDelivery>, 'send'>;
  readonly viewWith: (settings: GuildSettings) => ViewContext;
  readonly contextFor: (channelId: string) => ViewContext;
  readonly commandIds: () => ReadonlyMap<string, string>;
  readonly clock: Clock;
  readonly log: Logger;
}): void {
  const { config, client, store, market, settings, polls, viewWith, contextFor, log } = deps;
  const { now } = deps.clock;
  const { marketNow } = market.client;
  const { directory, memory, collections, lookups, finder, book } = market;
  const services: Omit<CommandServices, 'view'> = {
    subscriptions: deps.subscriptions,
    collections: {
      search: directory.search,
      get: directory.get,
      resolve: directory.resolve,
      beyond: () => directory.beyond,
    },
    lookups: learningLookups(joinLookups({ lookups, finder, book, marketNow }), memory),
    hints: { ...memory, auctions: book.all },
    channelAccess: deps.channelAccess,
    settings,
    rehearsal: joinRehearsal({
      activities: async (limit) => (await market.client.activities({ limit }, { patient: true })).items,
      enrich: polls.enriched,
      facts: collections,
      testMessage: (channelId, alert) =>
        testMessage(channelId, alert, contextFor(channelId), settings.channel(channelId).look),
      send: deps.delivery.send,
      now,
    }),
    ...joinHealth({
      version: packageJson.version,
      store,
      client,
      feed: polls.feed,
      poll: polls.ofFeed,
      auctionPoll: polls.ofAuctions,
      leftOut: polls.leftOut,
      now,
    }),
    places: createServerPlaces(client),
    readAttachment: createAttachmentReader({ apiUrl: config.discordApiUrl }),
    imports: createPendingImports({ now }),
    commandIds: deps.commandIds,
    now,
    marketNow,
  };
  const route = createRouter({
    commands,
    servicesFor: (guildId) => ({ ...services, view: viewWith(settings.guild(guildId)) }),
    log,
  });
  const passGate = createFloodGate({ route, now, log });
  client.on(Events.InteractionCreate, (interaction) => void passGate(interaction));
}
