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

/**
 * Finds where people can be told that a channel takes no alerts any more: the nearest text channel in which the bot may
 * write and whose lane is not stopped (an announcement channel would tell all its followers), else a direct message to each
 * of them. Resolves to none when nobody can be told, as after the bot was sent away.
 */
export function createNearestPlaces(deps: {
  readonly client: Client;
  readonly rest: REST;
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts'>;
  /** Those of the channels whose lanes are stopped. */
  readonly stoppedAmong: (channelIds: readonly string[]) => Promise<ReadonlySet<string>>;
}): (stopped: Stopped) => Promise<readonly string[]> {
  const { client, rest, channelAccess, stoppedAmong } = deps;

  /** The direct message channel of a person; `null` where Discord lets nobody reach them. */
  async function directMessage(userId: string): Promise<string | null> {
    try {
      const answer: unknown = await rest.post(Routes.userChannels(), {
        body: { recipient_id: userId },
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
      if (typeof id === 'string') return id;
      throw new Error('The answer is no channel.');
    } catch (error) {
      const refused =
        error instanceof DiscordAPIError && typeof error.code === 'number' && error.status !== 401;
      if (refused) return null;
      throw error;
    }
  }

  return async ({ guildId, channelId, askers }) => {
    const guild = client.guilds.cache.get(guildId);
    if (!client.isReady() || guild?.available === false) {
      throw new Error(`The gateway has not told of server ${guildId} yet.`);
    }
    if (guild === undefined) return [];
    const writable = nearestFirst(guild, channelId).filter(
      (channel) => channelAccess.missingForAlerts(channel.id).length === 0,
    );
    const stopped = await stoppedAmong(writable.map(({ id }) => id));
    const nearest = writable.find(({ id }) => !stopped.has(id));
    if (nearest !== undefined) return [nearest.id];
    const direct: (string | null)[] = [];
    for (const asker of askers.slice(0, DIRECT_MESSAGES)) direct.push(await directMessage(asker));
    return direct.filter((id) => id !== null);
  };
}
