import { z } from 'zod';
import type { ChannelSettings, GuildSettings } from '../../alerts/settings.ts';
import { bigint } from '../../chain/codecs.ts';
import { DEFAULT_LANGUAGE, languageOfTag } from '../../messages/languages.ts';
import { flag, json, rowMapper, topic } from './row-mapper.ts';

/** Maps a row of table guild_settings: the server's id and settings. */
export const readGuildSettings: (row: unknown) => readonly [string, GuildSettings] = rowMapper(
  'the settings of a server',
  z
    .object({
      guild_id: z.string(),
      time_zone: z.string(),
      locale: z.string(),
      currency_display: z.enum(['after', 'before', 'short']),
      colours: json.pipe(z.partialRecord(topic, z.number())),
      default_channel_id: z.string().nullable(),
      manager_role_id: z.string().nullable(),
    })
    .transform((row): readonly [string, GuildSettings] => [
      row.guild_id,
      {
        timeZone: row.time_zone,
        // Servers once chose number formats of any language.
        language: languageOfTag(row.locale) ?? DEFAULT_LANGUAGE,
        currencyDisplay: row.currency_display,
        colours: row.colours,
        defaultChannelId: row.default_channel_id,
        managerRoleId: row.manager_role_id,
      },
    ]),
);

/** Maps a row of table channel_settings: the channel's id and settings. */
export const readChannelSettings: (row: unknown) => readonly [string, ChannelSettings] = rowMapper(
  'the settings of a channel',
  z
    .object({
      channel_id: z.string(),
      look: z.enum(['compact', 'normal', 'big']),
      auctions: z.enum(['messages', 'card']),
      publish: flag,
      ping_role_id: z.string().nullable(),
      ping_minimum: bigint.nullable(),
      ping_cool_down: z.number().nullable(),
      quiet_from: z.number().nullable(),
      quiet_to: z.number().nullable(),
      hourly_limit: z.number().nullable(),
    })
    .transform((row): readonly [string, ChannelSettings] => [
      row.channel_id,
      {
        ping:
          row.ping_role_id === null
            ? null
            : {
                roleId: row.ping_role_id,
                minimum: row.ping_minimum,
                coolDownMinutes: row.ping_cool_down ?? 0,
              },
        look: row.look,
        auctions: row.auctions,
        publish: row.publish,
        quiet:
          row.quiet_from === null || row.quiet_to === null
            ? null
            : { from: row.quiet_from, to: row.quiet_to },
        hourlyLimit: row.hourly_limit,
      },
    ]),
);
