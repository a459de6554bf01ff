import { Client, Events, GatewayIntentBits, Options, type RESTOptions, Status } from 'discord.js';
import type { Logger } from 'pino';
import { GavelError } from '../domain/errors.ts';
import { forgetLimitsOfSetClocks } from './limit-memory.ts';
import { makeRequest } from './request.ts';
import { createLazyServers } from './servers/lazy-servers.ts';

/**
 * Close codes after which discord.js does not connect again, because Discord would never let it in as it is (Discord docs:
 * Gateway Close Event Codes). The bot asks for a fixed number of shards, one, so it cannot shard anew by itself.
 */
const FATAL_CLOSE_CODES: ReadonlyMap<number, string> = new Map([
  [4004, 'Discord refuses the token. Set DISCORD_TOKEN to the current one of the Developer Portal.'],
  [4010, 'Discord does not accept the shard that was asked for. Update Gavel.'],
  [4011, 'Discord wants a bot in so many servers to be split into shards, which this version cannot do.'],
  [4012, 'Discord does not know the version of the gateway that was asked for. Update Gavel.'],
  [4013, 'Discord does not know the intents that were asked for.'],
  [4014, 'Discord does not allow this application the intents that were asked for.'],
]);
/** Interactions must be answered within 3 s, so a request that takes longer is of no use. */
const REST_TIMEOUT_MS = 10_000;
/** Once no server was told of for so long, the others are out of order: alerts do not wait for them. */
const LAST_SERVER_MS = 3_000;

/** What happens to the connection to the gateway. */
export type GatewayEvent = 'ready' | 'reconnecting' | 'resumed' | 'disconnected';

/**
 * The gateway client with the least it can do with: the Guilds intent, no cache of messages or members, servers packed
 * until somebody looks at them (`servers/`).
 * Every error event has a listener, because discord.js ends the process over an unheard one.
 *
 * @param onFatal called once when Discord will never let this token in
 */
export function createGatewayClient(options: {
  readonly apiUrl: string;
  readonly log: Logger;
  readonly onFatal: (error: GavelError) => void;
  /** How requests are made; `discord/request.ts` unless told otherwise. */
  readonly makeRequest?: RESTOptions['makeRequest'];
  /** Called when the connection is lost, is being made anew, and goes on. */
  readonly onConnection?: (event: GatewayEvent) => void;
}): Client {
  const { log, onFatal, onConnection = () => undefined } = options;
  const servers = createLazyServers();
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    waitGuildTimeout: LAST_SERVER_MS,
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
  forgetLimitsOfSetClocks(client.rest, { now: () => Date.now(), monotonic: () => performance.now() });
  servers.follow(client);
  client.on(Events.Error, (error) => log.error({ err: error }, 'the Discord client met an error'));
  client.on(Events.Warn, (warning) => log.warn({ warning }, 'the Discord client warns'));
  client.on(Events.ShardError, (error, shard) =>
    log.warn({ err: error, shard }, 'the gateway connection met an error'),
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

/**
 * Whether the connection stands at this moment. `client.isReady()` only says that it once did.
 */
export function isOnline(client: Pick<Client, 'isReady' | 'ws'>): boolean {
  return client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready);
}
