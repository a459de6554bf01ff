import type { SettingsStore } from '../../store.ts';
import type { ChannelQueueTable } from '../tables/channel-queues.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { DraftTable } from '../tables/drafts.ts';
import type { LiveMessageTable } from '../tables/live-messages.ts';
import type { PostTable } from '../tables/posts.ts';
import type { RolePingTable } from '../tables/role-pings.ts';
import type { SettingsTables } from '../tables/settings.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { GiveUpHeldPost } from './held-posts.ts';
import type { TransactionFactory } from './transaction-factory.ts';

interface Tables {
  readonly settings: SettingsTables;
  readonly subscriptions: SubscriptionTable;
  readonly drafts: DraftTable;
  readonly deliveries: DeliveryTables;
  readonly queues: ChannelQueueTable;
  readonly liveMessages: LiveMessageTable;
  readonly posts: PostTable;
  readonly rolePings: RolePingTable;
}

/**
 * The transactions of server and channel settings, and of deleting a server's data.
 * @param thoroughly runs the deletion so that no deleted data remains in the file
 */
export function createSettingsTransactions(
  transactions: TransactionFactory,
  tables: Tables,
  eraseSecurely: (erase: () => Promise<void>) => Promise<void>,
  giveUpHeldPost: GiveUpHeldPost,
): SettingsStore {
  const { settings, subscriptions, drafts, deliveries, queues, liveMessages, posts, rolePings } = tables;
  const channelsOf = (guildId: string): readonly string[] =>
    [...new Set([...queues.ofGuild(guildId), ...settings.channelsOf(guildId)])].toSorted();

  const erase = transactions.write((guildId: string) => {
    for (const channelId of channelsOf(guildId)) {
      giveUpHeldPost(channelId);
      deliveries.deleteNotices(channelId);
      deliveries.drop(channelId, true);
      liveMessages.removeOf(channelId);
      rolePings.removeOf(channelId);
    }
    posts.forgetPings(guildId);
    deliveries.forgetPings(guildId);
    queues.forgetGuild(guildId);
    subscriptions.removeGuild(guildId);
    drafts.removeGuild(guildId);
    settings.removeGuild(guildId);
    settings.removeChannelsOf(guildId);
  });

  return {
    allGuildSettings: transactions.read(() => settings.allGuilds()),

    allChannelSettings: transactions.read(() => settings.allChannels()),

    saveGuildSettings: transactions.write((guildId, chosen) => {
      if (chosen === null) settings.removeGuild(guildId);
      else settings.saveGuild(guildId, chosen);
    }),

    saveChannelSettings: transactions.write((guildId, channelId, chosen) => {
      if (chosen === null) settings.removeChannel(guildId, channelId);
      else settings.saveChannel(guildId, channelId, chosen);
    }),

    channelsOf: transactions.read(channelsOf),

    eraseGuild: (guildId) => eraseSecurely(() => erase(guildId)),
  };
}
