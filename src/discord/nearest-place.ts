import {
  ChannelType,
  type Client,
  DiscordAPIError,
  type Guild,
  type REST,
  Routes,
  type TextChannel,
} from 'discord.js';
import type { ChannelAccess } from './channel-access.ts';

const REQUEST_TIMEOUT_MS = 6_000;
/** Written to at most: Discord takes bots that write to many people for spammers. */
const DIRECT_MESSAGES = 5;

/** A channel that takes no alerts, and Discord user ids of those who want to know. */
interface Stopped {
  readonly guildId: string;
  readonly channelId: string;
  readonly askers: readonly string[];
}

/** Where a channel stands among others. Of one that was deleted nothing is known any more. */
function standingOf(guild: Guild, channelId: string) {
  const found = guild.channels.cache.get(channelId) ?? null;
  const channel = found?.isThread() === true ? found.parent : found;
  return {
    channelId: channel?.id ?? channelId,
    categoryId: channel?.parentId ?? null,
    position: channel !== null && 'rawPosition' in channel ? channel.rawPosition : 0,
  };
}

/** Writable text channels, nearest first: of the same category, then by position; where all arrivals are greeted last. */
function nearestFirst(guild: Guild, channelId: string): readonly TextChannel[] {
  const from = standingOf(guild, channelId);
  function rank(channel: TextChannel): number {
    if (channel.id === from.channelId) return 0;
    if (from.categoryId !== null && channel.parentId === from.categoryId) return 1;
    return channel.id === guild.systemChannelId ? 3 : 2;
  }
  const distance = (channel: TextChannel) => Math.abs(channel.rawPosition - from.position);
  return [...guild.channels.cache.values()]
    .filter((channel) => channel.type === ChannelType.GuildText)
    .filter((channel) => channel.id !== channelId)
    .sort((a, b) => rank(a) - rank(b) || distance(a) - distance(b) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Where people can be told that a channel takes no alerts any more. Both reject where that cannot be said now. */
export interface NoticePlaceFinder {
  /**
   * Direct message channels of those who are to know, as far as they are still in the server and Discord lets the bot reach
   * them; whether they take the message shows when it is sent. None after the bot was sent away.
   */
  directMessages(stopped: Stopped): Promise<readonly string[]>;
  /**
   * The nearest text channel in which the bot may write and whose lane is not stopped (an announcement channel would tell
   * all its followers); `null` where there is none.
   */
  nearestChannel(stopped: Pick<Stopped, 'guildId' | 'channelId'>): Promise<string | null>;
}

export function createNearestPlaces(deps: {
  readonly client: Client;
  readonly rest: REST;
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts'>;
  /** Those of the channels whose lanes are stopped. */
  readonly stoppedAmong: (channelIds: readonly string[]) => Promise<ReadonlySet<string>>;
}): NoticePlaceFinder {
  const { client, rest, channelAccess, stoppedAmong } = deps;

  /** What Discord answers; `null` where it refuses this, and would again. */
  async function unlessRefused(request: () => Promise<unknown>): Promise<unknown> {
    try {
      return await request();
    } catch (error) {
      const refused =
        error instanceof DiscordAPIError && typeof error.code === 'number' && error.status !== 401;
      if (refused) return null;
      throw error;
    }
  }

  /** The direct message channel of a member; `null` for who has left, and where Discord lets nobody reach them. */
  async function directMessage(guildId: string, userId: string): Promise<string | null> {
    const signal = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const member = await unlessRefused(() =>
      rest.get(Routes.guildMember(guildId, userId), { signal: signal() }),
    );
    if (member === null) return null;
    const answer = await unlessRefused(() =>
      rest.post(Routes.userChannels(), { body: { recipient_id: userId }, signal: signal() }),
    );
    if (answer === null) return null;
    const id = typeof answer === 'object' && 'id' in answer ? answer.id : null;
    if (typeof id === 'string') return id;
    throw new Error('The answer is no channel.');
  }

  /** `null` once the bot was sent away. */
  function guildOf(guildId: string): Guild | null {
    const guild = client.guilds.cache.get(guildId);
    if (!client.isReady() || guild?.available === false) {
      throw new Error(`The gateway has not told of server ${guildId} yet.`);
    }
    return guild ?? null;
  }

  return {
    async directMessages({ guildId, askers }) {
      if (guildOf(guildId) === null) return [];
      const direct: (string | null)[] = [];
      for (const asker of askers.slice(0, DIRECT_MESSAGES)) direct.push(await directMessage(guildId, asker));
      return direct.filter((id) => id !== null);
    },
    async nearestChannel({ guildId, channelId }) {
      const guild = guildOf(guildId);
      if (guild === null) return null;
      const writable = nearestFirst(guild, channelId).filter(
        (channel) => channelAccess.missingForAlerts(channel.id).length === 0,
      );
      const stopped = await stoppedAmong(writable.map(({ id }) => id));
      return writable.find(({ id }) => !stopped.has(id))?.id ?? null;
    },
  };
}
