import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  DEFAULT_GUILD_SETTINGS,
  DEFAULT_PERSON_SETTINGS,
  type GuildSettings,
} from '#src/alerts/settings.ts';
import { isPerson } from '#src/alerts/target.ts';
import type { SettingsStore } from './open.ts';

/** Cached settings of servers and channels, because every message needs them. Changes are saved immediately. */
export interface CachedSettings {
  guild(guildId: string): GuildSettings;
  channel(channelId: string): ChannelSettings;
  /** Returns the settings of the channel's server. */
  guildOf(channelId: string): GuildSettings;
  /** Saves settings; here and below, `null` restores the defaults. */
  saveGuild(guildId: string, settings: GuildSettings | null): Promise<void>;
  saveChannel(guildId: string, channelId: string, settings: ChannelSettings | null): Promise<void>;
  /** Updates the cache with settings that were saved by other code. */
  cacheChannel(channelId: string, settings: ChannelSettings): void;
  /**
   * Replaces the cached settings of a server that another process changed. Returns the channels that have, or had,
   * settings.
   */
  replaceServer(
    guildId: string,
    settings: {
      readonly guild: GuildSettings | null;
      readonly channels: ReadonlyMap<string, ChannelSettings>;
    },
  ): readonly string[];
  /** Removes a server from the cache after its data were deleted. */
  forget(guildId: string): void;
}

/**
 * @param deps.guildIdOf returns the server of a channel; `null` if unknown
 * @param deps.wake called with channels whose settings changed; `onChannel`: called with the server of such a channel
 */
export async function createCachedSettings(deps: {
  readonly store: SettingsStore;
  readonly guildIdOf: (channelId: string) => string | null;
  readonly wake: (channelIds: readonly string[]) => void;
  readonly onChannel: (guildId: string) => void;
}): Promise<CachedSettings> {
  const { store, guildIdOf, wake, onChannel } = deps;
  const guilds = new Map<string, GuildSettings>(await store.allGuildSettings());
  const channels = new Map<string, ChannelSettings>(await store.allChannelSettings());

  const guild = (guildId: string) => guilds.get(guildId) ?? DEFAULT_GUILD_SETTINGS;
  const channelsIn = (guildId: string) => [...channels.keys()].filter((id) => guildIdOf(id) === guildId);

  function forget(guildId: string): void {
    const known = channelsIn(guildId);
    guilds.delete(guildId);
    for (const channelId of known) channels.delete(channelId);
  }

  return {
    guild,
    channel: (channelId) =>
      channels.get(channelId) ?? (isPerson(channelId) ? DEFAULT_PERSON_SETTINGS : DEFAULT_CHANNEL_SETTINGS),
    guildOf(channelId) {
      const guildId = guildIdOf(channelId);
      return guildId === null ? DEFAULT_GUILD_SETTINGS : guild(guildId);
    },
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
      onChannel(guildId);
      wake([channelId]);
    },
    cacheChannel(channelId, settings) {
      channels.set(channelId, settings);
    },
    replaceServer(guildId, chosen) {
      const before = channelsIn(guildId);
      forget(guildId);
      if (chosen.guild !== null) guilds.set(guildId, chosen.guild);
      for (const [channelId, ofChannel] of chosen.channels) channels.set(channelId, ofChannel);
      return [...new Set([...before, ...chosen.channels.keys()])];
    },
    forget,
  };
}
