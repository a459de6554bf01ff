import type { SettingsStore } from '../../store.ts';
import type { CardTable } from '../tables/cards.ts';
import type { DeliveryTables } from '../tables/deliveries.ts';
import type { DraftTable } from '../tables/drafts.ts';
import type { LaneTable } from '../tables/lanes.ts';
import type { PostTable } from '../tables/posts.ts';
import type { SettingsTables } from '../tables/settings.ts';
import type { SubscriptionTable } from '../tables/subscriptions.ts';
import type { GiveUpHeld } from './held.ts';
import type { VerbMaker } from './verb.ts';

interface Tables {
  readonly settings: SettingsTables;
  readonly subscriptions: SubscriptionTable;
  readonly drafts: DraftTable;
  readonly deliveries: DeliveryTables;
  readonly lanes: LaneTable;
  readonly cards: CardTable;
  readonly posts: PostTable;
}

/**
 * The verbs of what servers and channels chose, and of forgetting a server.
 * @param thoroughly leaves nothing of what is deleted in the file
 */
export function createSettingsVerbs(
  verb: VerbMaker,
  tables: Tables,
  thoroughly: (erase: () => Promise<void>) => Promise<void>,
  giveUpHeld: GiveUpHeld,
): SettingsStore {
  const { settings, subscriptions, drafts, deliveries, lanes, cards, posts } = tables;
  const channelsOf = (guildId: string): readonly string[] =>
    [...new Set([...lanes.ofGuild(guildId), ...settings.channelsOf(guildId)])].toSorted();

  const erase = verb.write((guildId: string) => {
    for (const channelId of channelsOf(guildId)) {
      giveUpHeld(channelId);
      deliveries.forgetNotices(channelId);
      deliveries.drop(channelId, true);
      cards.removeOf(channelId);
    }
    posts.forgetPings(guildId);
    lanes.forgetGuild(guildId);
    subscriptions.removeGuild(guildId);
    drafts.removeGuild(guildId);
    settings.removeGuild(guildId);
    settings.removeChannelsOf(guildId);
  });

  return {
    allGuildSettings: verb.read(() => settings.allGuilds()),

    allChannelSettings: verb.read(() => settings.allChannels()),

    saveGuildSettings: verb.write((guildId, chosen) => {
      if (chosen === null) settings.removeGuild(guildId);
      else settings.saveGuild(guildId, chosen);
    }),

    saveChannelSettings: verb.write((guildId, channelId, chosen) => {
      if (chosen === null) settings.removeChannel(guildId, channelId);
      else settings.saveChannel(guildId, channelId, chosen);
    }),

    channelsOf: verb.read(channelsOf),

    eraseGuild: (guildId) => thoroughly(() => erase(guildId)),
  };
}
