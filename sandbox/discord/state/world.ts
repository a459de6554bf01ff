import type { Clock } from './clock.ts';
import { createListeners, type Listeners } from './listeners.ts';
import type {
  ApplicationRecord,
  ChannelRecord,
  CommandRecord,
  Dispatch,
  GuildRecord,
  InstallChange,
  InteractionChange,
  InteractionRecord,
  MessageChange,
  StoredFile,
  StoredMessage,
  UserRecord,
} from './records.ts';
import { createSnowflakes } from './snowflake.ts';

/** The data of one local Discord, and its change listeners. */
export interface World {
  readonly clock: Clock;
  readonly nextId: () => string;
  /** How long a nonce is kept, in ms. */
  readonly nonceWindowMs: number;
  /** How long an interaction waits for its first response, in ms. */
  readonly acknowledgeWithinMs: number;
  /** Interactions without a response in that time. */
  missedInteractions: number;
  /** The base address of attachments; known once the server listens. */
  baseUrl: string;
  readonly users: Map<string, UserRecord>;
  readonly applications: Map<string, ApplicationRecord>;
  readonly guilds: Map<string, GuildRecord>;
  readonly channels: Map<string, ChannelRecord>;
  readonly messages: Map<string, StoredMessage>;
  /** Messages that everyone in the channel sees, oldest first. */
  readonly history: Map<string, StoredMessage[]>;
  /** By author, channel and nonce. */
  readonly nonces: Map<string, { readonly messageId: string; readonly atMs: number }>;
  readonly commands: Map<string, CommandRecord>;
  readonly interactions: Map<string, InteractionRecord>;
  readonly interactionsByToken: Map<string, InteractionRecord>;
  /** By the path that they are served at. */
  readonly attachments: Map<string, StoredFile>;
  /** Channels whose messages Discord fails to list, though it shows each by its id (discord-api-docs#8611). */
  readonly unlistableChannels: Set<string>;
  /** Parts of hosts whose addresses Discord refuses in messages, as not well formed. */
  readonly refusedHosts: Set<string>;
  /** Users who accept no direct messages from members of shared servers. */
  readonly rejectingDirectMessages: Set<string>;
  /** The bots that users blocked, as `user:bot`. */
  readonly blocks: Set<string>;
  /** When bots opened a direct message with somebody for the first time, or were refused, oldest first; ms of the clock. */
  readonly directMessageOpenedAt: number[];
  readonly dispatches: Listeners<Dispatch>;
  readonly messageChanges: Listeners<MessageChange>;
  readonly interactionChanges: Listeners<InteractionChange>;
  readonly installChanges: Listeners<InstallChange>;
}

/** Creates a world without data. */
export function createWorld(
  clock: Clock,
  { nonceWindowMs, acknowledgeWithinMs }: Pick<World, 'nonceWindowMs' | 'acknowledgeWithinMs'>,
): World {
  return {
    clock,
    nextId: createSnowflakes(() => clock.now()),
    nonceWindowMs,
    acknowledgeWithinMs,
    missedInteractions: 0,
    baseUrl: '',
    users: new Map(),
    applications: new Map(),
    guilds: new Map(),
    channels: new Map(),
    messages: new Map(),
    history: new Map(),
    nonces: new Map(),
    commands: new Map(),
    interactions: new Map(),
    interactionsByToken: new Map(),
    attachments: new Map(),
    unlistableChannels: new Set(),
    refusedHosts: new Set(),
    rejectingDirectMessages: new Set(),
    blocks: new Set(),
    directMessageOpenedAt: [],
    dispatches: createListeners(),
    messageChanges: createListeners(),
    interactionChanges: createListeners(),
    installChanges: createListeners(),
  };
}

/** The applications whose bot is a member of the guild. */
export function applicationsIn(world: World, guildId: string): ApplicationRecord[] {
  const guild = world.guilds.get(guildId);
  return [...world.applications.values()].filter((application) => guild?.members.has(application.botId));
}

/** The applications whose bots are among the given users. */
export function applicationIdsAmong(world: World, userIds: readonly string[]): string[] {
  return [...world.applications.values()]
    .filter((application) => userIds.includes(application.botId))
    .map((application) => application.id);
}
