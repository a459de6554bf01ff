import { computePermissions, type Member } from '../../discord/computed-permissions.ts';
import { neededForAlerts, type PostingPlace, READ_HISTORY } from '../../discord/needed-permissions.ts';
import type { DiscordApi, Outcome } from './api.ts';
import { type WireChannel, wireChannel, wireChannels, wireGuild, wireMember } from './wire.ts';

/** Where the bot stands in a channel. */
export type Standing =
  | { readonly type: 'gone' }
  | { readonly type: 'hidden' }
  | { readonly type: 'away'; readonly guildId: string }
  | { readonly type: 'unknown'; readonly reason: string }
  | {
      readonly type: 'seen';
      /** As people see it, such as `#sales in “Home”`. */
      readonly name: string;
      readonly guildId: string;
      /** Names of the permissions that posting needs and the bot lacks. */
      readonly missing: readonly string[];
      readonly readsHistory: boolean;
      readonly isInTimeOut: boolean;
    };

/** One server as far as permissions go. */
interface GuildView {
  readonly name: string;
  readonly roles: ReadonlyMap<string, bigint>;
  readonly member: Member;
  readonly channels: ReadonlyMap<string, WireChannel>;
}

const UNKNOWN_CHANNEL = 10003;
const UNKNOWN_GUILD = 10004;
const MISSING_ACCESS = 50001;

type Failure = Outcome<never> & { readonly ok: false };

/**
 * Computes the bot's permissions from what REST tells. Each server is asked for once, whatever its number of channels.
 * @param now epoch ms
 */
export function createStandings(api: DiscordApi, botUserId: string, now: () => number) {
  const guilds = new Map<string, Promise<GuildView | Failure>>();

  async function readGuild(guildId: string): Promise<GuildView | Failure> {
    const guild = await api.get(`/guilds/${guildId}`, wireGuild);
    if (!guild.ok) return guild;
    const member = await api.get(`/guilds/${guildId}/members/${botUserId}`, wireMember);
    if (!member.ok) return member;
    const channels = await api.get(`/guilds/${guildId}/channels`, wireChannels);
    if (!channels.ok) return channels;
    return {
      name: guild.value.name,
      roles: new Map(guild.value.roles.map(({ id, permissions }) => [id, permissions])),
      member: {
        userId: botUserId,
        roleIds: member.value.roles,
        isOwner: guild.value.owner_id === botUserId,
        isInTimeOut: Date.parse(member.value.communication_disabled_until ?? '') > now(),
      },
      channels: new Map(channels.value.map((channel) => [channel.id, channel])),
    };
  }

  function guildOf(guildId: string): Promise<GuildView | Failure> {
    const known = guilds.get(guildId) ?? readGuild(guildId);
    guilds.set(guildId, known);
    return known;
  }

  function unreadable(guildId: string, { code, reason }: Failure): Standing {
    if (code === UNKNOWN_GUILD || code === MISSING_ACCESS) return { type: 'away', guildId };
    return { type: 'unknown', reason: `of its server, ${reason}` };
  }

  function standingIn(guildId: string, guild: GuildView, channel: WireChannel): Standing {
    const thread = channel.thread_metadata ?? null;
    const holder = thread === null ? channel : guild.channels.get(channel.parent_id ?? '');
    const place: PostingPlace = thread === null ? 'channel' : thread.locked ? 'locked thread' : 'thread';
    const bits = computePermissions(guildId, guild.roles, guild.member, holder?.permission_overwrites ?? []);
    return {
      type: 'seen',
      name: `#${channel.name ?? channel.id} in “${guild.name}”`,
      guildId,
      missing: neededForAlerts(place)
        .filter(({ bit }) => (bits & bit) === 0n)
        .map(({ name }) => name),
      readsHistory: (bits & READ_HISTORY.bit) !== 0n,
      isInTimeOut: guild.member.isInTimeOut,
    };
  }

  /** @param guildHint the server that the channel is thought to be in, `null` where that is not known */
  return async function standing(channelId: string, guildHint: string | null): Promise<Standing> {
    if (guildHint !== null) {
      const hinted = await guildOf(guildHint);
      if ('ok' in hinted) return unreadable(guildHint, hinted);
      const listed = hinted.channels.get(channelId);
      if (listed !== undefined) return standingIn(guildHint, hinted, listed);
    }
    // Threads are in no list, nor is what was deleted.
    const found = await api.get(`/channels/${channelId}`, wireChannel);
    if (!found.ok) {
      if (found.code === UNKNOWN_CHANNEL) return { type: 'gone' };
      if (found.code === MISSING_ACCESS) return { type: 'hidden' };
      return { type: 'unknown', reason: found.reason };
    }
    const guildId = found.value.guild_id ?? null;
    if (guildId === null) return { type: 'unknown', reason: 'it is in no server' };
    const guild = await guildOf(guildId);
    if ('ok' in guild) return unreadable(guildId, guild);
    return standingIn(guildId, guild, found.value);
  };
}

/** Tells the bot's standing in a channel. */
export type Standings = ReturnType<typeof createStandings>;
