import { Events, REST } from 'discord.js';
import { schedule } from 'node-cron';
import type { Logger } from 'pino';
import { commands } from '../commands/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { createChannelAccess } from './discord/channel-access.ts';
import { connect } from './discord/connect.ts';
import { createFloodGate } from './discord/flood.ts';
import { createGatewayClient } from './discord/gateway.ts';
import { inviteLink } from './discord/invite.ts';
import { createLinks } from './discord/links.ts';
import { createNearestPlace } from './discord/nearest-place.ts';
import { createNotifier } from './discord/notifier.ts';
import { createOutboxRest } from './discord/outbox-rest.ts';
import { createAttachmentReader } from './discord/read-attachment.ts';
import { registerCommands } from './discord/register.ts';
import { createReopening } from './discord/reopening.ts';
import { createRouter } from './discord/router.ts';
import { sendOnce } from './discord/send-once.ts';
import { createServerPlaces } from './discord/server-places.ts';
import type { CommandServices } from './discord/services.ts';
import { createPendingImports } from './discord/subscription-file/pending-imports.ts';
import { testMessage } from './discord/views/alert-message.ts';
import type { ViewContext } from './discord/views/context.ts';
import type { MarketAlert } from './domain/alert.ts';
import { GavelError } from './domain/errors.ts';
import { bidDeservesMessage } from './domain/ping.ts';
import type { GuildSettings } from './domain/settings.ts';
import { watchFeed } from './feed-watch.ts';
import { createHousekeeping } from './housekeeping.ts';
import { joinHealth } from './join-health.ts';
import { joinLookups } from './join-lookups.ts';
import { joinMarketplace } from './join-marketplace.ts';
import { joinOperations } from './join-operations.ts';
import { joinRehearsal } from './join-rehearsal.ts';
import { joinSettings } from './join-settings.ts';
import { joinSubscriptions } from './join-subscriptions.ts';
import { learningLookups } from './learn-hints.ts';
import type { LogLines } from './ops/log-lines.ts';
import { createAuctionReader } from './pipeline/auctions/read-auctions.ts';
import { createAuctionWatch } from './pipeline/auctions/watch-auctions.ts';
import { systemClock } from './pipeline/clock.ts';
import { createDispatcher } from './pipeline/delivery/dispatcher.ts';
import { enrich } from './pipeline/intake/enrich.ts';
import { createFeedReader } from './pipeline/intake/read-feed.ts';
import { createGapSizing } from './pipeline/intake/size-gaps.ts';
import { createSubscriptionIndex } from './pipeline/intake/subscription-index.ts';
import { createIntake } from './pipeline/intake/take-in.ts';
import { createNotices } from './pipeline/notices/notices.ts';
import type { Clock } from './pipeline/ports.ts';
import { createPollSchedule } from './pipeline/schedule.ts';
import { openSqliteStore } from './store/sqlite/open.ts';

/** A running bot. Disposing it stops claiming work, settles what is under way and closes the store. */
export interface App extends AsyncDisposable {
  /** Resolves when the bot is connected and its commands are registered. Polling begins at once, before that. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the bot cannot go on and an operator has to act. */
  readonly failed: Promise<GavelError>;
  /** Looks at the feed and the auctions now instead of waiting for the schedule. Resolves when what is new is in the outbox. */
  look(): Promise<void>;
}

/** What a test puts in the place of the machine's own. */
interface AppOverrides {
  readonly clock?: Clock;
  /** What the log writes; without it lines are not counted, and the operator's channel is not told of errors. */
  readonly lines?: Pick<LogLines, 'listen'>;
}

/** So often it is seen to whether the local copy of the collections is too old. */
const COPY_SCHEDULE = '15,45 * * * * *';
const DIRECTORY_MAX_AGE_MS = 10 * 60_000;

/**
 * Puts the bot together and starts it: the only place that knows every part.
 * @throws GavelError STORE_UNUSABLE or STORE_IN_USE when the database cannot be used
 */
