import type { Logger } from 'pino';
import { DEFAULT_GUILD_SETTINGS, type GuildSettings } from '#src/alerts/settings.ts';
import { type Clock, systemClock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import { type ChartRenderer, createChartRenderer } from '#src/charts/renderer.ts';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import { inviteLink } from '#src/discord/access/invite.ts';
import type { BotIdentity } from '#src/discord/gateway/gateway.ts';
import { createGatewayRest } from '#src/discord/gateway/gateway-rest.ts';
import { createGuilds, type GuildChange } from '#src/discord/guilds/guilds.ts';
import { createDeliveryCheck } from '#src/discord/interactions/http/delivery-check.ts';
import { createInteractionsEndpoint } from '#src/discord/interactions/http/endpoint.ts';
import { createWebhookEventsEndpoint } from '#src/discord/interactions/http/webhook-events.ts';
import { createDiscordClock } from '#src/discord/posting/discord-clock.ts';
import { sendOnce } from '#src/discord/posting/send-once.ts';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { askDiscord, createDiscordReach } from '#src/discord/rest/reach.ts';
import { confirmTokenRefusals } from '#src/discord/rest/token-check.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { createSubscriptions } from '#src/ingest/subscriptions.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { DEFAULT_LANGUAGE } from '#src/messages/languages.ts';
import { type MessagesFor, messagesFor as messagesOfLanguage } from '#src/messages/messages.ts';
import type { LogLines } from '#src/ops/log-lines.ts';
import { createOperations } from '#src/ops/operations.ts';
import { createCommands } from '#src/roles/commands.ts';
import { connectAlone, connectTogether } from '#src/roles/connection.ts';
import { createFencedFacts } from '#src/roles/fenced-facts.ts';
import { heldForGood } from '#src/roles/held-role.ts';
import { type Housekeeper, housekeeperRole } from '#src/roles/housekeeper.ts';
import { createMarketplace } from '#src/roles/marketplace.ts';
import { type Poller, pollerRole } from '#src/roles/poller.ts';
import { createRegistration, followRegistration } from '#src/roles/registration.ts';
import { createRoleSlot } from '#src/roles/role-slot.ts';
import { createRoleStores } from '#src/roles/role-stores.ts';
import { loadRuleCache, type RuleCache } from '#src/roles/rule-cache.ts';
import { type Sender, senderRole } from '#src/roles/sender.ts';
import { createServers } from '#src/roles/servers.ts';
import { shareRoles } from '#src/roles/shared-roles.ts';
import { keepCheckingFile } from '#src/store/file/lost-file.ts';
import { findWork } from '#src/store/find-work.ts';
import { openDatabase, shareDatabase } from '#src/store/open.ts';
import { openPatiently } from '#src/store/patient-open.ts';
import { createRoleReportStore } from '#src/store/role-reports.ts';
import { createRoleStates } from '#src/store/role-states.ts';
import type { Config } from './config.ts';

/** A running bot, or one of its processes. Disposing of it stops new work, settles the requests in progress and closes the store. */
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
  /** Draws charts; by default in a thread. */
  readonly charts?: ChartRenderer;
  /** Aborts when the process is to stop: the start then waits for the database no longer. */
  readonly stop?: AbortSignal;
}

/** How often a process looks for due notices that the sender in another one made. */
const NOTICES_EVERY_MS = 10_000;

