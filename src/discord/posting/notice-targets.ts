import { DiscordAPIError, type REST } from 'discord.js';
import { ChannelType, Routes } from 'discord-api-types/v10';
import type { NoticeTarget } from '#src/store/model/notice-target.ts';
import type { ChannelAccess } from '../access/channel-access.ts';
import type { Channel, Guild } from '../guilds/guild.ts';
import type { Guilds } from '../guilds/guilds.ts';
import { blameOf } from './failures.ts';

const REQUEST_TIMEOUT_MS = 6_000;
const UNKNOWN_MEMBER = 10_007;
/** Maximum number of direct messages. Discord treats bots that message many users as spammers. */
const MAX_DIRECT_MESSAGES = 5;

/** A channel in which posting failed, and the Discord user ids to notify. */
interface Stopped {
  readonly guildId: string;
  readonly channelId: string;
  readonly askers: readonly string[];
}

/**
 * Returns whether the code concerns the user: they left the server (Unknown Member), were deleted, accept no messages,
 * or are in a server without the bot.
 */
const isAboutPerson = (code: number | string): boolean =>
  code === UNKNOWN_MEMBER || ['person', 'channel', 'closed'].includes(blameOf(code));

/** Returns a channel's position in its server. Unknown for a deleted channel. */
function positionOf(guild: Guild, channelId: string) {
  const found = guild.channels.get(channelId);
  const channel =
    found === undefined || found.thread === null ? found : guild.channels.get(found.parentId ?? '');
  return {
    channelId: channel?.id ?? channelId,
    categoryId: channel?.parentId ?? null,
    position: channel?.position ?? 0,
  };
}

/**
 * Sorts text channels, nearest first: the same category, then by position. The system channel, which greets new
 * members, comes last.
 */
function nearestFirst(guild: Guild, channelId: string): readonly Channel[] {
  const from = positionOf(guild, channelId);
  function rank(channel: Channel): number {
    if (channel.id === from.channelId) return 0;
    if (from.categoryId !== null && channel.parentId === from.categoryId) return 1;
    return channel.id === guild.systemChannelId ? 3 : 2;
  }
  const distance = (channel: Channel) => Math.abs(channel.position - from.position);
  return [...guild.channels.values()]
    .filter((channel) => channel.type === ChannelType.GuildText)
    .filter((channel) => channel.id !== channelId)
    .sort((a, b) => rank(a) - rank(b) || distance(a) - distance(b) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

/** Finds recipients for a notice about a stopped channel. Both functions reject if that cannot be determined now. */
export interface NoticeTargets {
  /**
   * Returns direct message channels of the users to notify, if they are still in the server and Discord lets the bot
   * open one. They may still refuse the message when it is sent. Empty after the bot was removed from the server.
   */
  directMessages(stopped: Stopped, signal: AbortSignal): Promise<readonly NoticeTarget[]>;
  /**
   * Returns the nearest text channel in which the bot may write and whose queue is not stopped; `null` if there is
   * none. Announcement channels are left out, because a message there may reach all following servers.
   */
  nearestChannel(stopped: Pick<Stopped, 'guildId' | 'channelId'>): Promise<string | null>;
}

export function createNoticeTargets(deps: {
  readonly guilds: Guilds;
  readonly rest: REST;
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts'>;
  /** Returns the channels among these whose queues are stopped. */
  readonly stoppedAmong: (channelIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Waits until a user's direct messages may be opened. */
  readonly turn: (userId: string, signal: AbortSignal) => Promise<void>;
}): NoticeTargets {
  const { guilds, rest, channelAccess, stoppedAmong, turn } = deps;

  /** Resolves to the response; `null` for a refusal that would be repeated. Rejects if the refusal names no cause. */
  async function nullIfRefused(request: () => Promise<unknown>): Promise<unknown> {
    try {
      return await request();
    } catch (error) {
      if (error instanceof DiscordAPIError && isAboutPerson(error.code)) return null;
      throw error;
    }
  }

  /** Opens the direct message channel of a member; `null` if they left, or if Discord does not allow one. */
  async function directMessage(guildId: string, userId: string, ending: AbortSignal): Promise<string | null> {
    const signal = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const member = await nullIfRefused(() =>
      rest.get(Routes.guildMember(guildId, userId), { signal: signal() }),
    );
    if (member === null) return null;
    await turn(userId, ending);
    const answer = await nullIfRefused(() =>
      rest.post(Routes.userChannels(), { body: { recipient_id: userId }, signal: signal() }),
    );
    if (answer === null) return null;
    const id = typeof answer === 'object' && 'id' in answer ? answer.id : null;
    if (typeof id === 'string') return id;
    throw new Error('The response of Discord is not a channel.');
  }

  /** Returns the server; `null` after the bot was removed from it. */
  function guildOf(guildId: string): Guild | null {
    const isKnown = guilds.botId !== '' && (!guilds.has(guildId) || guilds.isAvailable(guildId));
    if (!isKnown) throw new Error(`The gateway has not reported server ${guildId} yet.`);
    return guilds.get(guildId);
  }

  return {
    async directMessages({ guildId, askers }, signal) {
      if (guildOf(guildId) === null) return [];
      const targets: NoticeTarget[] = [];
      for (const userId of askers.slice(0, MAX_DIRECT_MESSAGES)) {
        const directChannelId = await directMessage(guildId, userId, signal);
        if (directChannelId !== null) targets.push({ channelId: directChannelId, userId });
      }
      return targets;
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
