import { ChannelType } from 'discord-api-types/v10';
import type { ChannelAccess } from '../access/channel-access.ts';
import { EMBED_LINKS, READ_HISTORY } from '../access/needed-permissions.ts';
import type { Channel, Guild } from '../guilds/guild.ts';
import type { Guilds } from '../guilds/guilds.ts';

/** Sorts text channels as Discord lists them, the system channel before all others. */
function inOrder({ channels, systemChannelId }: Guild): readonly Channel[] {
  const categoryOf = ({ parentId }: Channel) => channels.get(parentId ?? '')?.position ?? -1;
  return [...channels.values()]
    .filter(({ type }) => type === ChannelType.GuildText)
    .sort(
      (a, b) =>
        Number(b.id === systemChannelId) - Number(a.id === systemChannelId) ||
        categoryOf(a) - categoryOf(b) ||
        a.position - b.position ||
        (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
    );
}

/** Finds the channels in which invitations are greeted. */
export function createGreetingTargets({
  guilds,
  channelAccess,
  stoppedAmong,
  channelsWithRules,
}: {
  readonly guilds: Pick<Guilds, 'get' | 'isAvailable' | 'joinedAt'>;
  readonly channelAccess: Pick<ChannelAccess, 'missingForAlerts' | 'historyAccess'>;
  /** Returns the channels among these whose queues are stopped. */
  readonly stoppedAmong: (channelIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly channelsWithRules: (guildId: string) => Promise<ReadonlySet<string>>;
}) {
  /** A greeting has no embeds, so it may be posted where alerts may not. */
  const mayWrite = ({ id }: Channel): boolean =>
    channelAccess.missingForAlerts(id).every((name) => name === EMBED_LINKS.name);

  function missingIn(channelId: string): readonly string[] {
    const isBlind = channelAccess.historyAccess(channelId) === 'unreadable';
    return [...channelAccess.missingForAlerts(channelId), ...(isBlind ? [READ_HISTORY.name] : [])];
  }

  async function withoutRules(guildId: string, among: readonly Channel[]): Promise<Channel | undefined> {
    if (among.length === 0) return undefined;
    const ruled = await channelsWithRules(guildId);
    return among.find(({ id }) => !ruled.has(id));
  }

  return {
    joinedAt: (guildId: string) => guilds.joinedAt(guildId),
    /**
     * Resolves to the system channel or the first text channel in which the bot may write, with the permissions that
     * alerts lack there. Announcement channels are left out, because a message there may reach all following servers.
     * A stopped channel is the last choice, and only without rules: delivering the greeting opens its queue, and nothing
     * else would.
     */
    async channelFor(
      guildId: string,
    ): Promise<{ readonly channelId: string; readonly missing: readonly string[] } | null> {
      const guild = guilds.isAvailable(guildId) ? guilds.get(guildId) : null;
      const writable = guild === null ? [] : inOrder(guild).filter(mayWrite);
      const stopped = await stoppedAmong(writable.map(({ id }) => id));
      const open = writable.find(({ id }) => !stopped.has(id));
      const found = open ?? (await withoutRules(guildId, writable));
      return found === undefined ? null : { channelId: found.id, missing: missingIn(found.id) };
    },
  };
}
