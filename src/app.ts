import type { Logger } from 'pino';
import { commands } from '../commands/index.ts';
import { createMatcher } from './alerts/matcher.ts';
import { DEFAULT_GUILD_SETTINGS, type GuildSettings } from './alerts/settings.ts';
import { type Clock, systemClock } from './chain/clock.ts';
import { GavelError } from './chain/errors.ts';
import type { Config } from './config.ts';
import { createChannelAccess } from './discord/channel-access.ts';
import { createDiscordClock } from './discord/discord-clock.ts';
import { createGateway } from './discord/gateway/gateway.ts';
import { createGatewayRest } from './discord/gateway/gateway-rest.ts';
import { createChannelGuilds } from './discord/guilds/channel-guilds.ts';
import { createGuilds } from './discord/guilds/guilds.ts';
import { createDeliveryCheck } from './discord/interactions/http/delivery-check.ts';
import { createInteractionsEndpoint } from './discord/interactions/http/endpoint.ts';
import { inviteLink } from './discord/invite.ts';
import { registerCommandsWithRetries } from './discord/register.ts';
import type { ViewContext } from './discord/views/context.ts';
import { createSubscriptions } from './ingest/subscriptions.ts';
import { createLinks } from './marketplace/links.ts';
import { DEFAULT_LANGUAGE } from './messages/languages.ts';
import { type MessagesFor, messagesFor as messagesOfLanguage } from './messages/messages.ts';
import type { LogLines } from './ops/log-lines.ts';
import { createOperations } from './ops/operations.ts';
import type { CommandState } from './ops/readiness.ts';
import { createCommands } from './roles/commands.ts';
import { createHousekeeping } from './roles/housekeeper.ts';
import { createMarketplace } from './roles/marketplace.ts';
import { createPoller } from './roles/poller.ts';
import { createSender } from './roles/sender.ts';
import { createServers } from './roles/servers.ts';
import { createCachedSettings } from './store/cached-settings.ts';
import { openStore } from './store/open.ts';
import { createRoleStates } from './store/role-states.ts';

/** A running bot. Disposing of it stops new work, settles the requests in progress and closes the store. */
export interface App extends AsyncDisposable {
  /** Resolves when the bot is connected and its commands are registered, or refused by Discord. Polling starts before that. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the bot must stop and an operator has to act. */
  readonly failed: Promise<GavelError>;
  /** Polls the feed and the auctions now instead of waiting for the schedule. Resolves when new alerts are in the outbox. */
  poll(): Promise<void>;
}

/** Replacements for tests. */
interface AppOverrides {
  readonly clock?: Clock;
  /** Log lines; without them lines are not counted, and errors do not go to the operator's channel. */
  readonly lines?: Pick<LogLines, 'listen'>;
  /** Messages of another language, such as a pseudo-language. */
  readonly messagesFor?: MessagesFor;
}

/**
 * Composition root: creates all parts of the bot and starts it.
 * @throws GavelError STORE_UNUSABLE or STORE_IN_USE when the database cannot be used
 */
