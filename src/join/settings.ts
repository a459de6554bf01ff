import type { Settings } from '../discord/services.ts';
import {
  type ChannelSettings,
  type GuildSettings,
  PLAIN_CHANNEL,
  USUAL_SETTINGS,
} from '../domain/settings.ts';
import type { ChannelRules } from '../pipeline/ports.ts';
import type { SettingsStore } from '../store/store.ts';

/** What servers and channels chose, as commands, lanes and views read it. */
export interface JoinedSettings extends Settings, ChannelRules {
  /** The settings of the server that the channel is in. */
  guildOf(channelId: string): GuildSettings;
  /** What the store has of this channel, as somebody else wrote it there. */
  learnChannel(channelId: string, settings: ChannelSettings): void;
}

/**
 * Keeps all settings in memory, since every message is written by them, and writes every change through to the store.
 */
export async function joinSettings(deps: {
  readonly store: SettingsStore;
  /** The server of a channel; `null` where it is not known. */
  readonly guildIdOf: (channelId: string) => string | null;
  /** These channels may be told sooner or in another way than before. */
  readonly wake: (channelIds: readonly string[]) => void;
  /** Forgets everything of the server that is kept elsewhere. */
  readonly eraseGuild: (guildId: string) => Promise<void>;
}): Promise<JoinedSettings> {
  const { store, guildIdOf, wake, eraseGuild } = deps;
  const guilds = new Map<string, GuildSettings>(await store.allGuildSettings());
  const channels = new Map<string, ChannelSettings>(await store.allChannelSettings());

  const guild = (guildId: string) => guilds.get(guildId) ?? USUAL_SETTINGS;
  const channel = (channelId: string) => channels.get(channelId) ?? PLAIN_CHANNEL;
  function guildOf(channelId: string): GuildSettings {
    const guildId = guildIdOf(channelId);
    return guildId === null ? USUAL_SETTINGS : guild(guildId);
  }
  const channelsIn = (guildId: string) => [...channels.keys()].filter((id) => guildIdOf(id) === guildId);

  return {
    guild,
    channel,
    guildOf,
    settingsOf: channel,
    timeZoneOf: (channelId) => guildOf(channelId).timeZone,
    async saveGuild(guildId, settings) {
      await store.saveGuildSettings(guildId, settings);
      if (settings === null) guilds.delete(guildId);
      else guilds.set(guildId, settings);
      wake(channelsIn(guildId));
    },
    async saveChannel(guildId, channelId, settings) {
      await store.saveChannelSettings(guildId, channelId, settings);
      if (settings === null) channels.delete(channelId);
      else channels.set(channelId, settings);
      wake([channelId]);
    },
    learnChannel(channelId, settings) {
      channels.set(channelId, settings);
    },
    channelsOf: (guildId) => store.channelsOf(guildId),
    async erase(guildId) {
      await eraseGuild(guildId);
      guilds.delete(guildId);
      for (const channelId of channelsIn(guildId)) channels.delete(channelId);
    },
  };
}
