import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InteractionType } from 'discord-api-types/v10';
import { isOfProgram, NO_PAGE } from '../loopback/guard.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import { createInteractionsEndpoints, type InteractionsEndpoints } from './http-endpoints/interactions.ts';
import { createWebhookEvents, type WebhookEvents } from './http-endpoints/webhook-events.ts';
import { createPerson, type Person, type PersonIdentity } from './person/person.ts';
import { createPersonView, type PersonView } from './person/view.ts';
import { createLimiter } from './rate-limits/limiter.ts';
import { type RateLimitSettings, rateLimitsWith } from './rate-limits/settings.ts';
import { createRecorder, type RecordedRequest, type RequestCounts } from './recorder/recorder.ts';
import { channelRoutes } from './rest/channels.ts';
import { commandRoutes } from './rest/commands.ts';
import { crosspostRoutes } from './rest/crosspost.ts';
import { gatewayInfoRoutes } from './rest/gateway-info.ts';
import { guildRoutes } from './rest/guilds.ts';
import { interactionCallbackRoutes } from './rest/interaction-callback.ts';
import { meRoutes } from './rest/me.ts';
import { messageListRoutes } from './rest/message-list.ts';
import { messageRoutes } from './rest/messages.ts';
import { roleRoutes } from './rest/roles.ts';
import type { RestRequest } from './rest/route.ts';
import { createRestListener } from './rest/server.ts';
import { threadRoutes } from './rest/threads.ts';
import { webhookRoutes } from './rest/webhooks.ts';
import { createBuilder, type WorldBuilder } from './state/builder.ts';
import { createClock } from './state/clock.ts';
import { type DirectMessageOpenings, directMessageOpenings } from './state/direct-messages.ts';
import type { ApplicationRecord, MessageChange, StoredMessage } from './state/records.ts';
import { createWorld, type World } from './state/world.ts';
import { field, isRecord } from './wire/fields.ts';

export type { FaultMatch } from './faults/faults.ts';
export type { LocalFile } from './person/files.ts';
export type { Person, Reply } from './person/person.ts';
export { UnavailableActionError } from './person/unavailable-action-error.ts';
export type { PersonView } from './person/view.ts';
export type { RecordedRequest } from './recorder/recorder.ts';
export type { MessageChange, StoredMessage } from './state/records.ts';

/** Options of a local Discord. All times in ms. */
export interface LocalDiscordOptions {
  /** 0, the default, takes any free port of 127.0.0.1. */
  readonly port?: number;
  /** The clock for ids, deadlines, windows and delays; the machine's by default. */
  readonly now?: () => number;
  /** Heartbeats and other deadlines run by the machine's time, however fast `now` runs. Default false. */
  readonly hasMachineTimers?: boolean;
  /** Changes to Discord's limits, or false for no limits. */
  readonly rateLimits?: Partial<RateLimitSettings> | false;
  /** How long nonces of `enforce_nonce` are kept; five minutes by default. */
  readonly nonceWindowMs?: number;
  /**
   * How long an interaction waits for its first response: three seconds, as on Discord, unless a busy machine
   * needs more.
   */
  readonly acknowledgeWithinMs?: number;
}

/** A user's use of a command, component or modal; autocompletion, and what is unseen, is not included. */
export interface UserAction {
  readonly when: 'begun' | 'answered';
  readonly userId: string;
  readonly guildId: string | null;
}

/** A running stand-in for Discord: REST v10 and Gateway v10 on one port. */
export interface LocalDiscord extends WorldBuilder, AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** What discord.js takes as `rest.api`. */
  readonly apiUrl: string;
  readonly gateway: Gateway;
  readonly faults: Faults;
  /** The Interactions Endpoint URL of an application, as the portal has it. */
  readonly interactionsEndpoints: Omit<InteractionsEndpoints, 'close'>;
  /** The Webhook Events URL of an application, as the portal has it. */
  readonly webhookEvents: Omit<WebhookEvents, 'close'>;
  /** The present limits; changes apply from the next request on. */
  readonly rateLimits: RateLimitSettings;
  /** A simulated user in one channel. */
  person(identity: PersonIdentity): Person;
  /** What a user's Discord client shows, in every channel. */
  view(userId: string): PersonView;
  /** The messages that everyone in a channel sees, oldest first. */
  messages(channelId: string): readonly StoredMessage[];
  /**
   * Calls back for every message that is created, edited or deleted, ephemeral ones included; the returned
   * function unsubscribes.
   */
  onMessage(listener: (change: MessageChange) => void): () => void;
  /** Calls back when servers, channels, roles, members, permissions or the applications of accounts changed; the returned function unsubscribes. */
  onWorldChange(listener: () => void): () => void;
  /**
   * Calls back when a user begins an interaction, and when the bot has responded to it; the returned function
   * unsubscribes.
   */
  onInteraction(listener: (act: UserAction) => void): () => void;
  /** Calls back for every REST request once it is over; the returned function unsubscribes. */
  onRequest(listener: (request: RecordedRequest) => void): () => void;
  counts(): RequestCounts;
  /** How fast the bots opened direct messages. */
  directMessageOpenings(): DirectMessageOpenings;
  /** Interactions since the start that had no answer in time. */
  missedInteractions(): number;
  /** Registered commands by name: of one server, or global ones. */
  commandNames(applicationId: string, guildId?: string): string[];
}

/** Gateway events after which a user's list of servers and channels may have changed. */
const WORLD_EVENTS = /^(GUILD|CHANNEL|THREAD)_/;
const NONCE_WINDOW_MS = 5 * 60_000;
/** Discord docs: Receiving and Responding to Interactions. */
const ACKNOWLEDGE_WITHIN_MS = 3_000;
/** As long as Discord's edge keeps idle connections; with Node's default of 5 s, clients would write to closed ones. */
const KEEP_ALIVE_MS = 65_000;

