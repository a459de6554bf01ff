import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { GuildSettings } from '#src/alerts/settings.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import type { CommandUse } from '#src/discord/interactions/interaction.ts';
import { UserError } from '#src/discord/user-error.ts';
import { POSTABLE_CHANNELS } from '../channel-option.ts';
import { readColour } from './colour-names.ts';
import { languageChoices, readLanguage } from './languages.ts';
import { requireDefaultChannel, requireManagerRole } from './read-settings.ts';
import { readTimeZone, timeZoneChoices } from './time-zones.ts';
import { DISPLAYS, saveSettings, settingsComponents } from './view.ts';

function coloursOf(present: GuildSettings['colours'], { options }: CommandUse): GuildSettings['colours'] {
  const of = options.getString('colour_of');
  const text = options.getString('colour');
  if (of === null && text === null) return present;
  const kind = TOPICS.find((one) => one === of);
  if (kind === undefined || text === null) {
    throw new UserError(({ serverSettings }) => serverSettings.colourIncomplete);
  }
  return { ...present, [kind]: readColour({ option: 'colour', text }) };
}

async function defaultChannelOf(
  present: string | null,
  { options }: CommandUse,
  context: AnswerContext,
): Promise<string | null> {
  const chosen = options.getChannel('default_channel');
  return chosen === null ? present : requireDefaultChannel(chosen.id, context);
}

function managerRoleOf(
  present: string | null,
  { options }: CommandUse,
  context: AnswerContext,
): string | null {
  const chosen = options.getRole('manager_role');
  return chosen === null ? present : requireManagerRole(chosen.id, context);
}

/** `/settings set`: changes the given settings. */
export const set: Subcommand = {
  name: 'set',
  definition: ({ serverSettings: words, language, topics }) => ({
    description: words.setDescription,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'time_zone',
        description: words.setTimeZone,
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'language',
        description: language.optionDescription,
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'currency',
        description: words.setCurrency,
        choices: DISPLAYS.map((value) => ({ name: words.currencyDisplays[value], value })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'colour_of',
        description: words.setColourOf,
        choices: TOPICS.map((topic) => ({ name: topics.plural[topic], value: topic })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'colour',
        description: words.setColour,
        max_length: 20,
      },
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'default_channel',
        description: words.setDefaultChannel,
        channel_types: [...POSTABLE_CHANNELS],
      },
      {
        type: ApplicationCommandOptionType.Role,
        name: 'manager_role',
        description: words.setManagerRole,
      },
    ],
  }),
  example: 'time_zone:Europe/Berlin language:en-GB',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const { services, guildId } = context;
    const { options } = interaction;
    const present = services.settings.guild(guildId);
    if (options.given.length === 0) {
      throw new UserError(({ serverSettings }) => serverSettings.nothingGiven);
    }
    const timeZone = options.getString('time_zone');
    const language = options.getString('language');
    const display = DISPLAYS.find((one) => one === options.getString('currency'));
    const changed: GuildSettings = {
      timeZone: timeZone === null ? present.timeZone : readTimeZone({ option: 'time_zone', text: timeZone }),
      language: language === null ? present.language : readLanguage(language),
      currencyDisplay: display ?? present.currencyDisplay,
      colours: coloursOf(present.colours, interaction),
      defaultChannelId: await defaultChannelOf(present.defaultChannelId, interaction, context),
      managerRoleId: managerRoleOf(present.managerRoleId, interaction, context),
    };
    return saveSettings(changed, context);
  },
  autocomplete(interaction) {
    const { name, value } = interaction.options.getFocused();
    return name === 'time_zone' ? timeZoneChoices(value) : languageChoices(value);
  },
  components: settingsComponents,
};
