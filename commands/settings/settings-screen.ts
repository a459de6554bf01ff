import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import type { CurrencyDisplay } from '#src/alerts/settings.ts';
import { TOPICS } from '#src/alerts/topic.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';
import { colourText, settingsText } from '#src/discord/views/settings.ts';
import { LANGUAGE_NAMES } from '#src/messages/languages.ts';
import type { Messages } from '#src/messages/messages.ts';
import { POSTABLE_CHANNELS } from '../alerts/postable-channels.ts';

export const currencyLink = defineLink('settings-currency', {}, 'asker');
export const channelLink = defineLink('settings-channel', {}, 'asker');
export const roleLink = defineLink('settings-role', {}, 'asker');
export const moreLink = defineLink('settings-more', {}, 'asker');
export const typedLink = defineLink('settings-typed', {}, 'asker');

export const DISPLAYS = ['after', 'before', 'short'] as const satisfies readonly CurrencyDisplay[];

/** What is typed into the modal, in its order. */
export const SETTINGS_FIELDS = ['time_zone', 'language', 'colours'] as const;

/** Texts of the modal. */
export type SettingsFields = Readonly<Partial<Record<(typeof SETTINGS_FIELDS)[number], string>>>;

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
export const labelOf = (field: (typeof SETTINGS_FIELDS)[number], { serverSettings }: Messages): string =>
  serverSettings.fields[field].label;

/** What is typed rather than chosen. @param typed shown instead of what it is now */
export function settingsModal(typed: SettingsFields, context: AnswerContext): Modal {
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
export function settingsScreen(said: string, context: AnswerContext): Answer {
  const { now, view } = context.services;
  const text = settingsText(now(), view);
  return {
    content: said === '' ? text : `${said}\n${text}`,
    components: [
      ...menus(context),
      ...buttonRows([button(view.messages.serverSettings.more, moreLink.to({}), context, 'primary')]),
    ],
  };
}
