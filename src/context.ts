import type { Logger } from 'pino';
import { DEFAULT_GUILD_SETTINGS, type GuildSettings } from '#src/alerts/settings.ts';
import { type Clock, systemClock } from '#src/chain/clock.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { DrawnCharts } from '#src/charts/drawn-charts.ts';
import { type ChartRenderer, createChartRenderer } from '#src/charts/renderer.ts';
import { createChannelAccess } from '#src/discord/access/channel-access.ts';
import { createGatewayRest } from '#src/discord/gateway/gateway-rest.ts';
import { createGuilds } from '#src/discord/guilds/guilds.ts';
import { createDiscordClock } from '#src/discord/posting/discord-clock.ts';
import { sendOnce } from '#src/discord/posting/send-once.ts';
import type { AlertMessage } from '#src/discord/render/alert-message.ts';
import { createOutboxRest } from '#src/discord/rest/outbox-rest.ts';
import { createDiscordReach } from '#src/discord/rest/reach.ts';
import { confirmTokenRefusals } from '#src/discord/rest/token-check.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { createLinks } from '#src/marketplace/links.ts';
import { DEFAULT_LANGUAGE } from '#src/messages/languages.ts';
import { type MessagesFor, messagesFor as messagesOfLanguage } from '#src/messages/messages.ts';
import type { LogLines } from '#src/ops/log-lines.ts';
import { createOperations } from '#src/ops/operations.ts';
import type { Housekeeper } from '#src/roles/housekeeper.ts';
import { createMarketplace } from '#src/roles/marketplace.ts';
import type { Poller } from '#src/roles/poller.ts';
import { createRegistration } from '#src/roles/registration.ts';
import { createRoleSlot } from '#src/roles/role-slot.ts';
import { createRoleStores } from '#src/roles/role-stores.ts';
import { loadRuleCache } from '#src/roles/rule-cache.ts';
import type { Sender } from '#src/roles/sender.ts';
import type { Database } from '#src/store/database/database.ts';
import { keepCheckingFile } from '#src/store/file/lost-file.ts';
import { openDatabase, shareDatabase } from '#src/store/open.ts';
import { openPatiently } from '#src/store/patient-open.ts';
import { createRoleReportStore } from '#src/store/role-reports.ts';
import type { SharedDatabase } from '#src/store/shared-database.ts';
import type { Config } from './config.ts';

/** Replacements for tests. */
export interface AppOverrides {
  readonly clock?: Clock;
  /** Source of log lines. Without it, lines are not counted and errors are not sent to the operator's channel. */
  readonly lines?: Pick<LogLines, 'listen'>;
  /** Replaces the messages, for example with a pseudo-language. */
  readonly messagesFor?: MessagesFor;
  /** Draws charts; a separate thread by default. */
  readonly charts?: ChartRenderer;
  /** Aborts when the process should stop, so that the start no longer waits for the database. */
  readonly stop?: AbortSignal;
  /** Replaces the database of the settings with one that several processes share, whatever its dialect. */
  readonly database?: {
    /** @throws GavelError STORE_UNUSABLE if it cannot be used */
    open(): Promise<Database>;
    share(): SharedDatabase;
  };
}

/**
 * Opens the database and creates the parts of every process, regardless of its roles.
 * @param owner.parts receives the parts to close
 * @param owner.onServers called with servers whose rules or channel settings changed
 * @throws GavelError STORE_UNUSABLE or STORE_IN_USE if the database cannot be used
 */
