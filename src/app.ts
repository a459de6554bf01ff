import type { Logger } from 'pino';
import { commands } from '../commands/index.ts';
import type { Config } from './config.ts';
import { createChannelAccess } from './discord/channel-access.ts';
import { connect } from './discord/connect.ts';
import { createDiscordClock } from './discord/discord-clock.ts';
import { createGatewayClient } from './discord/gateway.ts';
import { inviteLink } from './discord/invite.ts';
import { createLinks } from './discord/links.ts';
import { registerCommandsPatiently } from './discord/register.ts';
import { createReopening } from './discord/reopening.ts';
import type { ViewContext } from './discord/views/context.ts';
import { GavelError } from './domain/errors.ts';
import type { GuildSettings } from './domain/settings.ts';
import { createHousekeeping } from './housekeeping.ts';
import { createChannelHomes } from './join/channel-homes.ts';
import { joinCommands } from './join/commands.ts';
import { joinDelivery } from './join/delivery.ts';
import { joinMarketplace } from './join/marketplace.ts';
import { joinOperations } from './join/operations.ts';
import { joinPolls } from './join/polls.ts';
import { joinSettings } from './join/settings.ts';
import { joinSubscriptions } from './join/subscriptions.ts';
import type { LogLines } from './ops/log-lines.ts';
import { systemClock } from './pipeline/clock.ts';
import { createGapSizing } from './pipeline/intake/size-gaps.ts';
import { createSubscriptionIndex } from './pipeline/intake/subscription-index.ts';
import type { Clock } from './pipeline/ports.ts';
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

/**
 * Puts the bot together and starts it: the only place that knows every part.
 * @throws GavelError STORE_UNUSABLE or STORE_IN_USE when the database cannot be used
 */
export async function createApp(config: Config, log: Logger, overrides: AppOverrides = {}): Promise<App> {
  const { clock = systemClock, lines = null } = overrides;
  const operations = joinOperations({ config, log, lines, clock });
  const discordClock = createDiscordClock(clock.now);
  const makeRequest = discordClock.reading(operations.makeRequest);
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
      feedReadAt: (): number | null => polls.ofFeed.health().lastSuccessAt,
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
      monotonic: clock.monotonic,
      learnTotals: gapSizing.learn,
      ...operations.marketplace,
    }),
  );

  const client = createGatewayClient({
    apiUrl: config.discordApiUrl,
    log,
    onFatal: failure.resolve,
    makeRequest,
    onConnection: operations.onConnection,
  });
  parts.defer(() => client.destroy());
  const channelAccess = createChannelAccess(client);

  const rules = await store.allSubscriptions();
  const index = createSubscriptionIndex(rules, market.collections);
  const homes = createChannelHomes(rules, (channelId) => {
    const channel = client.channels.cache.get(channelId);
    return channel === undefined || channel.isDMBased() ? null : channel.guildId;
  });
  const settings = await joinSettings({
    store,
    guildIdOf: homes.guildIdOf,
    wake: (channelIds) => delivery.wake(channelIds),
    async eraseGuild(guildId) {
      const erased = await store.subscriptionsOf(guildId);
      await store.eraseGuild(guildId);
      for (const rule of erased) index.remove(rule);
    },
  });
  const links = createLinks(config.links);
  const viewWith = (chosen: GuildSettings): ViewContext => ({
    currency: config.currency,
    links,
    marketplaceName: config.marketplaceName,
    marketplaceOrigin: new URL(config.marketplaceUrl).origin,
    collectionName: (address, told = null) => market.directory.nameOf(address, told),
    settings: chosen,
  });
  const contextFor = (channelId: string) => viewWith(settings.guildOf(channelId));

  const delivery = parts.use(
    joinDelivery({
      config,
      store,
      client,
      channelAccess,
      settings,
      contextFor,
      operations,
      makeRequest,
      discordClock,
      toldBefore: (stopped): Promise<boolean> => reopening.toldBefore(stopped),
      clock,
      log,
      onFailure: failure.resolve,
    }),
  );
  const { wake } = delivery;
  const polls = parts.use(
    joinPolls({ config, store, market, index, gapSizing, settings, operations, wake, clock, log }),
  );

  let commandIds: ReadonlyMap<string, string> = new Map();
  let registered = false;

  const subscriptions = joinSubscriptions({
    store,
    index,
    homes,
    wake,
    learnSettings: settings.learnChannel,
    now: clock.now,
  });
  const reopening = parts.use(createReopening({ client, channelAccess, subscriptions, board: store, log }));

  joinCommands({
    config,
    client,
    store,
    market,
    subscriptions,
    settings,
    channelAccess,
    polls,
    delivery,
    viewWith,
    contextFor,
    commandIds: () => commandIds,
    clock,
    log,
  });

  async function goOnline(): Promise<void> {
    const patience = { sleep: clock.sleep, signal: stopping.signal, log };
    const online = await connect({ ...patience, client, token: config.discordToken });
    // Alerts do not wait for the commands, which Discord may refuse for reasons of their own.
    await delivery.start();
    reopening.lookEverywhere();
    commandIds = await registerCommandsPatiently({
      ...patience,
      rest: online.rest,
      applicationId: online.application.id,
      commands,
      scope: config.guildId,
    });
    registered = true;
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
      feed: polls.feed,
      polls: { feed: polls.ofFeed, auctions: polls.ofAuctions },
      store,
      registered: () => registered,
      send: delivery.send,
      failed: failure.promise,
    }),
  );
  const housekeeping = parts.use(createHousekeeping({ store, clock, log }));
  housekeeping.start();
  const ready = Promise.all([polls.start(), goOnline()]).then(() => undefined);
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
    look: polls.look,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await owned.disposeAsync();
    },
  };
}
