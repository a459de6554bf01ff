import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { CurrencyDisplay } from '#src/alerts/settings.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import { writeActionId } from '#src/discord/actions/action-id.ts';
import { type Modal, modalFor } from '#src/discord/actions/modal.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import { colourText, settingsText } from '#src/discord/views/settings.ts';
import { LANGUAGE_NAMES } from '#src/messages/languages.ts';
import type { Messages } from '#src/messages/messages.ts';
import { POSTABLE_CHANNELS } from '../alerts/postable-channels.ts';

/** Names of the actions in `settings-actions.ts`. */
export const SETTINGS_ACTIONS = {
  currency: { name: 'settings-currency' },
  channel: { name: 'settings-channel' },
  role: { name: 'settings-role' },
  more: { name: 'settings-more' },
  typed: { name: 'settings-typed' },
} as const;

export const DISPLAYS = ['after', 'before', 'short'] as const satisfies readonly CurrencyDisplay[];

/** The settings in the modal, in its order. */
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

/** Returns the label of a line in the modal. */
export const labelOf = (field: (typeof SETTINGS_FIELDS)[number], { serverSettings }: Messages): string =>
  serverSettings.fields[field].label;

/**
 * Builds the modal for settings that are typed.
 * @param typed shown instead of the current values
 */
export function settingsModal(typed: SettingsFields, context: AnswerContext): Modal {
  const { serverSettings: words } = context.services.view.messages;
  const texts = { ...presentFields(context), ...typed };
  return modalFor(
    words.modalTitle,
    SETTINGS_ACTIONS.typed,
    '',
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

function menus({ requester, mayManageServer, services: { view } }: AnswerContext): readonly Row[] {
  const { serverSettings: words } = view.messages;
  const { currencyDisplay, defaultChannelId, managerRoleId } = view.settings;
  const customId = ({ name }: { readonly name: string }) => writeActionId({ name, requester, argument: '' });
  const currency: Row = {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: customId(SETTINGS_ACTIONS.currency),
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
        custom_id: customId(SETTINGS_ACTIONS.channel),
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
        custom_id: customId(SETTINGS_ACTIONS.role),
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
 * Builds the screen with the server's settings, examples, and menus and a modal that change them.
 * @param said a line before them; empty for none
 */
export function settingsScreen(said: string, context: AnswerContext): Answer {
  const { now, view } = context.services;
  const text = settingsText(now(), view);
  return {
    content: said === '' ? text : `${said}\n${text}`,
    components: [
      ...menus(context),
      ...buttonRows([
        actionButton(view.messages.serverSettings.more, SETTINGS_ACTIONS.more, '', context, 'primary'),
      ]),
    ],
  };
}
