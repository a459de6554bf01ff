import { ApplicationCommandOptionType } from 'discord.js';
import type { AnswerContext } from '../../src/discord/answer.ts';
import type { CommandInteraction, Subcommand } from '../../src/discord/command.ts';
import { demand } from '../../src/discord/rights.ts';
import { settingsSeenBy } from '../../src/discord/seen-by.ts';
import { lackText } from '../../src/discord/setup/channel-lack.ts';
import { demandWritable } from '../../src/discord/setup/person-lack.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { kindsText } from '../../src/discord/views/rule-words.ts';
import { DISPLAY_WORDS, settingsText } from '../../src/discord/views/settings.ts';
import { ALERT_KINDS } from '../../src/domain/alert-kind.ts';
import type { CurrencyDisplay, GuildSettings } from '../../src/domain/settings.ts';
import { POSTABLE_CHANNELS } from '../alerts/postable-channels.ts';
import { readColour } from './colour-names.ts';
import { languageChoices, readLanguage } from './languages.ts';
import { readTimeZone, timeZoneChoices } from './time-zones.ts';

const DISPLAYS = ['after', 'before', 'short'] as const satisfies readonly CurrencyDisplay[];

function coloursOf(
  present: GuildSettings['colours'],
  { options }: CommandInteraction,
): GuildSettings['colours'] {
  const of = options.getString('colour_of');
  const text = options.getString('colour');
  if (of === null && text === null) return present;
  const kind = ALERT_KINDS.find((one) => one === of);
  if (kind === undefined || text === null) {
    throw new UserError('Say with **colour_of** which alerts are meant, and with **colour** which colour.');
  }
  return { ...present, [kind]: readColour({ option: 'colour', text }) };
}

async function defaultChannelOf(
  present: string | null,
  { options }: CommandInteraction,
  context: AnswerContext,
): Promise<string | null> {
  const chosen = options.getChannel('default_channel');
  if (chosen === null) return present;
  await demandWritable(chosen.id, context);
  const lack = lackText(chosen.id, context.services);
  if (lack !== null) throw new UserError(lack);
  return chosen.id;
}

function managerRoleOf(
  present: string | null,
  { options }: CommandInteraction,
  context: AnswerContext,
): string | null {
  const chosen = options.getRole('manager_role');
  if (chosen === null) return present;
  demand('manage-server', context, context.services.view.settings);
  if (chosen.id === context.guildId) {
    throw new UserError('Everybody managing alerts is too many. Choose another role.');
  }
  return chosen.id;
}

/** `/settings set`: changes what is given. */
export const set: Subcommand = {
  definition: {
    name: 'set',
    description: 'Changes what is given, and leaves the rest as it is',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'time_zone',
        description: 'For quiet hours and dates, such as Europe/Berlin',
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'language',
        description: 'How numbers and dates are written',
        autocomplete: true,
        max_length: 100,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'currency',
        description: 'How amounts are written',
        choices: DISPLAYS.map((value) => ({ name: DISPLAY_WORDS[value], value })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'colour_of',
        description: 'Which alerts get the colour',
        choices: ALERT_KINDS.map((kind) => ({ name: kindsText([kind]), value: kind })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'colour',
        description: 'Such as #2ecc71 or green',
        max_length: 20,
      },
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'default_channel',
        description: 'Where /alerts add posts when no channel is named',
        channel_types: [...POSTABLE_CHANNELS],
      },
      {
        type: ApplicationCommandOptionType.Role,
        name: 'manager_role',
        description: 'Who may manage alerts besides Manage Server',
      },
    ],
  },
  example: 'time_zone:Europe/Berlin language:de-DE',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const { services, guildId } = context;
    const { options } = interaction;
    const present = services.settings.guild(guildId);
    if ((options.data[0]?.options ?? []).length === 0) {
      throw new UserError('Say what is to change: pick an option such as **time_zone**.');
    }
    const timeZone = options.getString('time_zone');
    const language = options.getString('language');
    const display = DISPLAYS.find((one) => one === options.getString('currency'));
    const changed: GuildSettings = {
      timeZone: timeZone === null ? present.timeZone : readTimeZone({ option: 'time_zone', text: timeZone }),
      locale: language === null ? present.locale : readLanguage({ option: 'language', text: language }),
      currencyDisplay: display ?? present.currencyDisplay,
      colours: coloursOf(present.colours, interaction),
      defaultChannelId: await defaultChannelOf(present.defaultChannelId, interaction, context),
      managerRoleId: managerRoleOf(present.managerRoleId, interaction, context),
    };
    await services.settings.saveGuild(guildId, changed);
    const shown = await settingsSeenBy(context.person, changed);
    return {
      content: `✅ Changed.\n${settingsText(services.now(), { ...services.view, settings: shown })}`,
    };
  },
  autocomplete(interaction) {
    const { name, value } = interaction.options.getFocused(true);
    return name === 'time_zone' ? timeZoneChoices(value) : languageChoices(value);
  },
};
