import type { ChannelType } from 'discord-api-types/v10';
import {
  ATTACH_FILES,
  type ChannelKind,
  neededForAlerts,
  READ_HISTORY,
} from '#src/discord/access/needed-permissions.ts';
import { computePermissions, type Member } from '#src/discord/guilds/computed-permissions.ts';
import type { DiscordApi, Outcome } from './api.ts';
import { type WireChannel, wireChannel, wireChannels, wireGuild, wireMember } from './wire.ts';

/** The bot's permissions in a channel. */
export type ChannelAccess =
  | { readonly type: 'gone' }
  | { readonly type: 'hidden' }
  | { readonly type: 'away'; readonly guildId: string }
  | { readonly type: 'unknown'; readonly reason: string }
  | {
      readonly type: 'seen';
      /** For display, such as `#sales in “Home”`. */
      readonly name: string;
      readonly guildId: string;
      readonly channelType: ChannelType;
      /** Bit field of the bot's permissions there. */
      readonly permissions: bigint;
      /** Names of the missing permissions that posting needs. */
      readonly missing: readonly string[];
      readonly readsHistory: boolean;
      readonly attachesFiles: boolean;
      readonly isInTimeOut: boolean;
    };

/** Server data that permissions depend on. */
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
 * Computes the bot's permissions from REST data. Each server is requested once, for all its channels.
 * @param now epoch ms
 */
export function createAccessReader(api: DiscordApi, botUserId: string, now: () => number) {
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

  function unreadableGuild(guildId: string, { code, reason }: Failure): ChannelAccess {
    if (code === UNKNOWN_GUILD || code === MISSING_ACCESS) return { type: 'away', guildId };
    return { type: 'unknown', reason: `of its server, ${reason}` };
  }

  function accessIn(guildId: string, guild: GuildView, channel: WireChannel): ChannelAccess {
    const thread = channel.thread_metadata ?? null;
    const holder = thread === null ? channel : guild.channels.get(channel.parent_id ?? '');
    const place: ChannelKind = thread === null ? 'channel' : thread.locked ? 'locked thread' : 'thread';
    const overwrites = holder?.permission_overwrites ?? [];
    const bits = computePermissions(guildId, (id) => guild.roles.get(id), guild.member, overwrites);
    return {
      type: 'seen',
      name: `#${channel.name ?? channel.id} in “${guild.name}”`,
      guildId,
      channelType: channel.type,
      permissions: bits,
      missing: neededForAlerts(place)
        .filter(({ bit }) => (bits & bit) === 0n)
        .map(({ name }) => name),
      attachesFiles: (bits & ATTACH_FILES.bit) !== 0n,
      readsHistory: (bits & READ_HISTORY.bit) !== 0n,
      isInTimeOut: guild.member.isInTimeOut,
    };
  }

  /** @param expectedGuildId the server that probably contains the channel; `null` if unknown */
  return async function readAccess(
    channelId: string,
    expectedGuildId: string | null,
  ): Promise<ChannelAccess> {
    if (expectedGuildId !== null) {
      const expectedGuild = await guildOf(expectedGuildId);
      if ('ok' in expectedGuild) return unreadableGuild(expectedGuildId, expectedGuild);
      const listed = expectedGuild.channels.get(channelId);
      if (listed !== undefined) return accessIn(expectedGuildId, expectedGuild, listed);
    }
    // The list contains no threads and no deleted channels.
    const found = await api.get(`/channels/${channelId}`, wireChannel);
    if (!found.ok) {
      if (found.code === UNKNOWN_CHANNEL) return { type: 'gone' };
      if (found.code === MISSING_ACCESS) return { type: 'hidden' };
      return { type: 'unknown', reason: found.reason };
    }
    const guildId = found.value.guild_id ?? null;
    if (guildId === null) return { type: 'unknown', reason: 'it is in no server' };
    const guild = await guildOf(guildId);
    if ('ok' in guild) return unreadableGuild(guildId, guild);
    return accessIn(guildId, guild, found.value);
  };
}

/** Reads the bot's access to a channel. */
export type AccessReader = ReturnType<typeof createAccessReader>;