/**
 * Composition root: creates all parts of the bot and starts it. What every process has comes first, then the roles. On SQLite one
 * process plays all of them at once; on PostgreSQL it plays those for which it holds a lease (`shared-roles.ts`).
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
  const discordReach = createDiscordReach(clock.monotonic);
  const makeRequest = confirmTokenRefusals(
    discordReach.observe(discordClock.observe(operations.makeRequest)),
    config.discordApiUrl,
  );
  const discordAccess = {
    apiUrl: config.discordApiUrl,
    token: config.discordToken,
    discordLimit: config.discordRequestsPerSecond,
    makeRequest,
  };
  const stopping = new AbortController();
  const failure = Promise.withResolvers<GavelError>();
  await using parts = new AsyncDisposableStack();

  const { databaseUrl, leaseMs } = config;
  const database = parts.use(
    await openPatiently(
      () => openDatabase({ databaseUrl, leaseMs, log, now: clock.now, onDamage: failure.resolve }),
      { clock, log, signal: overrides.stop ?? stopping.signal },
    ),
  );
  const { checkFile } = database.maintenance;
  if (checkFile !== null) parts.use(keepCheckingFile(checkFile, clock));
  const shared = parts.use(await shareDatabase(database, { databaseUrl, lifeMs: leaseMs, log }));

  const stores = createRoleStores({ database, clock, log });
  const store = stores.storeFor(null);
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
  const rest = parts.use(createGatewayRest(discordAccess));
  const charts = parts.use(
    overrides.charts ??
      createChartRenderer({ clock, onFailure: (detail) => log.warn({ detail }, 'a chart was not drawn') }),
  );
  const guilds = createGuilds();
  const channelAccess = createChannelAccess(guilds, discordClock.now);

  const poller = createRoleSlot<Poller>();
  const sender = createRoleSlot<Sender>();
  const housekeeper = createRoleSlot<Housekeeper>();
  /** These channels have new deliveries or changed settings: the sender is here, or hears of it. */
  function wake(channelIds: readonly string[]): void {
    if (channelIds.length === 0) return;
    const here = sender.current();
    if (here === null) shared?.wakeups.notify('outbox');
    else here.wake(channelIds);
  }
  function onServers(guildIds: readonly string[]): void {
    servers.noteRules(guildIds);
  }
  const rules: RuleCache = await loadRuleCache({
    store,
    changes: shared?.changes ?? null,
    facts: market.collections,
    fromGateway: (channelId) => guilds.findChannel(channelId)?.guild.id ?? null,
    wake,
    onServers,
    onChange: () => shared?.wakeups.notify('rules'),
  });
  const { index, settings, channelGuilds } = rules;

  const registration = createRegistration({
    rest,
    messages: messagesFor(DEFAULT_LANGUAGE),
    scope: config.guildId,
    clock,
    log,
  });
  const links = createLinks(config.links);
  const viewWith = (chosen: GuildSettings): ViewContext => ({
    currency: market.ownCoin.currency,
    links,
    marketplaceName: config.marketplaceName,
    marketplaceOrigin: new URL(config.marketplaceUrl).origin,
    collectionName: (address, reported = null) => market.directory.nameOf(address, reported),
    collectionPicture: (address) => market.directory.get(address)?.thumbnail ?? null,
    isVerified: (address) => market.directory.get(address)?.verified ?? false,
    walletName: market.walletNames.get,
    messages: messagesFor(chosen.language, registration.ids()),
    settings: chosen,
  });
  const contextFor = (channelId: string) => viewWith(settings.guildOf(channelId));
  const contextOf = (guildId: string | null) =>
    viewWith(guildId === null ? DEFAULT_GUILD_SETTINGS : settings.guild(guildId));

  /** Alerts go out once Discord knows the bot, and before its commands, which Discord may refuse. */
  const accepted = Promise.withResolvers<BotIdentity>();
  const mayRegister = Promise.withResolvers<BotIdentity>();
  function fail(error: unknown): void {
    if (stopping.signal.aborted) return;
    failure.resolve(
      error instanceof GavelError
        ? error
        : new GavelError('DISCORD_UNAVAILABLE', 'Could not connect to Discord.', { cause: error }),
    );
  }
  const roles = {
    poller: pollerRole({
      ...{ place: poller, stores, config, market, index, settings, operations, wake, clock, log },
      refresh: rules.refresh,
    }),
    sender: senderRole({
      ...{
        place: sender,
        stores,
        config,
        settings,
        operations,
        makeRequest,
        discordClock,
        charts,
        clock,
        log,
      },
      accepted: accepted.promise,
      contextFor: contextOf,
      ownUserId: () => (guilds.botId === '' ? null : guilds.botId),
      findWork: shared === null ? null : (seen) => findWork(database, seen),
      onStopped: () => servers.checkNotices(),
      onFailure: failure.resolve,
    }),
    housekeeper: housekeeperRole({
      ...{ slot: housekeeper, stores, registration, clock, log },
      identified: mayRegister.promise,
      onFailure: fail,
      forgetPerson: (userId) => subscriptions.forgetPerson(userId),
    }),
  };

  const reports = createRoleReportStore(database);
  const together =
    shared === null
      ? null
      : parts.use(
          shareRoles({
            ...{ config, roles, shared, clock, log },
            catchUp: rules.catchUp,
            roleBoard: reports.roleBoard,
            silentForMs: discordReach.silentForMs,
            askDiscord: () => askDiscord(rest),
          }),
        );
  const toDiscord = {
    ...{ config, rest, guilds, log },
    onInteraction: (payload: unknown): void => handleInteraction(payload),
    onGuildChange(guildId: string, change: GuildChange, event: string): void {
      if (change === 'received') operations.onServerReceived();
      servers.noteChange(guildId, change, event);
    },
    onConnection: operations.onConnection,
    onShardReady: (): void => void servers.checkAll(),
    onFatal: failure.resolve,
  };
  const connection = parts.use(
    together === null
      ? connectAlone(toDiscord)
      : connectTogether({ ...toDiscord, ...together, stores, database, clock, discordNow: discordClock.now }),
  );
  const { gateway, knows, shardOf } = connection;

  const subscriptions = createSubscriptions({
    ...{ store, index, channelGuilds, wake, settings, now: clock.now },
    onRules(guildId) {
      servers.noteRules([guildId]);
      shared?.wakeups.notify('rules');
    },
  });
  const servers = parts.use(
    createServers({
      ...{ config, store, guilds, knows, channelAccess, subscriptions, makeRequest, wake, clock, log },
      facts: together === null ? store : createFencedFacts({ database, shardOf }),
      noticesEveryMs: together === null ? null : NOTICES_EVERY_MS,
      discordNow: discordClock.now,
    }),
  );

  const direct = createOutboxRest(discordAccess);
  parts.defer(() => {
    direct.clearHashSweeper();
    direct.clearHandlerSweeper();
  });
  /** Posts once to a channel, outside the outbox; by the sender's connection, where that is here. */
  const send = (channelId: string, message: AlertMessage, charts?: DrawnCharts) =>
    sender.current()?.send(channelId, message, charts) ?? sendOnce(direct, channelId, message, charts);

  const states = createRoleStates({
    own: {
      poller: () => poller.current()?.report() ?? null,
      shards: () => gateway.status().shards,
      isOnline: () => gateway.status().isOnline,
      commands: () => (housekeeper.current() === null ? null : registration.report().commands),
    },
    board: shared === null ? null : reports.roleBoard,
    now: clock.now,
  });

  const handleInteraction = createCommands({
    ...{ config, guilds, states, rest, store, market, charts, subscriptions, settings },
    ...{ send, viewWith, contextFor, clock, log },
    commandIds: registration.ids,
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
    interactionsKey === null || !config.roles.includes('commands')
      ? null
      : createInteractionsEndpoint({
          publicKey: interactionsKey,
          now: discordClock.now,
          receive(payload, guildId) {
            const handle = () => connection.handleOnce(payload, handleInteraction);
            if (guildId === null || knows(guildId)) return gateway.whenReceived(guildId, handle);
            // Of a shard of another process: the server is asked for.
            handle();
            return true;
          },
          onRequest: operations.onInteractionRequest,
        });

  const webhookEventsEndpoint =
    interactionsEndpoint === null || interactionsKey === null
      ? null
      : createWebhookEventsEndpoint({
          publicKey: interactionsKey,
          now: discordClock.now,
          forget: subscriptions.forgetPerson,
          log,
        });

  parts.use(
    await operations.open({
      ...{ gateway, guilds, store, states, send, interactionsEndpoint, webhookEventsEndpoint },
      interactionDelivery: deliveryCheck.delivery,
      failed: failure.promise,
    }),
  );

  async function startRoles(): Promise<void> {
    if (together !== null) return together.start();
    for (const start of Object.values(roles)) parts.use(await start(heldForGood(stopping.signal)));
  }

  async function goOnline(): Promise<void> {
    const patience = { sleep: clock.sleep, signal: stopping.signal, log };
    const bot = await connection.start(patience, (known) => {
      accepted.resolve(known);
      mayRegister.resolve(known);
    });
    await servers.checkAll();
    accepted.resolve(bot);
    await deliveryCheck.start(stopping.signal);
    mayRegister.resolve(bot);
    await housekeeper.current()?.registered;
    stopping.signal.throwIfAborted();
    log.info(
      {
        as: bot.userName,
        servers: guilds.size,
        commands: registration.ids().size,
        invite: inviteLink(bot.applicationId),
      },
      'ready',
    );
  }

  await startRoles();
  if (shared !== null) {
    parts.use(
      followRegistration({
        ...{ registration, clock, log },
        isOwn: () => housekeeper.current() !== null,
        read: reports.housekeeperReport,
      }),
    );
    shared.wakeups.listen('outbox', () => sender.current()?.pollNow());
    shared.wakeups.listen('leases', connection.check);
  }
  const ready = Promise.all([market.start(), goOnline()]).then(() => undefined);
  ready.catch(fail);

  const owned = parts.move();
  return {
    ready,
    failed: failure.promise,
    poll: async () => poller.current()?.poll(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await owned.disposeAsync();
    },
  };
}
