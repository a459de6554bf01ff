import type { REST } from 'discord.js';
import type { Logger } from 'pino';
import { commands } from '#commands/index.ts';
import { RECAP_TOPIC } from '#src/alerts/kinds/recap/schema.ts';
import { DEFAULT_GUILD_SETTINGS, type GuildSettings } from '#src/alerts/settings.ts';
import { isSilentPost } from '#src/alerts/silence.ts';
import type { Clock } from '#src/chain/clock.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import type { ChartRenderer } from '#src/charts/renderer.ts';
import type { Config } from '#src/config.ts';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import { createServerDirectory } from '#src/discord/access/server-directory.ts';
import { drawChart } from '#src/discord/draw-chart.ts';
import { createFloodGate } from '#src/discord/flood/flood.ts';
import type { MutableGuilds } from '#src/discord/guilds/guilds.ts';
import { readChannel } from '#src/discord/guilds/payloads.ts';
import { createRequestedGuilds } from '#src/discord/guilds/requested-guilds.ts';
import { readInteraction } from '#src/discord/interactions/interaction.ts';
import { createLookups } from '#src/discord/lookups/lookups.ts';
import { createOwnUserId } from '#src/discord/own-user-id.ts';
import { markCarrierIn } from '#src/discord/posting/delivery-mark.ts';
import { createTestPosts } from '#src/discord/posting/test-posts.ts';
import { createAttachmentReader } from '#src/discord/read-attachment.ts';
import { withRefusalNotice } from '#src/discord/refusal-notice.ts';
import { shownChart } from '#src/discord/render/alert-charts.ts';
import { type AlertMessage, testMessage } from '#src/discord/render/alert-message.ts';
import { describeAlert } from '#src/discord/render/describe.ts';
import { createRouter } from '#src/discord/router.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { createHealth } from '#src/discord/status/health.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { createBacktest } from '#src/ingest/backtest.ts';
import { createBacktests } from '#src/ingest/backtests.ts';
import { withFloorChart } from '#src/ingest/floors/read-floor-chart.ts';
import { createPreview } from '#src/ingest/preview.ts';
import { exampleRecap, type RecapDeps } from '#src/ingest/recaps.ts';
import { createRuleExamples } from '#src/ingest/rule-examples.ts';
import type { Silencing } from '#src/ingest/silencing.ts';
import type { Subscriptions } from '#src/ingest/subscriptions.ts';
import type { SendOutcome } from '#src/outbox/posting.ts';
import type { CachedSettings } from '#src/store/cached-settings.ts';
import type { Store } from '#src/store/open.ts';
import type { RoleStates } from '#src/store/role-states.ts';

import packageJson from '../../package.json' with { type: 'json' };
import type { Marketplace } from './marketplace.ts';

/** An interaction must be answered within three seconds. */
const OWN_ID_TIMEOUT_MS = 1_000;

/**
 * Handles the payloads of interactions: passes them through the rate limit to the command.
 *
 * @param deps.contextFor view context for a channel; `viewWith`: for a server with these settings
 */
