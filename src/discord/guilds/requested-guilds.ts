import { DiscordAPIError, type REST } from 'discord.js';
import { ChannelType, Routes } from 'discord-api-types/v10';
import { LRUCache } from 'lru-cache';
import type { Channel, Guild } from './guild.ts';
import type { Guilds, MutableGuilds } from './guilds.ts';
import { readChannel, readGuild } from './payloads.ts';

/** Servers for interaction handlers. The gateway of this process may not report all of them. */
export interface RequestedGuilds extends Pick<Guilds, 'get' | 'isAvailable' | 'findChannel' | 'botId'> {
  /**
   * Requests a server that the gateway does not report here, or uses Discord's answer from the last minute. Afterwards
   * the server is known, unless the bot is not in it. Rejects while Discord does not answer.
   * @param channelIds channels of the interaction; a server without one of them is requested again
   */
  load(guildId: string, channelIds: readonly string[]): Promise<void>;
  /** Adds a thread like `MutableGuilds.addThread`. */
  addThread(guildId: string, data: unknown): void;
}

/** How long requested permissions may be used. */
const KEPT_MS = 60_000;
const MAX_GUILDS = 500;
/** Minimum time until a channel that was not in the answer is requested again. */
const ASKED_AGAIN_AFTER_MS = 2_000;
/** Interactions must be answered within three seconds, which includes computing the answer after this. */
const TIMEOUT_MS = 1_500;

/** Builds the payload of a GUILD_CREATE from the endpoints' answers. */
function asGuildCreate(
  guild: unknown,
  {
    channels,
    active,
    member,
  }: { readonly channels: unknown; readonly active: unknown; readonly member: unknown },
): unknown {
  const { threads = [], members = [] } = Object(active) as {
    readonly threads?: readonly object[];
    readonly members?: readonly { readonly id?: unknown }[];
  };
  const { joined_at: joinedAt } = Object(member) as { readonly joined_at?: unknown };
  const joined = new Map(members.map((one) => [one.id, one]));
  return {
    ...Object(guild),
    joined_at: joinedAt,
    channels,
    threads: threads.map((thread) => {
      const own = 'id' in thread ? joined.get(thread.id) : undefined;
      return own === undefined ? thread : { ...thread, member: own };
    }),
    members: [member],
  };
}

/**
 * @param deps.guilds servers that the gateway reports; these are never requested
 * @param deps.botUserId rejects, or resolves to `null`, while it is unknown
 * @param deps.monotonic ms of a monotonic clock
 */
export function createRequestedGuilds(deps: {
  readonly guilds: MutableGuilds;
  readonly rest: REST;
  readonly botUserId: () => Promise<string | null>;
  readonly monotonic: () => number;
}): RequestedGuilds {
  const { guilds, rest, botUserId, monotonic } = deps;
  const requested = new LRUCache<string, { readonly guild: Guild; readonly at: number }>({ max: MAX_GUILDS });
  const underWay = new Map<string, Promise<void>>();
  let botId = '';

  function recent(guildId: string) {
    const found = requested.get(guildId);
    return found !== undefined && monotonic() - found.at < KEPT_MS ? found : null;
  }

  async function ask(guildId: string): Promise<void> {
    const id = await botUserId();
    if (id === null) throw new Error('The bot’s own user id is not known yet.');
    botId = id;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const at = monotonic();
    try {
      const [guild, channels, active, member] = await Promise.all([
        rest.get(Routes.guild(guildId), { signal }),
        rest.get(Routes.guildChannels(guildId), { signal }),
        rest.get(Routes.guildActiveThreads(guildId), { signal }),
        rest.get(Routes.guildMember(guildId, id), { signal }),
      ]);
      const read = readGuild(asGuildCreate(guild, { channels, active, member }), id);
      if (read === null) throw new Error(`Discord’s answer for server ${guildId} cannot be read.`);
      requested.set(guildId, { guild: read, at });
    } catch (error) {
      // The bot is not in the server.
      if (!(error instanceof DiscordAPIError) || (error.status !== 403 && error.status !== 404)) throw error;
      requested.delete(guildId);
    }
  }

  function askOnce(guildId: string): Promise<void> {
    const running = underWay.get(guildId);
    if (running !== undefined) return running;
    const asked = ask(guildId).finally(() => underWay.delete(guildId));
    underWay.set(guildId, asked);
    return asked;
  }

  const get = (guildId: string): Guild | null => guilds.get(guildId) ?? recent(guildId)?.guild ?? null;

  return {
    get,
    get botId() {
      return guilds.botId === '' ? botId : guilds.botId;
    },
    isAvailable: (guildId) =>
      guilds.get(guildId) === null ? recent(guildId) !== null : guilds.isAvailable(guildId),
    findChannel(channelId) {
      const reported = guilds.findChannel(channelId);
      if (reported !== null) return reported;
      for (const guildId of requested.keys()) {
        const guild = recent(guildId)?.guild;
        const channel = guild?.channels.get(channelId);
        if (guild !== undefined && channel !== undefined) return { guild, channel };
      }
      return null;
    },
    async load(guildId, channelIds) {
      if (guilds.get(guildId) !== null) return;
      const known = recent(guildId);
      const isNew =
        known === null ||
        (monotonic() - known.at >= ASKED_AGAIN_AFTER_MS &&
          channelIds.some((channelId) => !known.guild.channels.has(channelId)));
      if (isNew) await askOnce(guildId);
    },
    addThread(guildId, data) {
      guilds.addThread(guildId, data);
      const known = recent(guildId);
      const thread = readChannel(data);
      if (known === null || thread === null || thread.thread === null || known.guild.channels.has(thread.id))
        return;
      const isJoined = thread.thread.isJoined && thread.type !== ChannelType.PrivateThread;
      const added: Channel = { ...thread, thread: { ...thread.thread, isJoined } };
      const channels = new Map(known.guild.channels).set(thread.id, added);
      requested.set(guildId, { ...known, guild: { ...known.guild, channels } });
    },
  };
}
