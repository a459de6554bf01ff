import { Events, REST } from 'discord.js';
import { schedule } from 'node-cron';
import type { Logger } from 'pino';
import { commands } from '../commands/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { Config } from './config.ts';
import type { BotStatus } from './discord/bot-status.ts';
import { createChannelAccess } from './discord/channel-access.ts';
import { connect } from './discord/connect.ts';
import { createGatewayClient } from './discord/gateway.ts';
import { createLinks } from './discord/links.ts';
import { createNotifier } from './discord/notifier.ts';
import { createOutboxRest } from './discord/outbox-rest.ts';
import { registerCommands } from './discord/register.ts';
import { createRouter } from './discord/router.ts';
import type { Subscriptions } from './discord/services.ts';
import type { ViewContext } from './discord/views/context.ts';
import { GavelError } from './domain/errors.ts';
import { watchFeed } from './feed-watch.ts';
import { joinLookups } from './join-lookups.ts';
import { learningLookups } from './learn-hints.ts';
import { createAuctionBook } from './marketplace/auction-book.ts';
import { createMarketplaceClient } from './marketplace/client.ts';
import { createDirectory } from './marketplace/directory.ts';
import { createHintMemory } from './marketplace/hint-memory.ts';
import { createLookups } from './marketplace/lookups/lookups.ts';
import { createTokenFinder } from './marketplace/token-finder.ts';
import { systemClock } from './pipeline/clock.ts';
import { createDispatcher } from './pipeline/delivery/dispatcher.ts';
import { createFeedReader } from './pipeline/intake/read-feed.ts';
import { createSubscriptionIndex, type SubscriptionIndex } from './pipeline/intake/subscription-index.ts';
import { createIntake } from './pipeline/intake/take-in.ts';
import type { Clock } from './pipeline/ports.ts';
import { createPollSchedule } from './pipeline/schedule.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import type { Store } from './store/store.ts';

/** A running bot. Disposing it stops claiming work, settles what is under way and closes the store. */
export interface App extends AsyncDisposable {
  /** Resolves when the bot is connected and its commands are registered. Polling begins at once, before that. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the bot cannot go on and an operator has to act. */
  readonly failed: Promise<GavelError>;
  /** Looks at the feed now instead of waiting for the schedule. Resolves when what is new is in the outbox. */
  look(): Promise<void>;
}

/** What a test puts in the place of the machine's own. */
interface AppOverrides {
  readonly clock?: Clock;
}

/** So often it is seen to whether the local copies of collections and auctions are too old. */
const COPY_SCHEDULE = '15,45 * * * * *';
const DIRECTORY_MAX_AGE_MS = 10 * 60_000;

/** Subscriptions as commands see them: kept in the store, known to the index at once. */
function joinSubscriptions(
  store: Store,
  index: SubscriptionIndex,
  wake: (channelIds: readonly string[]) => void,
): Subscriptions {
  return {
    async add(subscription) {
      const added = await store.addSubscription(subscription);
      index.add(added.subscription);
      wake([added.subscription.channelId]);
      return added;
    },
    async remove(guildId, id) {
      const removed = await store.removeSubscription(guildId, id);
      if (removed !== null) index.remove(removed);
      return removed;
    },
    of: (guildId) => store.subscriptionsOf(guildId),
    laneStatuses: (channelIds) => store.laneStatuses(channelIds),
  };
}

/**
 * Puts the bot together and starts it: the only place that knows every part.
 * @throws GavelError STORE_UNUSABLE or STORE_IN_USE when the database cannot be used
 */
