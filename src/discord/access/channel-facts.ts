import { ChannelType } from 'discord-api-types/v10';
import type { ChannelFactsStore } from '#src/store/channel-facts.ts';
import type { ChannelFacts, CheckedChannel, FactsChange } from '#src/store/model/channel-facts.ts';
import type { Guilds } from '../guilds/guilds.ts';
import type { ChannelAccess } from './channel-access.ts';

/** Keeps the stored facts about channels up to date with the gateway. */
export interface ChannelFactsRecorder {
  /**
   * Records changes in the channels of these servers that queues deliver to. Resolves to those of the servers that have
   * such channels. Rejects while the store fails.
   */
  refresh(guildIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Waiting alerts may still ping roles that no rule contains any more. */
const MAX_MISSING_ROLES = 100;

function isSame(one: ChannelFacts | null, other: ChannelFacts | null): boolean {
  if (one === null || other === null) return one === other;
  const areSame = (these: readonly string[], those: readonly string[]) => these.join() === those.join();
  return (
    areSame(one.missingPermissions, other.missingPermissions) &&
    areSame(one.missingRoleIds, other.missingRoleIds) &&
    one.isHistoryReadable === other.isHistoryReadable &&
    one.isPublishing === other.isPublishing &&
    one.isAttachingFiles === other.isAttachingFiles
  );
}

/** Computes the facts of channels from the servers that the gateway reported, and writes those that changed. */
export function createChannelFactsRecorder(deps: {
  readonly guilds: Pick<Guilds, 'botId' | 'get' | 'has' | 'isAvailable'>;
  /** Returns whether the server belongs to a shard of this process. */
  readonly knows: (guildId: string) => boolean;
  readonly channelAccess: Pick<
    ChannelAccess,
    'missingForAlerts' | 'mayAttachFiles' | 'historyAccess' | 'isRoleDeleted'
  >;
  readonly store: ChannelFactsStore;
}): ChannelFactsRecorder {
  const { guilds, knows, channelAccess, store } = deps;

  /**
   * Returns whether the gateway has reported the current state of the server, or that the bot is not in it. During an
   * outage the recorded facts stay unchanged.
   */
  const isReported = (guildId: string) =>
    guilds.botId !== '' && (guilds.has(guildId) ? guilds.isAvailable(guildId) : knows(guildId));

  function factsOf({ channelId, guildId, pingRoleIds, recorded }: CheckedChannel): ChannelFacts | null {
    const channel = guilds.get(guildId)?.channels.get(channelId);
    const history = channelAccess.historyAccess(channelId);
    if (channel === undefined || history === 'unknown') return null;
    const roleIds = new Set([...pingRoleIds, ...(recorded?.missingRoleIds ?? [])]);
    return {
      missingPermissions: channelAccess.missingForAlerts(channelId),
      isHistoryReadable: history === 'readable',
      isPublishing: channel.type === ChannelType.GuildAnnouncement,
      isAttachingFiles: channelAccess.mayAttachFiles(channelId),
      missingRoleIds: [...roleIds]
        .filter((roleId) => channelAccess.isRoleDeleted(channelId, roleId))
        .slice(0, MAX_MISSING_ROLES)
        .toSorted(),
    };
  }

  return {
    async refresh(guildIds) {
      const channels = await store.channelsToCheck(guildIds.filter(isReported));
      const changes = channels.flatMap((channel): FactsChange[] => {
        const { channelId, guildId, recorded } = channel;
        const facts = factsOf(channel);
        return isSame(facts, recorded) ? [] : [{ channelId, guildId, facts }];
      });
      await store.recordFacts(changes);
      return new Set(channels.map(({ guildId }) => guildId));
    },
  };
}