export function createCommands(deps: {
  readonly config: Pick<Config, 'discordApiUrl' | 'currency' | 'interactionsKey'>;
  readonly guilds: MutableGuilds;
  /** Known states of the roles of all processes. */
  readonly states: RoleStates;
  readonly rest: REST;
  readonly store: Store;
  readonly market: Marketplace;
  readonly charts: Pick<ChartRenderer, 'render'>;
  readonly subscriptions: Subscriptions;
  readonly silencing: Silencing;
  readonly settings: CachedSettings;
  /** Makes one attempt to post to a channel, outside the outbox; never rejects. */
  readonly send: (channelId: string, message: AlertMessage, charts: DrawnCharts) => Promise<SendOutcome>;
  /** Wakes the queues of channels. */
  readonly wake: (channelIds: readonly string[]) => void;
  readonly viewWith: (settings: GuildSettings) => ViewContext;
  readonly contextFor: (channelId: string) => ViewContext;
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Aborts when the process stops. */
  readonly stopping: AbortController;
  readonly clock: Clock;
  readonly log: Logger;
}): (payload: unknown) => void {
  const { config, states, rest, store, market, settings, viewWith, contextFor, log } = deps;
  const { now, monotonic } = deps.clock;
  const guilds = createRequestedGuilds({
    guilds: deps.guilds,
    rest,
    botUserId: createOwnUserId({
      rest,
      known: () => (deps.guilds.botId === '' ? null : deps.guilds.botId),
      timeoutMs: OWN_ID_TIMEOUT_MS,
    }),
    monotonic,
  });
  const { marketNow } = market.client;
  const { directory, suggestionCache, walletNames, collections, lookups, finder, auctionCache } = market;
  const commandLookups = createLookups({
    lookups,
    finder,
    auctionCache,
    suggestions: suggestionCache,
    walletNames,
    marketNow,
  });
  const recapDeps: RecapDeps = {
    store,
    facts: collections,
    nameOf: (collection) => directory.get(collection)?.name ?? null,
    enrich: market.enrichAlerts,
  };
  const channelAccess = createChannelAccess(guilds, now);
  const services: Omit<CommandServices, 'view'> = {
    subscriptions: deps.subscriptions,
    silences: deps.silencing,
    store,
    charts: deps.charts,
    collections: {
      search: directory.search,
      searchInTurns: directory.searchInTurns,
      get: directory.get,
      resolve: directory.resolve,
      omitted: () => directory.omitted,
    },
    lookups: commandLookups,
    suggestions: { ...suggestionCache, auctions: auctionCache.all },
    channelAccess,
    settings,
    async postAgain(channelId, deliveryId, timesAgain) {
      const result = await store.channelLog.postAgain(channelId, deliveryId, timesAgain);
      if (result === 'queued') deps.wake([channelId]);
      return result;
    },
    previews: {
      preview: createPreview({
        examples: createRuleExamples({
          trades: store.recentTrades,
          lookups,
          enrich: market.enrichAlerts,
          withChart: (alert, rule) => withFloorChart(alert, rule, store),
          facts: collections,
          price: 10n ** BigInt(config.currency.decimals),
          now,
        }),
        madeNow: async (rule) =>
          rule.topics.includes(RECAP_TOPIC) ? exampleRecap(rule, now(), recapDeps) : null,
        activities: async (limit) => (await market.client.activities({ limit }, { asLookup: true })).items,
        enrich: market.enrichAlerts,
        facts: collections,
        now,
      }),
      ...createTestPosts({
        shownChart(channelId, alert) {
          if (!channelAccess.mayAttachFiles(channelId)) return null;
          return shownChart(describeAlert(alert, contextFor(channelId)), settings.channel(channelId).size);
        },
        draw: (chart, channelId) => drawChart(chart, contextFor(channelId), deps.charts),
        testMessage(channelId, alert, { charts, template, isPreview }) {
          const channel = settings.channel(channelId);
          const view = contextFor(channelId);
          const isSilent = isSilentPost([alert], [], channel);
          return testMessage(channelId, alert, view, channel.size, markCarrierIn(channel), charts, isSilent, {
            templates: [template],
            hidden: channel.hiddenParts,
            isPreview,
          });
        },
        send: deps.send,
      }),
    },
    backtests: createBacktests({
      run: createBacktest({ store: store.backtest, facts: collections, now }),
      stopping: deps.stopping.signal,
    }),
    ...createHealth({
      version: packageJson.version,
      store,
      states,
      now,
    }),
    serverDirectory: createServerDirectory(guilds, now),
    readAttachment: createAttachmentReader({ apiUrl: config.discordApiUrl }),
    viewWith,
    commandIds: deps.commandIds,
    now,
    marketNow,
  };
  const settingsOf = (guildId: string | null) =>
    guildId === null ? DEFAULT_GUILD_SETTINGS : settings.guild(guildId);
  const messagesOf = (guildId: string | null) => viewWith(settingsOf(guildId)).messages;
  const route = createRouter({
    commands,
    servicesFor: (guildId) => ({ ...services, view: viewWith(settingsOf(guildId)) }),
    messagesOf,
    guilds,
    async load(interaction) {
      const { guildId, channelId } = interaction;
      const given = interaction.type === 'command' ? interaction.options.channels : [];
      // The gateway only delivers interactions of servers that it reports.
      if (config.interactionsKey !== null) {
        const givenIds = given.map((channel) => readChannel(channel)?.id ?? null);
        await guilds.load(
          guildId,
          [channelId, ...givenIds].filter((id) => id !== null),
        );
      }
      for (const channel of given) guilds.addThread(guildId, channel);
    },
    rest,
    now,
    log,
  });
  const passGate = createFloodGate({
    route: withRefusalNotice({ route, people: store.people, messagesOf, log }),
    messagesOf,
    now,
    log,
  });
  return (payload) => {
    const interaction = readInteraction(payload, rest);
    if (interaction === null) log.warn('unknown interaction ignored');
    else void passGate(interaction);
  };
}
