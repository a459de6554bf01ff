import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import { coinsText } from '#src/chain/coins.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { idField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';
import { channelSettingsText, clockText } from '#src/discord/views/channel-settings.ts';
import type { Messages } from '#src/messages/messages.ts';

const channel = { channel: idField };
export const sizeLink = defineLink('channel-look', channel, 'asker');
export const roleLink = defineLink('channel-role', channel, 'asker');
export const switchesLink = defineLink('channel-switches', channel, 'asker');
export const resetLink = defineLink('channel-reset', channel, 'asker');
export const moreLink = defineLink('channel-more', channel, 'asker');
export const typedLink = defineLink('channel-typed', channel, 'asker');

/** The switch for publishing to servers that follow the channel. */
export const PUBLISH = 'publish';
/** The switch for auctions that have one message and no further ones. */
export const CARD_ONLY = 'card_only';

const LOOKS = ['compact', 'normal', 'big'] as const;

/** The options that are typed into the modal, in its order. */
export const CHANNEL_FIELDS = [
  'ping_minimum',
  'ping_cooldown',
  'quiet_from',
  'quiet_to',
  'hourly_limit',
] as const;

/** Texts of the modal, by option. */
export type ChannelFields = Readonly<Partial<Record<(typeof CHANNEL_FIELDS)[number], string>>>;

const MAX_TEXT_LENGTH = 100;

const isField = (option: string): option is (typeof CHANNEL_FIELDS)[number] =>
  CHANNEL_FIELDS.some((field) => field === option);

/** What an option is called on the screen and in the modal. */
export function labelOf(option: string, { channelSettings: words }: Messages): string {
  return isField(option) ? words.fields[option].label : words.pingRole;
}

function presentFields(
  { ping, quiet, hourlyLimit }: ChannelSettings,
  { services: { view } }: AnswerContext,
): Required<ChannelFields> {
  const minimum = ping?.minimum ?? null;
  const minutes = ping?.coolDownMinutes ?? 0;
  return {
    ping_minimum: minimum === null ? '' : coinsText(minimum, view.currency),
    ping_cooldown: minutes === 0 ? '' : String(minutes),
    quiet_from: quiet === null ? '' : clockText(quiet.from),
    quiet_to: quiet === null ? '' : clockText(quiet.to),
    hourly_limit: hourlyLimit === null ? '' : String(hourlyLimit),
  };
}

/** What is typed rather than chosen. @param typed shown instead of what it is now */
export function channelModal(channelId: string, typed: ChannelFields, context: AnswerContext): Modal {
  const { settings, view } = context.services;
  const { channelSettings: words } = view.messages;
  const texts = { ...presentFields(settings.channel(channelId), context), ...typed };
  return modalFor(
    words.modalTitle,
    typedLink.to({ channel: channelId }),
    CHANNEL_FIELDS.map((name) => ({
      name,
      ...words.fields[name],
      value: texts[name],
      maxLength: MAX_TEXT_LENGTH,
      lines: 'one',
    })),
    context,
  );
}

interface ShownChannel {
  readonly id: string;
  readonly isAnnouncement: boolean;
}

/** Switches of a channel, each with whether it is on. */
function switchesOf(
  { isAnnouncement }: ShownChannel,
  { auctions, publish }: ChannelSettings,
  { channelSettings: words }: Messages,
) {
  return [
    { label: words.cardOnly, value: CARD_ONLY, default: auctions === 'card' },
    ...(isAnnouncement ? [{ label: words.publish, value: PUBLISH, default: publish }] : []),
  ];
}

function menus(channel: ShownChannel, settings: ChannelSettings, context: AnswerContext): readonly Row[] {
  const { messages } = context.services.view;
  const { channelSettings: words } = messages;
  const { ping, size: look } = settings;
  const customId = (link: typeof sizeLink) => writeCustomId(link.to({ channel: channel.id }), context);
  const switches = switchesOf(channel, settings, messages);
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: customId(sizeLink),
          options: LOOKS.map((value) => ({ label: words.look[value], value, default: value === look })),
        },
      ],
    },
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.RoleSelect,
          custom_id: customId(roleLink),
          placeholder: words.choosePingRole,
          min_values: 0,
          max_values: 1,
          default_values: ping === null ? [] : [{ id: ping.roleId, type: SelectMenuDefaultValueType.Role }],
        },
      ],
    },
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: customId(switchesLink),
          placeholder: words.chooseSwitches,
          min_values: 0,
          max_values: switches.length,
          options: switches,
        },
      ],
    },
  ];
}

/**
 * The alert settings of a channel, with menus and a modal that change them.
 * `before` and `after` are lines before and after the settings.
 */
export function channelScreen(
  channel: ShownChannel,
  settings: ChannelSettings,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
  context: AnswerContext,
): Answer {
  const { view } = context.services;
  const { channelSettings: words } = view.messages;
  return {
    content: [...before, channelSettingsText(channel.id, settings, view), ...after].join('\n'),
    components: [
      ...menus(channel, settings, context),
      ...buttonRows([
        button(words.more, moreLink.to({ channel: channel.id }), context, 'primary'),
        button(words.toDefault, resetLink.to({ channel: channel.id }), context),
      ]),
    ],
  };
}
