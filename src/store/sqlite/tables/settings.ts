import type { Database } from 'better-sqlite3';
import type { ChannelSettings, GuildSettings } from '../../../alerts/settings.ts';
import { readText } from '../../rows/row-mapper.ts';
import { readChannelSettings, readGuildSettings } from '../../rows/settings.ts';

/** Tables guild_settings and channel_settings. */
export interface SettingsTables {
  allGuilds(): ReadonlyMap<string, GuildSettings>;
  allChannels(): ReadonlyMap<string, ChannelSettings>;
  saveGuild(guildId: string, settings: GuildSettings): void;
  removeGuild(guildId: string): void;
  saveChannel(guildId: string, channelId: string, settings: ChannelSettings): void;
  removeChannel(guildId: string, channelId: string): void;
  channelsOf(guildId: string): readonly string[];
  removeChannelsOf(guildId: string): void;
}

export function createSettingsTables(db: Database): SettingsTables {
  const allGuilds = db.prepare<[]>('SELECT * FROM guild_settings ORDER BY guild_id');
  const allChannels = db.prepare<[]>('SELECT * FROM channel_settings ORDER BY channel_id');
  const saveGuild = db.prepare<{
    guildId: string;
    timeZone: string;
    language: string;
    currencyDisplay: string;
    colours: string;
    defaultChannelId: string | null;
    managerRoleId: string | null;
  }>(
    `INSERT OR REPLACE INTO guild_settings
       (guild_id, time_zone, locale, currency_display, colours, default_channel_id, manager_role_id)
     VALUES (:guildId, :timeZone, :language, :currencyDisplay, :colours, :defaultChannelId, :managerRoleId)`,
  );
  const removeGuild = db.prepare<[string]>('DELETE FROM guild_settings WHERE guild_id = ?');
  const saveChannel = db.prepare<{
    channelId: string;
    guildId: string;
    look: string;
    auctions: string;
    publish: number;
    pingRoleId: string | null;
    pingMinimum: string | null;
    pingCoolDown: number | null;
    quietFrom: number | null;
    quietTo: number | null;
    hourlyLimit: number | null;
  }>(
    `INSERT OR REPLACE INTO channel_settings
       (channel_id, guild_id, look, auctions, publish, ping_role_id, ping_minimum, ping_cool_down, quiet_from, quiet_to,
        hourly_limit)
     VALUES (:channelId, :guildId, :look, :auctions, :publish, :pingRoleId, :pingMinimum, :pingCoolDown, :quietFrom, :quietTo,
        :hourlyLimit)`,
  );
  const removeChannel = db.prepare<[string, string]>(
    'DELETE FROM channel_settings WHERE channel_id = ? AND guild_id = ?',
  );
  const channelsOf = db
    .prepare<[string]>('SELECT channel_id FROM channel_settings WHERE guild_id = ?')
    .pluck();
  const removeChannelsOf = db.prepare<[string]>('DELETE FROM channel_settings WHERE guild_id = ?');

  return {
    allGuilds: () => new Map(allGuilds.all().map(readGuildSettings)),
    allChannels: () => new Map(allChannels.all().map(readChannelSettings)),
    saveGuild(guildId, { colours, timeZone, language, currencyDisplay, defaultChannelId, managerRoleId }) {
      const others = { timeZone, language, currencyDisplay, defaultChannelId, managerRoleId };
      saveGuild.run({ guildId, colours: JSON.stringify(colours), ...others });
    },
    removeGuild(guildId) {
      removeGuild.run(guildId);
    },
    saveChannel(guildId, channelId, { ping, look, auctions, publish, quiet, hourlyLimit }) {
      saveChannel.run({
        channelId,
        guildId,
        look,
        auctions,
        publish: publish ? 1 : 0,
        pingRoleId: ping?.roleId ?? null,
        pingMinimum: ping?.minimum?.toString() ?? null,
        pingCoolDown: ping?.coolDownMinutes ?? null,
        quietFrom: quiet?.from ?? null,
        quietTo: quiet?.to ?? null,
        hourlyLimit,
      });
    },
    removeChannel(guildId, channelId) {
      removeChannel.run(channelId, guildId);
    },
    channelsOf: (guildId) => channelsOf.all(guildId).map(readText),
    removeChannelsOf(guildId) {
      removeChannelsOf.run(guildId);
    },
  };
}