export async function createApp(config: Config, log: Logger, overrides: AppOverrides = {}): Promise<App> {
  const { clock = systemClock, lines = null } = overrides;
  const operations = joinOperations({ config, log, lines, clock });
  const { makeRequest } = operations;
  const stopping = new AbortController();
  const failure = Promise.withResolvers<GavelError>();
  await using parts = new AsyncDisposableStack();

  const store = operations.watchStore(
    parts.use(
      await openSqliteStore({
        databaseUrl: config.databaseUrl,
        log,
        now: clock.now,
        onDamage: failure.resolve,
      }),
    ),
  );
  const gapSizing = parts.use(
    createGapSizing({
      book: store,
      feedReadAt: (): number | null => poll.health().lastSuccessAt,
      log,
      now: clock.now,
    }),
  );
  const market = parts.use(
    await joinMarketplace({
      config,
      store,
      log,
      now: clock.now,
      learnTotals: gapSizing.learn,
      ...operations.marketplace,
    }),
  );
  const { directory, finder, lookups, book, memory, collections } = market;

  const client = createGatewayClient({
    apiUrl: config.discordApiUrl,
    log,
    onFatal: failure.resolve,
    makeRequest,
    onConnection: operations.onConnection,
  });
  parts.defer(() => client.destroy());
  const channelAccess = createChannelAccess(client);
  function guildIdOf(channelId: string): string | null {
    const channel = client.channels.cache.get(channelId);
    return channel === undefined || channel.isDMBased() ? null : channel.guildId;
  }

  const index = createSubscriptionIndex(await store.allSubscriptions(), collections);
  const settings = await joinSettings({
    store,
    guildIdOf,
    wake: (channelIds) => dispatcher.wake(channelIds),
    async eraseGuild(guildId) {
      const rules = await store.subscriptionsOf(guildId);
      await store.eraseGuild(guildId);
      for (const rule of rules) index.remove(rule);
    },
  });
  const links = createLinks(config.links);
  const viewWith = (chosen: GuildSettings): ViewContext => ({
    currency: config.currency,
    links,
    marketplaceName: config.marketplaceName,
    collectionName: (address) => directory.get(address)?.name ?? null,
    settings: chosen,
  });
  const contextFor = (channelId: string) => viewWith(settings.guildOf(channelId));

  const outboxRest = createOutboxRest({
    apiUrl: config.discordApiUrl,
    token: config.discordToken,
    makeRequest,
  });
  const dispatcher = parts.use(
    createDispatcher({
      outbox: store,
      notifier: operations.watchNotifier(
        createNotifier({
          rest: outboxRest,
          contextFor,
          settingsOf: settings.channel,
          botUserId: () => client.user?.id ?? '',
          historyAccess: channelAccess.historyAccess,
        }),
      ),
      rules: settings,
      clock,
      random: Math.random,
      log,
      onStopped: () => notices.look(),
      onUnauthorized: () =>
        failure.resolve(
          new GavelError(
            'DISCORD_UNAUTHORIZED',
            'Discord refuses the token; no message can be sent. Set DISCORD_TOKEN anew.',
          ),
        ),
    }),
  );
  const { wake } = dispatcher;
  const nearestPlace = createNearestPlace({
    client,
    rest: outboxRest,
    channelAccess,
    async stoppedAmong(channelIds) {
      const lanes = await store.laneStatuses(channelIds);
      return new Set(lanes.filter(({ state }) => state !== 'open').map(({ channelId }) => channelId));
    },
  });
  const notices = parts.use(
    createNotices({ board: store, places: { nearestPlace }, clock, random: Math.random, log, wake }),
  );

  const enriched = (alerts: readonly MarketAlert[], signal: AbortSignal) =>
    enrich(alerts, { tokens: finder, collections, log, signal });
  const feed = watchFeed(market.client, clock.now);
  const polling = { expression: config.pollSchedule, clock, random: Math.random, log };
  const poll = parts.use(
    createPollSchedule({
      ...polling,
      what: 'the feed',
      tick: operations.feedTick(
        createIntake({
          readFeed: createFeedReader({ feed, inbox: store }),
          inbox: store,
          tokens: finder,
          collections,
          index,
          clock,
          log,
          wake,
        }),
      ),
    }),
  );
  const auctionWatch = parts.use(
    createAuctionWatch({
      read: createAuctionReader({
        source: { auctions: (query, { signal }) => market.client.auctions(query, { signal, watched: true }) },
        clock,
      }),
      inbox: store,
      index,
      tokens: finder,
      collections,
      bidDeservesMessage: (channelId, amount) => bidDeservesMessage(settings.channel(channelId).ping, amount),
      clock,
      random: Math.random,
      log,
      wake,
      learn: book.learn,
    }),
  );
  const auctionPoll = parts.use(
    createPollSchedule({ ...polling, what: 'the auctions', tick: operations.auctionTick(auctionWatch.tick) }),
  );

  async function refreshDirectory(): Promise<void> {
    const age =
      directory.refreshedAt === null ? Number.POSITIVE_INFINITY : clock.now() - directory.refreshedAt;
    if (age >= DIRECTORY_MAX_AGE_MS) await directory.refresh({ signal: stopping.signal });
    await gapSizing.look();
  }
  const copySchedule = schedule(COPY_SCHEDULE, refreshDirectory, {
    name: 'local copies',
    noOverlap: true,
    suppressMissedWarning: true,
  });
  parts.defer(async () => copySchedule.destroy());

  let commandIds: ReadonlyMap<string, string> = new Map();
  let registered = false;

  const subscriptions = joinSubscriptions({ store, index, wake, now: clock.now });
  const reopening = parts.use(createReopening({ client, channelAccess, subscriptions, log }));

  const services: Omit<CommandServices, 'view'> = {
    subscriptions,
    collections: { search: directory.search, get: directory.get, resolve: directory.resolve },
    lookups: learningLookups(joinLookups({ lookups, finder, book, now: clock.now }), memory),
    hints: { ...memory, auctions: book.all },
    channelAccess,
    settings,
    rehearsal: joinRehearsal({
      activities: async (limit) => (await market.client.activities({ limit }, { patient: true })).items,
      enrich: (alerts) => enriched(alerts, stopping.signal),
      facts: collections,
      testMessage: (channelId, alert) =>
        testMessage(channelId, alert, contextFor(channelId), settings.channel(channelId).look),
      send: (channelId, message) => sendOnce(outboxRest, channelId, message),
      now: clock.now,
    }),
    ...joinHealth({
      version: packageJson.version,
      store,
      client,
      feed,
      poll,
      auctionPoll,
      now: clock.now,
    }),
    places: createServerPlaces(client),
    readAttachment: createAttachmentReader({ apiUrl: config.discordApiUrl }),
    imports: createPendingImports({ now: clock.now }),
    commandIds: () => commandIds,
    now: clock.now,
  };
  const route = createRouter({
    commands,
    servicesFor: (guildId) => ({ ...services, view: viewWith(settings.guild(guildId)) }),
    log,
  });
  const passGate = createFloodGate({ route, now: clock.now, log });
  client.on(Events.InteractionCreate, (interaction) => void passGate(interaction));

  async function goOnline(): Promise<void> {
    const probe = new REST({ api: config.discordApiUrl, version: '10', retries: 0, makeRequest }).setToken(
      config.discordToken,
    );
    const online = await connect({
      client,
      rest: probe,
      token: config.discordToken,
      log,
      signal: stopping.signal,
    });
    commandIds = await registerCommands({
      rest: online.rest,
      applicationId: online.application.id,
      commands,
      scope: config.guildId,
      log,
    });
    registered = true;
    await dispatcher.start();
    reopening.lookEverywhere();
    notices.look();
    log.info(
      {
        as: online.user.tag,
        servers: online.guilds.cache.size,
        commands: commands.length,
        invite: inviteLink(online.application.id),
      },
      'ready',
    );
  }

  parts.use(
    await operations.open({
      client,
      feed,
      polls: { feed: poll, auctions: auctionPoll },
      store,
      registered: () => registered,
      send: (channelId, message) => sendOnce(outboxRest, channelId, message),
      failed: failure.promise,
    }),
  );
  const housekeeping = parts.use(createHousekeeping({ store, clock, log }));
  housekeeping.start();
  poll.start();
  auctionPoll.start();
  const ready = Promise.all([goOnline(), refreshDirectory()]).then(() => undefined);
  ready.catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    failure.resolve(
      error instanceof GavelError
        ? error
        : new GavelError('DISCORD_UNAVAILABLE', 'Could not come online at Discord.', { cause: error }),
    );
  });

  const owned = parts.move();
  return {
    ready,
    failed: failure.promise,
    look: async () => void (await Promise.all([poll.look(), auctionPoll.look()])),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await owned.disposeAsync();
    },
  };
}
