import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  DEFAULT_GUILD_SETTINGS,
  type GuildSettings,
} from '../alerts/settings.ts';
import type { Settings } from '../discord/services.ts';
import type { ChannelRules } from '../outbox/channel-queue-deps.ts';
import type { SettingsStore } from '../store/store.ts';

/** Settings of servers and channels for commands, channel queues and views. */
export interface CachedSettings extends Settings, ChannelRules {
  /** The settings of the server that the channel is in. */
  guildOf(channelId: string): GuildSettings;
  /** Updates the cache with settings that were saved by other code. */
  cacheChannel(channelId: string, settings: ChannelSettings): void;
}

/**
 * Caches all settings in memory, because every message needs them, and writes changes through to the store.
 */
export async function createSettings(deps: {
  readonly store: SettingsStore;
  /** The server of a channel; `null` if unknown. */
  readonly guildIdOf: (channelId: string) => string | null;
  /** Called with channels whose settings changed. */
  readonly wake: (channelIds: readonly string[]) => void;
  /** Deletes all other data of the server. */
  readonly eraseGuild: (guildId: string) => Promise<void>;
}): Promise<CachedSettings> {
  const { store, guildIdOf, wake, eraseGuild } = deps;
  const guilds = new Map<string, GuildSettings>(await store.allGuildSettings());
  const channels = new Map<string, ChannelSettings>(await store.allChannelSettings());

  const guild = (guildId: string) => guilds.get(guildId) ?? DEFAULT_GUILD_SETTINGS;
  const channel = (channelId: string) => channels.get(channelId) ?? DEFAULT_CHANNEL_SETTINGS;
  function guildOf(channelId: string): GuildSettings {
    const guildId = guildIdOf(channelId);
    return guildId === null ? DEFAULT_GUILD_SETTINGS : guild(guildId);
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
    cacheChannel(channelId, settings) {
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
