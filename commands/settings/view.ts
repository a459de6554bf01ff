import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { CurrencyDisplay, GuildSettings } from '#src/alerts/settings.ts';
import { settingsForMember } from '#src/discord/access/filter-for-member.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';
import { createProblemCollector } from '#src/discord/problem-collector.ts';
import { colourText, settingsEmbed } from '#src/discord/views/settings.ts';
import { LANGUAGE_NAMES } from '#src/messages/languages.ts';
import type { Messages } from '#src/messages/messages.ts';
import { POSTABLE_CHANNELS } from '../channel-option.ts';
import { readLanguage } from './languages.ts';
import { readColours, requireDefaultChannel, requireManagerRole } from './read-settings.ts';
import { readTimeZone } from './time-zones.ts';

const currencyLink = defineLink('settings-currency', {}, 'asker');
const channelLink = defineLink('settings-channel', {}, 'asker');
const roleLink = defineLink('settings-role', {}, 'asker');
const moreLink = defineLink('settings-more', {}, 'asker');
const typedLink = defineLink('settings-typed', {}, 'asker');

export const DISPLAYS = ['after', 'before', 'short'] as const satisfies readonly CurrencyDisplay[];

/** What is typed into the modal, in its order. */
const SETTINGS_FIELDS = ['time_zone', 'language', 'colours'] as const;

/** Texts of the modal. */
type SettingsFields = Readonly<Partial<Record<(typeof SETTINGS_FIELDS)[number], string>>>;

const MAX_TEXT_LENGTH = 100;
const MAX_COLOURS_LENGTH = 1_000;

function presentFields({ services: { view } }: AnswerContext): Required<SettingsFields> {
  const { colours, language, timeZone } = view.settings;
  const lines = TOPICS.flatMap((topic) => {
    const colour = colours[topic];
    return colour === undefined ? [] : [`${view.messages.topics.plural[topic]}: ${colourText(colour)}`];
  });
  return { time_zone: timeZone, language: LANGUAGE_NAMES[language], colours: lines.join('\n') };
}

/** What a line of the modal is called. */
const labelOf = (field: (typeof SETTINGS_FIELDS)[number], { serverSettings }: Messages): string =>
  serverSettings.fields[field].label;

/** What is typed rather than chosen. @param typed shown instead of what it is now */
function settingsModal(typed: SettingsFields, context: AnswerContext): Modal {
  const { serverSettings: words } = context.services.view.messages;
  const texts = { ...presentFields(context), ...typed };
  return modalFor(
    words.modalTitle,
    typedLink.to({}),
    SETTINGS_FIELDS.map((name) => ({
      name,
      ...words.fields[name],
      value: texts[name],
      maxLength: name === 'colours' ? MAX_COLOURS_LENGTH : MAX_TEXT_LENGTH,
      lines: name === 'colours' ? 'several' : 'one',
    })),
    context,
  );
}

function menus(context: AnswerContext): readonly Row[] {
  const { mayManageServer, services } = context;
  const { view } = services;
  const { serverSettings: words } = view.messages;
  const { currencyDisplay, defaultChannelId, managerRoleId } = view.settings;
  const currency: Row = {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: writeCustomId(currencyLink.to({}), context),
        options: DISPLAYS.map((value) => ({
          label: words.amountsAre(words.currencyDisplays[value]),
          value,
          default: value === currencyDisplay,
        })),
      },
    ],
  };
  const channel: Row = {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: writeCustomId(channelLink.to({}), context),
        placeholder: words.chooseDefaultChannel,
        channel_types: [...POSTABLE_CHANNELS],
        min_values: 0,
        max_values: 1,
        default_values:
          defaultChannelId === null
            ? []
            : [{ id: defaultChannelId, type: SelectMenuDefaultValueType.Channel }],
      },
    ],
  };
  const role: Row = {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.RoleSelect,
        custom_id: writeCustomId(roleLink.to({}), context),
        placeholder: words.chooseManagerRole,
        min_values: 0,
        max_values: 1,
        default_values:
          managerRoleId === null ? [] : [{ id: managerRoleId, type: SelectMenuDefaultValueType.Role }],
      },
    ],
  };
  return [currency, channel, ...(mayManageServer ? [role] : [])];
}

