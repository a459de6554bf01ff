import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { DEFAULT_GUILD_SETTINGS, type GuildSettings } from '#src/alerts/settings.ts';
import { settingsForMember } from '#src/discord/access/filter-for-member.ts';
import { requireRights } from '#src/discord/access/rights.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { settingsEmbed } from '#src/discord/views/settings.ts';
import type { Messages } from '#src/messages/messages.ts';

/** Settings that can be reset, by choice. */
const PARTS: Readonly<
  Record<keyof Messages['serverSettings']['resetParts'], readonly (keyof GuildSettings)[]>
> = {
  everything: ['timeZone', 'language', 'currencyDisplay', 'colours', 'defaultChannelId', 'managerRoleId'],
  'time zone': ['timeZone'],
  language: ['language'],
  currency: ['currencyDisplay'],
  colours: ['colours'],
  'default channel': ['defaultChannelId'],
  'manager role': ['managerRoleId'],
};

const isPart = (what: string): what is keyof typeof PARTS => Object.hasOwn(PARTS, what);

/** `/settings reset`: restores the defaults of one setting or all. */
export const reset: Subcommand = {
  name: 'reset',
  definition: ({ serverSettings: words }) => ({
    description: words.resetDescription,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'what',
        description: words.resetWhat,
        required: true,
        choices: Object.entries(words.resetParts).map(([value, name]) => ({ name, value })),
      },
    ],
  }),
  example: 'what:time zone',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const { services, guildId } = context;
    const what = interaction.options.getString('what', true);
    const names = isPart(what) ? PARTS[what] : [];
    const present = services.settings.guild(guildId);
    if (names.includes('managerRoleId') && present.managerRoleId !== null) {
      requireRights('manage-server', context, services.view.settings);
    }
    const defaults = Object.fromEntries(names.map((name) => [name, DEFAULT_GUILD_SETTINGS[name]]));
    const changed: GuildSettings = { ...present, ...defaults };
    await services.settings.saveGuild(guildId, names.length === PARTS.everything.length ? null : changed);
    const shown = await settingsForMember(context.memberAccess, changed);
    const view = services.viewWith(shown);
    const { resetDone, title } = view.messages.serverSettings;
    return { content: `${resetDone}\n${title}`, embeds: [settingsEmbed(services.now(), view)] };
  },
};
