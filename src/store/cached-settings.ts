import {
  type ChannelSettings,
  DEFAULT_CHANNEL_SETTINGS,
  DEFAULT_GUILD_SETTINGS,
  DEFAULT_PERSON_SETTINGS,
  type GuildSettings,
} from '#src/alerts/settings.ts';
import { isPerson } from '#src/alerts/target.ts';
import type { SettingsStore } from './open.ts';

/** Settings of servers and channels, read from memory, because every message needs them. Changes are saved at once. */
export interface CachedSettings {
  guild(guildId: string): GuildSettings;
  channel(channelId: string): ChannelSettings;
  /** The settings of the server that the channel is in. */
  guildOf(channelId: string): GuildSettings;
  /** `null` restores the defaults, here and below. */
  saveGuild(guildId: string, settings: GuildSettings | null): Promise<void>;
  saveChannel(guildId: string, channelId: string, settings: ChannelSettings | null): Promise<void>;
  /** Updates the cache with settings that were saved by other code. */
  cacheChannel(channelId: string, settings: ChannelSettings): void;
  /**
   * Replaces everything that is cached of a server, which another process changed. Returns the channels that have, or
   * had, settings.
   */
  replaceServer(
    guildId: string,
    settings: {
      readonly guild: GuildSettings | null;
      readonly channels: ReadonlyMap<string, ChannelSettings>;
    },
  ): readonly string[];
  /** Deletes a server, whose data were deleted, from the cache. */
  forget(guildId: string): void;
}

/**
 * @param deps.guildIdOf the server of a channel; `null` if unknown
 * @param deps.wake called with channels whose settings changed; `onChannel`: with the server of such a channel
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