export async function createApp(config: Config, log: Logger, overrides: AppOverrides = {}): Promise<App> {
  const { clock = systemClock, lines = null, messagesFor = messagesOfLanguage } = overrides;
  const operations = createOperations({
    config,
    log,
    lines,
    messages: messagesFor(DEFAULT_GUILD_SETTINGS.language),
    clock,
  });
  const discordClock = createDiscordClock(clock);
  const makeRequest = discordClock.observe(operations.makeRequest);
  const stopping = new AbortController();
  const failure = Promise.withResolvers<GavelError>();
  await using parts = new AsyncDisposableStack();

  const store = operations.watchStore(
    parts.use(
      await openStore({
        databaseUrl: config.databaseUrl,
        log,
        now: clock.now,
        onDamage: failure.resolve,
      }),
    ),
  );
  const market = parts.use(
    await createMarketplace({
      config,
      store,
      log,
      now: clock.now,
      monotonic: clock.monotonic,
      ...operations.marketplace,
    }),
  );

  const rest = parts.use(
    createGatewayRest({ apiUrl: config.discordApiUrl, token: config.discordToken, makeRequest }),
  );
  const guilds = createGuilds();
  const gateway = parts.use(
    createGateway({
      rest,
      token: config.discordToken,
      shardCount: config.shards,
      guilds,
      onInteraction: (payload): void => handleInteraction(payload),
      onGuildChange: (guildId, change, event): void => servers.noteChange(guildId, change, event),
      onConnection: operations.onConnection,
      onFatal: failure.resolve,
      log,
    }),
  );
  const channelAccess = createChannelAccess(guilds, clock.now);

  const rules = await store.allSubscriptions();
  const index = createMatcher(rules, market.collections);
  const channelGuilds = createChannelGuilds(
    rules,
    (channelId) => guilds.findChannel(channelId)?.guild.id ?? null,
  );
  const settings = await createCachedSettings({
    store,
    guildIdOf: channelGuilds.guildIdOf,
    wake: (channelIds) => sender.wake(channelIds),
    onChannel: (guildId) => servers.noteRules([guildId]),
  });
  let commandIds: ReadonlyMap<string, string> = new Map();
  const links = createLinks(config.links);
  const viewWith = (chosen: GuildSettings): ViewContext => ({
    currency: config.currency,
    links,
    marketplaceName: config.marketplaceName,
    marketplaceOrigin: new URL(config.marketplaceUrl).origin,
    collectionName: (address, reported = null) => market.directory.nameOf(address, reported),
    collectionPicture: (address) => market.directory.get(address)?.thumbnail ?? null,
    walletName: market.walletNames.get,
    messages: messagesFor(chosen.language, commandIds),
    settings: chosen,
  });
  const contextFor = (channelId: string) => viewWith(settings.guildOf(channelId));
  const contextOf = (guildId: string | null) =>
    viewWith(guildId === null ? DEFAULT_GUILD_SETTINGS : settings.guild(guildId));

  const sender = parts.use(
    createSender({
      config,
      store,
      settings,
      contextFor: contextOf,
      operations,
      makeRequest,
      discordClock,
      ownUserId: () => (guilds.botId === '' ? null : guilds.botId),
      onStopped: () => servers.checkNotices(),
      clock,
      log,
      onFailure: failure.resolve,
    }),
  );
  const { wake } = sender;
  const poller = parts.use(
    createPoller({ config, store, market, index, settings, operations, wake, clock, log }),
  );

  let commandState: CommandState = 'not registered';

  const subscriptions = createSubscriptions({
    store,
    index,
    channelGuilds,
    wake,
    onRules: (guildId) => servers.noteRules([guildId]),
    settings,
    now: clock.now,
  });
  const servers = parts.use(
    createServers({
      config,
      store,
      guilds,
      knows: () => true,
      channelAccess,
      subscriptions,
      makeRequest,
      wake,
      noticesEveryMs: null,
      clock,
      log,
    }),
  );

  const states = createRoleStates({
    own: {
      poller: poller.report,
      shards: () => gateway.status().shards,
      isOnline: () => gateway.status().isOnline,
      commands: () => commandState,
    },
    board: null,
    now: clock.now,
  });
  const handleInteraction = createCommands({
    config,
    guilds,
    states,
    rest,
    store,
    market,
    subscriptions,
    settings,
    poller,
    sender,
    viewWith,
    contextFor,
    commandIds: () => commandIds,
    clock,
    log,
  });

  const { interactionsKey } = config;
  const deliveryCheck = createDeliveryCheck({
    rest,
    publicKey: interactionsKey,
    sleep: clock.sleep,
    onWrongKey: failure.resolve,
    log,
  });
  const interactionsEndpoint =
    interactionsKey === null
      ? null
      : createInteractionsEndpoint({
          publicKey: interactionsKey,
          now: discordClock.now,
          receive: (payload, guildId) => gateway.whenReceived(guildId, () => handleInteraction(payload)),
          onRequest: operations.onInteractionRequest,
        });

  async function goOnline(): Promise<void> {
    const patience = { sleep: clock.sleep, signal: stopping.signal, log };
    const bot = await gateway.connect(patience);
    // Before the commands: Discord may refuse those, which must not delay alerts.
    await servers.checkAll();
    await sender.start();
    await deliveryCheck.start(stopping.signal);
    const registered = await registerCommandsWithRetries({
      ...patience,
      rest,
      applicationId: bot.applicationId,
      commands,
      messages: messagesFor(DEFAULT_LANGUAGE),
      scope: config.guildId,
    });
    commandIds = registered.ids;
    commandState = registered.refused ? 'refused' : 'registered';
    log.info(
      {
        as: bot.userName,
        servers: guilds.size,
        commands: commandIds.size,
        invite: inviteLink(bot.applicationId),
      },
      'ready',
    );
  }

  parts.use(
    await operations.open({
      gateway,
      guilds,
      store,
      states,
      interactionDelivery: deliveryCheck.delivery,
      interactionsEndpoint,
      send: sender.send,
      failed: failure.promise,
    }),
  );
  const housekeeping = parts.use(createHousekeeping({ store, clock, log }));
  housekeeping.start();
  const ready = Promise.all([poller.start(), goOnline()]).then(() => undefined);
  ready.catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    failure.resolve(
      error instanceof GavelError
        ? error
        : new GavelError('DISCORD_UNAVAILABLE', 'Could not connect to Discord.', { cause: error }),
    );
  });

  const owned = parts.move();
  return {
    ready,
    failed: failure.promise,
    poll: poller.poll,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await owned.disposeAsync();
    },
  };
}