export async function createApp(config: Config, log: Logger, overrides: AppOverrides = {}): Promise<App> {
  const { clock = systemClock } = overrides;
  const stopping = new AbortController();
  const failure = Promise.withResolvers<GavelError>();
  await using parts = new AsyncDisposableStack();

  const store = parts.use(await openSqliteStore({ databaseUrl: config.databaseUrl, log, now: clock.now }));
  const marketplace = parts.use(
    createMarketplaceClient({
      baseUrl: config.marketplaceUrl,
      traitsParameter: config.traitsParameter,
      log,
      now: clock.now,
    }),
  );
  const directory = createDirectory({
    client: marketplace,
    log,
    now: clock.now,
    snapshot: {
      load: () => store.loadCollections(),
      save: (collections) => store.saveCollections(collections),
    },
  });
  await directory.load();
  const finder = createTokenFinder({ client: marketplace, now: clock.now });
  const lookups = parts.use(createLookups({ client: marketplace, finder, directory, now: clock.now, log }));

  const book = createAuctionBook({ read: lookups.auctions, now: clock.now });
  const memory = createHintMemory({ lookups, now: clock.now, log });

  const client = createGatewayClient({ apiUrl: config.discordApiUrl, log, onFatal: failure.resolve });
  parts.defer(() => client.destroy());
  const channelAccess = createChannelAccess(client);
  const view: ViewContext = {
    currency: config.currency,
    links: createLinks(config.links),
    marketplaceName: config.marketplaceName,
    collectionName: (address) => directory.get(address)?.name ?? null,
  };

  const dispatcher = parts.use(
    createDispatcher({
      outbox: store,
      notifier: createNotifier({
        rest: createOutboxRest({ apiUrl: config.discordApiUrl, token: config.discordToken }),
        context: view,
        botUserId: () => client.user?.id ?? '',
        historyAccess: channelAccess.historyAccess,
      }),
      clock,
      random: Math.random,
      log,
      onUnauthorized: () =>
        failure.resolve(
          new GavelError(
            'DISCORD_UNAUTHORIZED',
            'Discord refuses the token; no message can be sent. Set DISCORD_TOKEN anew.',
          ),
        ),
    }),
  );

  const index = createSubscriptionIndex(await store.allSubscriptions());
  const feed = watchFeed(marketplace, clock.now);
  const poll = parts.use(
    createPollSchedule({
      expression: config.pollSchedule,
      tick: createIntake({
        readFeed: createFeedReader({ feed, inbox: store }),
        inbox: store,
        tokens: finder,
        index,
        clock,
        log,
        wake: dispatcher.wake,
      }),
      clock,
      random: Math.random,
      log,
    }),
  );

  async function refreshDirectory(): Promise<void> {
    const age =
      directory.refreshedAt === null ? Number.POSITIVE_INFINITY : clock.now() - directory.refreshedAt;
    if (age >= DIRECTORY_MAX_AGE_MS) await directory.refresh({ signal: stopping.signal });
  }
  async function refreshAuctions(): Promise<void> {
    try {
      await book.refresh();
    } catch (error) {
      log.debug({ err: error }, 'the auctions were not read; what was heard of them stays');
    }
  }
  const refreshCopies = async () => void (await Promise.all([refreshDirectory(), refreshAuctions()]));
  const copySchedule = schedule(COPY_SCHEDULE, refreshCopies, {
    name: 'local copies',
    noOverlap: true,
    suppressMissedWarning: true,
  });
  parts.defer(async () => copySchedule.destroy());

  const startedAt = clock.now();
  async function status(): Promise<BotStatus> {
    const lanes = await store.laneStatuses(await store.lanesWithWork());
    return {
      version: packageJson.version,
      startedAt,
      feedReadAt: feed.readAt,
      newestEventAt: feed.newestEventAt,
      failures: poll.health().failures,
      discordLatencyMs: client.ws.ping < 0 ? null : client.ws.ping,
      waiting: lanes.reduce((sum, lane) => sum + lane.waiting, 0),
    };
  }
  let commandIds: ReadonlyMap<string, string> = new Map();

  const route = createRouter({
    commands,
    services: {
      subscriptions: joinSubscriptions(store, index, dispatcher.wake),
      collections: {
        search: directory.search,
        get: directory.get,
        resolve: directory.resolve,
      },
      lookups: learningLookups(joinLookups({ lookups, finder, book, now: clock.now }), memory),
      hints: { ...memory, auctions: book.all },
      channelAccess,
      view,
      status,
      commandIds: () => commandIds,
      now: clock.now,
    },
    log,
  });
  client.on(Events.InteractionCreate, (interaction) => void route(interaction));

  async function goOnline(): Promise<void> {
    const probe = new REST({ api: config.discordApiUrl, version: '10', retries: 0 }).setToken(
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
    });
    await dispatcher.start();
    log.info({ as: online.user.tag, servers: online.guilds.cache.size, commands: commands.length }, 'ready');
  }

  poll.start();
  const ready = Promise.all([goOnline(), refreshCopies()]).then(() => undefined);
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
    look: poll.look,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await owned.disposeAsync();
    },
  };
}