export async function createContext(
  config: Config,
  log: Logger,
  overrides: AppOverrides,
  owner: { readonly parts: AsyncDisposableStack; readonly onServers: (guildIds: readonly string[]) => void },
) {
  const { parts } = owner;
  const { clock = systemClock, lines = null, messagesFor = messagesOfLanguage } = overrides;
  const stopping = new AbortController();
  const failure = Promise.withResolvers<GavelError>();
  const operations = createOperations({
    ...{ config, log, lines, clock },
    messages: messagesFor(DEFAULT_GUILD_SETTINGS.language),
  });

  // Discord.
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
  const guilds = createGuilds();
  const channelAccess = createChannelAccess(guilds, discordClock.now);

  // The database.
  const { databaseUrl, leaseMs } = config;
  const database = parts.use(
    await openPatiently(
      () =>
        overrides.database?.open() ??
        openDatabase({ databaseUrl, leaseMs, log, now: clock.now, onDamage: failure.resolve }),
      { clock, log, signal: overrides.stop ?? stopping.signal },
    ),
  );
  const { checkFile } = database.maintenance;
  if (checkFile !== null) parts.use(keepCheckingFile(checkFile, clock));
  const shared = parts.use(
    overrides.database?.share() ?? (await shareDatabase(database, { databaseUrl, lifeMs: leaseMs, log })),
  );
  const stores = createRoleStores({ database, clock, log });
  const store = stores.storeFor(null);

  // The marketplace.
  const market = parts.use(
    await createMarketplace({
      ...{ config, store, log },
      now: clock.now,
      monotonic: clock.monotonic,
      ...operations.marketplace,
    }),
  );

  const rest = parts.use(createGatewayRest(discordAccess));
  const charts = parts.use(
    overrides.charts ??
      createChartRenderer({ clock, onFailure: (detail) => log.warn({ detail }, 'chart not drawn') }),
  );
  const slots = {
    poller: createRoleSlot<Poller>(),
    sender: createRoleSlot<Sender>(),
    housekeeper: createRoleSlot<Housekeeper>(),
  };
  /** Wakes channels that have new deliveries or changed settings. The sender may be in another process. */
  function wake(channelIds: readonly string[]): void {
    if (channelIds.length === 0) return;
    const here = slots.sender.current();
    if (here === null) shared?.wakeups.notify('outbox');
    else here.wake(channelIds);
  }
  const rules = await loadRuleCache({
    store,
    changes: shared?.changes ?? null,
    facts: market.collections,
    fromGateway: (channelId) => guilds.findChannel(channelId)?.guild.id ?? null,
    wake,
    onServers: owner.onServers,
    onChange: () => shared?.wakeups.notify('rules'),
  });
  const { index, settings, channelGuilds, silences } = rules;
  const registration = createRegistration({
    ...{ rest, clock, log },
    messages: messagesFor(DEFAULT_LANGUAGE),
    scope: config.guildId,
  });

  // Formatting.
  const links = createLinks(config.links);
  const viewWith = (chosen: GuildSettings): ViewContext => ({
    currency: market.ownCoin.currency,
    fiat: market.fiat.current(),
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

  const direct = createOutboxRest(discordAccess);
  parts.defer(() => {
    direct.clearHashSweeper();
    direct.clearHandlerSweeper();
  });

  return {
    ...{ config, log, clock, operations, stopping, failure },
    ...{
      discordClock,
      discordNow: discordClock.now,
      discordReach,
      makeRequest,
      rest,
      guilds,
      channelAccess,
      registration,
    },
    ...{ database, shared, stores, store, reports: createRoleReportStore(database) },
    ...{ market, charts, slots, wake, rules, index, settings, channelGuilds, silences, viewWith },
    /** Returns the view context of a channel. */
    contextFor: (channelId: string): ViewContext => viewWith(settings.guildOf(channelId)),
    /** Returns the view context of a server; `null` for no server. */
    contextOf: (guildId: string | null): ViewContext =>
      viewWith(guildId === null ? DEFAULT_GUILD_SETTINGS : settings.guild(guildId)),
    /**
     * Makes one attempt to post to a channel, outside the outbox. Uses the sender's connection if that is in this
     * process.
     */
    send: (channelId: string, message: AlertMessage, drawn?: DrawnCharts) =>
      slots.sender.current()?.send(channelId, message, drawn) ?? sendOnce(direct, channelId, message, drawn),
    /** Stops the bot with this error, unless it is already stopping. */
    fail(error: unknown): void {
      if (stopping.signal.aborted) return;
      failure.resolve(
        error instanceof GavelError
          ? error
          : new GavelError('DISCORD_UNAVAILABLE', 'Could not connect to Discord.', { cause: error }),
      );
    },
  };
}