/**
 * The settings of the server with examples, and menus and a modal that change them.
 * @param said a line before them; empty for none
 */
function settingsScreen(said: string, context: AnswerContext): Answer {
  const { now, view } = context.services;
  const { title } = view.messages.serverSettings;
  return {
    content: said === '' ? title : `${said}\n${title}`,
    embeds: [settingsEmbed(now(), view)],
    components: [
      ...menus(context),
      ...buttonRows([button(view.messages.serverSettings.more, moreLink.to({}), context, 'primary')]),
    ],
  };
}

/** Saves the settings of the server and shows them. */
export async function saveSettings(changed: GuildSettings, context: AnswerContext): Promise<Answer> {
  const { guildId, memberAccess, services } = context;
  await services.settings.saveGuild(guildId, changed);
  const shown = await settingsForMember(memberAccess, changed);
  // In the language that was just chosen.
  const now = { ...context, services: { ...services, view: services.viewWith(shown) } };
  return settingsScreen(now.services.view.messages.serverSettings.changed, now);
}

const requires = 'manage-alerts';

const present = ({ guildId, services }: AnswerContext) => services.settings.guild(guildId);

function fieldsIn(fields: Fields): SettingsFields {
  const texts: Partial<Record<keyof SettingsFields, string>> = {};
  for (const field of SETTINGS_FIELDS) {
    const text = fields.get(field)?.[0];
    if (text !== undefined) texts[field] = text;
  }
  return texts;
}

/** What the menus, the button and the modal of `/settings view` lead to. */
export const settingsComponents: readonly Component[] = [
  defineComponent(currencyLink, {
    requires,
    async run(_values, context, { chosen: [chosen] }) {
      const before = present(context);
      const currencyDisplay = DISPLAYS.find((one) => one === chosen) ?? before.currencyDisplay;
      return saveSettings({ ...before, currencyDisplay }, context);
    },
  }),
  defineComponent(channelLink, {
    requires,
    async run(_values, context, { chosen: [chosen] }) {
      const defaultChannelId = chosen === undefined ? null : await requireDefaultChannel(chosen, context);
      return saveSettings({ ...present(context), defaultChannelId }, context);
    },
  }),
  defineComponent(roleLink, {
    requires: 'manage-server',
    async run(_values, context, { chosen: [chosen] }) {
      const managerRoleId = chosen === undefined ? null : requireManagerRole(chosen, context);
      return saveSettings({ ...present(context), managerRoleId }, context);
    },
  }),
  defineComponent(moreLink, {
    requires,
    modal: async (_values, context) => settingsModal({}, context),
  }),
  defineComponent(typedLink, {
    requires,
    async run(_values, context, { fields }) {
      const { messages } = context.services.view;
      const { time_zone: timeZone, language, colours } = fieldsIn(fields);
      const before = present(context);
      const problems = createProblemCollector();
      const typed = (field: keyof SettingsFields, text: string) => ({
        option: labelOf(field, messages),
        text,
      });
      const changed = {
        ...before,
        timeZone: problems.read(
          () => (timeZone === undefined ? before.timeZone : readTimeZone(typed('time_zone', timeZone))),
          before.timeZone,
        ),
        language: problems.read(
          () => (language === undefined ? before.language : readLanguage(language)),
          before.language,
        ),
        colours: problems.read(
          () => (colours === undefined ? before.colours : readColours(typed('colours', colours), messages)),
          before.colours,
        ),
      };
      problems.throwAny(messages);
      return saveSettings(changed, context);
    },
    modal: async (_values, context, fields) => settingsModal(fieldsIn(fields), context),
  }),
];

/** `/settings view`: shows the settings of the server with examples, and inputs that change them. */
export const view: Subcommand = {
  name: 'view',
  definition: ({ serverSettings }) => ({ description: serverSettings.viewDescription }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(_interaction, context) {
    const { memberAccess, services } = context;
    const settings = await settingsForMember(memberAccess, services.view.settings);
    return settingsScreen('', {
      ...context,
      services: { ...services, view: { ...services.view, settings } },
    });
  },
  components: settingsComponents,
};