function majorParameter({ params }: RestRequest): string {
  return params['channelId'] ?? params['guildId'] ?? params['token'] ?? '';
}

/** Discord counts changes of a name or topic apart (discord-api-docs#1900). */
function isRename({ method, route, body }: RestRequest): boolean {
  return (
    method === 'PATCH' &&
    route === '/channels/:channelId' &&
    isRecord(body) &&
    ('name' in body || 'topic' in body)
  );
}

/** Discord counts edits of messages older than an hour apart (JSON Error Codes, 30046). */
const OLD_MESSAGE_MS = 3_600_000;

function isEditOfOldMessage({ clock, messages }: World, { method, route, params }: RestRequest): boolean {
  if (method !== 'PATCH' || route !== '/channels/:channelId/messages/:messageId') {
    return false;
  }
  const message = messages.get(params['messageId'] ?? '');
  return message !== undefined && clock.now() - message.acceptedAtMs > OLD_MESSAGE_MS;
}

/** The acting user of an interaction: the member in a server, the user in direct messages. */
function actingUser(data: unknown): string | null {
  const id = field(field(field(data, 'member'), 'user') ?? field(data, 'user'), 'id');
  return typeof id === 'string' ? id : null;
}

/** Starts a local Discord without any data. Disposing it closes every socket and timer. */
export async function startLocalDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
  const clock = createClock(options.now, options.hasMachineTimers);
  const world = createWorld(clock, {
    nonceWindowMs: options.nonceWindowMs ?? NONCE_WINDOW_MS,
    acknowledgeWithinMs: options.acknowledgeWithinMs ?? ACKNOWLEDGE_WITHIN_MS,
  });
  const rateLimits = rateLimitsWith(options.rateLimits);
  const limiter = createLimiter(() => clock.now(), rateLimits);
  const recorder = createRecorder();
  const faulty = createFaults(clock);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  /** As the client reached this server, so that one behind a proxy stays behind it. */
  const gatewayUrl = (host: string | undefined): string => `ws://${host ?? new URL(world.baseUrl).host}`;
  const gateway = createGateway(world, server, () => gatewayUrl(undefined));
  const interactionsEndpoints = createInteractionsEndpoints(world);
  const webhookEvents = createWebhookEvents(world);

  const routes = [
    ...gatewayInfoRoutes({
      urlOf: gatewayUrl,
      startLimit: gateway.startLimit,
      settings: gateway.settings,
    }),
    ...meRoutes(world),
    ...guildRoutes(world),
    ...roleRoutes(world),
    ...channelRoutes(world),
    ...messageListRoutes(world),
    ...messageRoutes(world),
    ...crosspostRoutes(world),
    ...threadRoutes(world),
    ...commandRoutes(world),
    ...interactionCallbackRoutes(world),
    ...webhookRoutes(world),
  ];
  const checkLimit = (request: RestRequest, caller: ApplicationRecord | null) =>
    limiter.checkLimit({
      routeKey: `${request.method} ${request.route ?? 'unknown'}`,
      major: majorParameter(request),
      caller: caller?.id ?? 'nobody',
      isEditOfOldMessage: isEditOfOldMessage(world, request),
      isRename: isRename(request),
      countsGlobally: !/^\/(interactions|webhooks)\//.test(request.path),
    });
  const listener = createRestListener(
    {
      world,
      checkLimit,
      around: (request, process) => faulty.around(request, process),
      record: (request, scope) => recorder.record(request, scope),
    },
    routes,
  );
  server.on('request', (request, response) => {
    if (isOfProgram(request.headers)) void listener(request, response);
    else response.writeHead(403, { 'content-type': 'text/plain' }).end(NO_PAGE);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  world.baseUrl = `http://127.0.0.1:${port}`;

  return {
    ...createBuilder(world),
    url: world.baseUrl,
    apiUrl: `${world.baseUrl}/api`,
    gateway,
    faults: faulty.faults,
    interactionsEndpoints,
    webhookEvents,
    rateLimits,
    person: (identity) => createPerson(world, identity),
    view: (userId) => createPersonView(world, userId),
    messages: (channelId) => world.history.get(channelId) ?? [],
    onMessage: (listen) => world.messageChanges.add(listen),
    onWorldChange(listen) {
      const stops = [
        world.installChanges.add(listen),
        world.dispatches.add(({ event }) => {
          if (WORLD_EVENTS.test(event)) listen();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    onInteraction(listen) {
      const isUserAction = (type: unknown): boolean =>
        type !== InteractionType.ApplicationCommandAutocomplete;
      const stops = [
        world.dispatches.add(({ event, data, guildId }) => {
          const userId = actingUser(data);
          const isUnseen = world.interactions.get(String(field(data, 'id')))?.isUnseen === true;
          if (event !== 'INTERACTION_CREATE' || userId === null || isUnseen) return;
          if (isUserAction(field(data, 'type'))) listen({ when: 'begun', userId, guildId });
        }),
        world.interactionChanges.add(({ interaction: { type, userId, guildId, isUnseen } }) => {
          if (!isUnseen && isUserAction(type)) listen({ when: 'answered', userId, guildId });
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    onRequest: (listen) => recorder.listeners.add(listen),
    counts: recorder.counts,
    directMessageOpenings: () => directMessageOpenings(world),
    missedInteractions: () => world.missedInteractions,
    commandNames: (applicationId, guildId) =>
      [...world.commands.values()]
        .filter((command) => command.applicationId === applicationId && command.guildId === (guildId ?? null))
        .map((command) => command.payload.name),
    async [Symbol.asyncDispose]() {
      clock.close();
      interactionsEndpoints.close();
      webhookEvents.close();
      gateway.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
