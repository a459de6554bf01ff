import { Client, Events, GatewayIntentBits, Options, type RESTOptions, Status } from 'discord.js';
import type { Logger } from 'pino';
import { GavelError } from '../chain/errors.ts';
import { resetLimitsOnClockStep } from './rate-limit-reset.ts';
import { makeRequest } from './request.ts';
import { createLazyServers } from './servers/lazy-servers.ts';

/**
 * Close codes after which discord.js does not reconnect, because the same login would fail again (Discord docs:
 * Gateway Close Event Codes). The bot requests a fixed number of shards, one, so it cannot reshard.
 */
const FATAL_CLOSE_CODES: ReadonlyMap<number, string> = new Map([
  [4004, 'Discord refuses the token. Set DISCORD_TOKEN to the current one of the Developer Portal.'],
  [4010, 'Discord does not accept the shard that was asked for. Update Gavel.'],
  [4011, 'Discord wants a bot in so many servers to be split into shards, which this version cannot do.'],
  [4012, 'Discord does not know the version of the gateway that was asked for. Update Gavel.'],
  [4013, 'Discord does not know the intents that were asked for.'],
  [4014, 'Discord does not allow this application the intents that were asked for.'],
]);
/** Interactions must be answered within 3 s, so slower requests are useless. */
const REST_TIMEOUT_MS = 10_000;
/**
 * Time without a GUILD_CREATE after which the client becomes ready; servers that are unavailable must not delay
 * alerts.
 */
const GUILD_WAIT_MS = 3_000;

/** State changes of the gateway connection. */
export type GatewayEvent = 'ready' | 'reconnecting' | 'resumed' | 'disconnected';

/**
 * The gateway client with the minimum it needs: the Guilds intent, no cache of messages or members, and servers kept
 * compressed until they are used (`servers/`).
 * Every error event has a listener, because an unhandled `error` event ends the process.
 *
 * @param onFatal called once when Discord refuses this login permanently
 */
export function createGatewayClient(options: {
  readonly apiUrl: string;
  readonly log: Logger;
  readonly onFatal: (error: GavelError) => void;
  /** Request function; default: `discord/request.ts`. */
  readonly makeRequest?: RESTOptions['makeRequest'];
  /** Called on every state change of the connection. */
  readonly onConnection?: (event: GatewayEvent) => void;
}): Client {
  const { log, onFatal, onConnection = () => undefined } = options;
  const servers = createLazyServers();
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    waitGuildTimeout: GUILD_WAIT_MS,
    rest: {
      api: options.apiUrl,
      timeout: REST_TIMEOUT_MS,
      retries: 1,
      makeRequest: options.makeRequest ?? makeRequest,
    },
    allowedMentions: { parse: [] },
    makeCache: servers.makeCache(
      Options.cacheWithLimits({
        ...Options.DefaultMakeCacheSettings,
        MessageManager: 0,
        PresenceManager: 0,
        ReactionManager: 0,
        GuildEmojiManager: 0,
        GuildStickerManager: 0,
        VoiceStateManager: 0,
        UserManager: { maxSize: 100, keepOverLimit: (user) => user.id === user.client.user.id },
        GuildMemberManager: { maxSize: 10, keepOverLimit: (member) => member.id === member.client.user.id },
      }),
    ),
  });
  resetLimitsOnClockStep(client.rest, { now: () => Date.now(), monotonic: () => performance.now() });
  servers.attach(client);
  client.on(Events.Error, (error) => log.error({ err: error }, 'error event of the Discord client'));
  client.on(Events.Warn, (warning) => log.warn({ warning }, 'warning of the Discord client'));
  client.on(Events.ShardError, (error, shard) =>
    log.warn({ err: error, shard }, 'error on the gateway connection'),
  );
  client.on(Events.ShardReady, () => onConnection('ready'));
  client.on(Events.ShardReconnecting, (shard) => {
    onConnection('reconnecting');
    log.info({ shard }, 'reconnecting to the gateway');
  });
  client.on(Events.ShardResume, (shard, replayed) => {
    onConnection('resumed');
    log.info({ shard, replayed }, 'gateway session resumed');
  });
  client.on(Events.ShardDisconnect, (event, shard) => {
    onConnection('disconnected');
    const reason = FATAL_CLOSE_CODES.get(event.code);
    if (reason === undefined) log.warn({ code: event.code, shard }, 'the gateway closed the connection');
    else onFatal(new GavelError('DISCORD_UNAUTHORIZED', reason));
  });
  client.on(Events.Invalidated, () =>
    onFatal(
      new GavelError('DISCORD_UNAUTHORIZED', 'Discord ended the session and does not let it be resumed.'),
    ),
  );
  return client;
}

/** Whether the gateway connection is up. `client.isReady()` stays true after a disconnect. */
export function isOnline(client: Pick<Client, 'isReady' | 'ws'>): boolean {
  return client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready);
}
