import { ApplicationCommandOptionType } from 'discord.js';
import type { Subcommand } from '../../src/discord/command.ts';
import { demand } from '../../src/discord/rights.ts';
import { settingsSeenBy } from '../../src/discord/seen-by.ts';
import { settingsText } from '../../src/discord/views/settings.ts';
import { type GuildSettings, USUAL_SETTINGS } from '../../src/domain/settings.ts';

/** What can go back to the usual, with what stands for it. */
const PARTS: Readonly<Record<string, readonly (keyof GuildSettings)[]>> = {
  everything: ['timeZone', 'locale', 'currencyDisplay', 'colours', 'defaultChannelId', 'managerRoleId'],
  'time zone': ['timeZone'],
  language: ['locale'],
  currency: ['currencyDisplay'],
  colours: ['colours'],
  'default channel': ['defaultChannelId'],
  'manager role': ['managerRoleId'],
};

/** `/settings reset`: goes back to the usual, in one thing or in all. */
export const reset: Subcommand = {
  definition: {
    name: 'reset',
    description: 'Goes back to the usual, in one thing or in all',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'what',
        description: 'What goes back to the usual',
        required: true,
        choices: Object.keys(PARTS).map((name) => ({ name, value: name })),
      },
    ],
  },
  example: 'what:time zone',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const { services, guildId } = context;
    const names = PARTS[interaction.options.getString('what', true)] ?? [];
    const present = services.settings.guild(guildId);
    if (names.includes('managerRoleId') && present.managerRoleId !== null) {
      demand('manage-server', context, services.view.settings);
    }
    const usual = Object.fromEntries(names.map((name) => [name, USUAL_SETTINGS[name]]));
    const changed: GuildSettings = { ...present, ...usual };
    await services.settings.saveGuild(guildId, names.length === PARTS['everything']?.length ? null : changed);
    const shown = await settingsSeenBy(context.person, changed);
    return {
      content: `✅ Back to the usual.\n${settingsText(services.now(), { ...services.view, settings: shown })}`,
    };
  },
};
