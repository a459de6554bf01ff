import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import type { Channel } from '../guilds/guild.ts';
import { type ChannelInGuild, type Guilds, ownPermissions } from '../guilds/guilds.ts';
import { hasAll } from '../guilds/permissions.ts';
import {
  ATTACH_FILES,
  type ChannelKind,
  NEEDED_FOR_TICKERS,
  neededForAlerts,
  READ_HISTORY,
} from './needed-permissions.ts';

/** Whether the bot may read a channel's earlier messages. */
export type HistoryAccess = 'readable' | 'unreadable' | 'unknown';

/**
 * Whether the bot is in a channel. `unknown`: the gateway has not reported the channel yet, or no longer does (a
 * deleted channel, an archived thread). `outside`: a private thread that the bot was not added to.
 */
export type ThreadMembership = 'inside' | 'outside' | 'unknown';

/** A recommended, optional permission: to read the history, to mention all roles, or to attach charts. */
export type RecommendedPermission = 'read-history' | 'mention-roles' | 'attach-files';

/** Features that the rules of a channel use besides posting. */
export interface ChannelUse {
  readonly pingRoleIds: readonly string[];
  /** Whether their alerts have charts. */
  readonly hasCharts: boolean;
}

/** What the bot may do in a channel. */
export interface ChannelAccess {
  /**
   * Returns the permissions that the bot needs to post an alert and does not have there, by their names in Discord's
   * English settings.
   */
  missingForAlerts(channelId: string): readonly string[];
  /** Returns the same for renaming a voice channel; `null` if the gateway has not reported the channel. */
  missingForTicker(channelId: string): readonly string[] | null;
  /** Returns whether the bot may attach files there; `false` if the gateway has not reported the channel. */
  mayAttachFiles(channelId: string): boolean;
  membership(channelId: string): ThreadMembership;
  /** Returns the recommended permissions that the bot does not have there; empty unless `missingForAlerts` is empty. */
  missingRecommended(channelId: string, use: ChannelUse): readonly RecommendedPermission[];
  /** Returns whether the channel's server is known and no longer has the role. */
  isRoleDeleted(channelId: string, roleId: string): boolean;
  /** Returns `unknown` if the gateway has not reported the channel yet, or no longer does. */
  historyAccess(channelId: string): HistoryAccess;
}

const NEEDED_FOR_HISTORY = Bits.ViewChannel | READ_HISTORY.bit;

function channelKindOf({ type, thread }: Channel): ChannelKind {
  if (thread === null) return 'channel';
  if (thread.isLocked) return 'locked thread';
  const isUnjoined = type === ChannelType.PrivateThread && !thread.isJoined;
  return isUnjoined ? 'private thread of others' : 'thread';
}

/** A channel with the bot's permissions there. */
interface Readable extends ChannelInGuild {
  readonly permissions: bigint;
}

/**
 * Computes permissions from the servers, roles, overwrites and threads that the gateway reported.
 * @param now epoch ms, for time-outs
 */
export function createChannelAccess(
  guilds: Pick<Guilds, 'findChannel' | 'isAvailable' | 'botId'>,
  now: () => number,
): ChannelAccess {
  function find(channelId: string): Readable | null {
    const found = guilds.findChannel(channelId);
    const permissions = found === null ? null : ownPermissions(found, guilds.botId, now());
    return found === null || permissions === null ? null : { ...found, permissions };
  }

  function missingFrom(found: Readable | null): readonly string[] {
    return neededForAlerts(found === null ? 'channel' : channelKindOf(found.channel))
      .filter(({ bit }) => found === null || !hasAll(found.permissions, bit))
      .map(({ name }) => name);
  }

  return {
    missingForAlerts: (channelId) => missingFrom(find(channelId)),
    missingForTicker(channelId) {
      const found = find(channelId);
      if (found === null) return null;
      const missing = NEEDED_FOR_TICKERS.filter(({ bit }) => !hasAll(found.permissions, bit));
      return missing.map(({ name }) => name);
    },
    mayAttachFiles(channelId) {
      const found = find(channelId);
      return found !== null && hasAll(found.permissions, ATTACH_FILES.bit);
    },
    membership(channelId) {
      const found = find(channelId);
      if (found === null) return 'unknown';
      const isUnjoined = channelKindOf(found.channel) === 'private thread of others';
      return isUnjoined && !hasAll(found.permissions, Bits.ManageThreads) ? 'outside' : 'inside';
    },
    missingRecommended(channelId, { pingRoleIds, hasCharts }) {
      const found = find(channelId);
      if (found === null || missingFrom(found).length > 0) return [];
      const { permissions, guild } = found;
      const pingIsMuted =
        !hasAll(permissions, Bits.MentionEveryone) &&
        pingRoleIds.some((id) => guild.roles.get(id)?.isMentionable === false);
      return [
        ...(hasAll(permissions, READ_HISTORY.bit) ? [] : (['read-history'] as const)),
        ...(pingIsMuted ? (['mention-roles'] as const) : []),
        ...(!hasCharts || hasAll(permissions, ATTACH_FILES.bit) ? [] : (['attach-files'] as const)),
      ];
    },
    isRoleDeleted(channelId, roleId) {
      const guild = guilds.findChannel(channelId)?.guild;
      return guild !== undefined && guilds.isAvailable(guild.id) && !guild.roles.has(roleId);
    },
    historyAccess(channelId) {
      const found = find(channelId);
      if (found === null) return 'unknown';
      return hasAll(found.permissions, NEEDED_FOR_HISTORY) ? 'readable' : 'unreadable';
    },
  };
}
