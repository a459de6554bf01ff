import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { type ChannelSettings, isSamePing, MESSAGE_SIZES, SOUNDS } from '#src/alerts/settings.ts';
import { coinsText } from '#src/chain/coins.ts';
import { requireMention, requireWritable } from '#src/discord/access/member-permissions.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { idField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';
import { isCleared } from '#src/discord/refusal.ts';
import { UserError } from '#src/discord/user-error.ts';
import { channelSettingsEmbed, clockText } from '#src/discord/views/channel-settings.ts';
import type { Messages } from '#src/messages/messages.ts';
import { activeSilences } from './active-silences.ts';
import {
  type ChannelTexts,
  changedChannelSettings,
  LOUD_FROM,
  NO_TEXTS,
  pingPermissionText,
  SOUND,
} from './channel-change.ts';
import type { Called } from './rule-input/rule-texts.ts';

const channel = { channel: idField };
const sizeLink = defineLink('channel-look', channel, 'asker');
const roleLink = defineLink('channel-role', channel, 'asker');
const switchesLink = defineLink('channel-switches', channel, 'asker');
const resetLink = defineLink('channel-reset', channel, 'asker');
const moreLink = defineLink('channel-more', channel, 'asker');
const typedLink = defineLink('channel-typed', channel, 'asker');
const notifyLink = defineLink('channel-notify', channel, 'asker');
const notifiedLink = defineLink('channel-notified', channel, 'asker');

/** The switch for publishing to servers that follow the channel. */
const PUBLISH = 'publish';
/** The switch for auctions that have one message and no further ones. */
const CARD_ONLY = 'card_only';

/** The options that are typed into the modal, in its order. */
const CHANNEL_FIELDS = ['ping_minimum', 'ping_cooldown', 'quiet_from', 'quiet_to', 'hourly_limit'] as const;

/** Texts of the modal, by option. */
type ChannelFields = Readonly<Partial<Record<(typeof CHANNEL_FIELDS)[number], string>>>;

const MAX_TEXT_LENGTH = 100;

const isField = (option: string): option is (typeof CHANNEL_FIELDS)[number] =>
  CHANNEL_FIELDS.some((field) => field === option);

/** What an option is called on the screen and in the modal. */
function labelOf(option: string, { channelSettings: words }: Messages): string {
  if (isField(option)) return words.fields[option].label;
  return option === SOUND || option === LOUD_FROM ? words.soundFields[option].label : words.pingRole;
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
function channelModal(channelId: string, typed: ChannelFields, context: AnswerContext): Modal {
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

/** Builds the modal for notifications. @param typed values that replace the present ones */
function soundModal(channelId: string, typed: Fields, context: AnswerContext): Modal {
  const { settings, view } = context.services;
  const { channelSettings: words } = view.messages;
  const { sound, loudFrom } = settings.channel(channelId);
  const price = loudFrom === null ? '' : coinsText(loudFrom, view.currency);
  return modalFor(
    words.notifications,
    notifiedLink.to({ channel: channelId }),
    [
      {
        name: SOUND,
        ...words.soundFields[SOUND],
        value: typed.get(SOUND)?.[0] ?? sound,
        choices: SOUNDS.map((value) => ({ label: words.soundChoices[value], value })),
      },
      {
        name: LOUD_FROM,
        ...words.soundFields[LOUD_FROM],
        value: typed.get(LOUD_FROM)?.[0] ?? price,
        maxLength: MAX_TEXT_LENGTH,
        lines: 'one',
      },
    ],
    context,
  );
}

interface ShownChannel {
  readonly id: string;
  readonly isAnnouncement: boolean;
}

/** Returns the switches of a channel, each with its state. */
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
          options: MESSAGE_SIZES.map((value) => ({
            label: words.lookChoices[value],
            value,
            default: value === look,
          })),
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
 * Builds the screen with a channel's alert settings, and menus and modals that change them.
 * @param before a line above its title; empty for none
 * @param problems lines below the title
 */
function channelScreen(
  channel: ShownChannel,
  settings: ChannelSettings,
  { before, problems }: { readonly before: string; readonly problems: readonly string[] },
  context: AnswerContext,
): Answer {
  const { view } = context.services;
  const { channelSettings: words } = view.messages;
  const lines = [before, words.title(`<#${channel.id}>`), ...problems].filter((line) => line !== '');
  return {
    content: lines.join('\n'),
    embeds: [channelSettingsEmbed(settings, view)],
    components: [
      ...menus(channel, settings, context),
      ...buttonRows([
        button(words.more, moreLink.to({ channel: channel.id }), context, 'primary'),
        button(words.notifications, notifyLink.to({ channel: channel.id }), context),
        button(words.toDefault, resetLink.to({ channel: channel.id }), context),
      ]),
    ],
  };
}

const requires = 'manage-alerts';

/** What keeps the bot from pinging as the settings ask for, with what helps. */
function pingProblem(
  channelId: string,
  { ping }: ChannelSettings,
  { guildId, services }: AnswerContext,
): readonly string[] {
  const { serverDirectory, view } = services;
  if (ping === null || serverDirectory.mayPing(channelId, ping.roleId)) return [];
  return serverDirectory.role(guildId, ping.roleId) === null
    ? [view.messages.channelSettings.roleDeleted]
    : [`⚠ ${pingPermissionText(channelId, ping.roleId)(view.messages)}`];
}

/** The channel, where the member writes in it. @throws UserError, as if there were no such channel */
async function writableChannel(channelId: string, context: AnswerContext) {
  const { guildId, services } = context;
  await requireWritable(channelId, context);
  const channel = services.serverDirectory.channel(guildId, channelId);
  if (channel === null) throw new UserError(({ permissions }) => permissions.channelHidden);
  return channel;
}

/** The settings of a channel that the member sees; they can be changed in place by those who write there. */
export async function viewChannel(channelId: string, context: AnswerContext): Promise<Answer> {
  const present = context.services.settings.channel(channelId);
  const problems = [...pingProblem(channelId, present, context), await activeSilences(context, channelId)];
  if ((await context.memberAccess.accessTo(channelId)) !== 'reads') {
    const channel = await writableChannel(channelId, context);
    return channelScreen(channel, present, { before: '', problems }, context);
  }
  const { components: _menus, ...shown } = channelScreen(
    { id: channelId, isAnnouncement: false },
    present,
    { before: '', problems },
    context,
  );
  return shown;
}

/**
 * Changes the settings of a channel, and shows them.
 * @param called what an option is called where it was typed
 * @throws UserError with everything that is wrong, each with its option
 */
export async function changeChannel(
  channelId: string,
  texts: ChannelTexts,
  context: AnswerContext,
  called: Called = (option) => option,
): Promise<Answer> {
  const { guildId, services } = context;
  const { settings, serverDirectory, view } = services;
  const channel = await writableChannel(channelId, context);
  const present = settings.channel(channelId);
  const changed = changedChannelSettings(present, texts, {
    guildId,
    channelId,
    isAnnouncement: channel.isAnnouncement,
    serverDirectory,
    currency: view.currency,
    messages: view.messages,
    called,
  });
  if (!isSamePing(present.ping, changed.ping)) requireMention(channelId, changed.ping, context);
  await settings.saveChannel(guildId, channelId, changed);
  const problems = [...pingProblem(channelId, changed, context), await activeSilences(context, channelId)];
  return channelScreen(
    channel,
    changed,
    { before: view.messages.channelSettings.changed, problems },
    context,
  );
}

/** What was typed into the modal, by option. */
function fieldsIn(fields: Fields): ChannelFields {
  const texts: Partial<Record<keyof ChannelFields, string>> = {};
  for (const field of CHANNEL_FIELDS) {
    const text = fields.get(field)?.[0];
    if (text !== undefined) texts[field] = text;
  }
  return texts;
}

function textsOf(fields: ChannelFields): ChannelTexts {
  const { ping_minimum, ping_cooldown, quiet_from, quiet_to, hourly_limit } = fields;
  // Two empty lines mean no quiet hours; one empty line is a mistake.
  const isQuiet = !isCleared(quiet_from ?? '') || !isCleared(quiet_to ?? '');
  return {
    ...NO_TEXTS,
    pingMinimum: ping_minimum ?? null,
    pingCoolDown: ping_cooldown ?? null,
    quietFrom: isQuiet ? (quiet_from ?? '') : '-',
    quietTo: isQuiet ? (quiet_to ?? '') : '-',
    hourlyLimit: hourly_limit ?? null,
  };
}

/** What the menus, buttons and the modal of `/alerts channel` lead to. */
export const channelComponents: readonly Component[] = [
  defineComponent(sizeLink, {
    requires,
    run: ({ channel }, context, { chosen: [look = null] }) =>
      changeChannel(channel, { ...NO_TEXTS, look }, context),
  }),
  defineComponent(roleLink, {
    requires,
    run: ({ channel }, context, { chosen: [pingRole = null] }) =>
      changeChannel(
        channel,
        { ...NO_TEXTS, ...(pingRole === null ? { reset: 'pings' } : { pingRole }) },
        context,
        (option) => labelOf(option, context.services.view.messages),
      ),
  }),
  defineComponent(switchesLink, {
    requires,
    run: ({ channel }, context, { chosen }) =>
      changeChannel(
        channel,
        {
          ...NO_TEXTS,
          auctions: chosen.includes(CARD_ONLY) ? 'card' : 'messages',
          publish: chosen.includes(PUBLISH),
        },
        context,
      ),
  }),
  defineComponent(resetLink, {
    requires,
    run: ({ channel }, context) => changeChannel(channel, { ...NO_TEXTS, reset: 'everything' }, context),
  }),
  defineComponent(moreLink, {
    requires,
    modal: async ({ channel }, context) => channelModal(channel, {}, context),
  }),
  defineComponent(typedLink, {
    requires,
    run: ({ channel }, context, { fields }) =>
      changeChannel(channel, textsOf(fieldsIn(fields)), context, (option) =>
        labelOf(option, context.services.view.messages),
      ),
    modal: async ({ channel }, context, fields) => channelModal(channel, fieldsIn(fields), context),
  }),
  defineComponent(notifyLink, {
    requires,
    modal: async ({ channel }, context) => soundModal(channel, new Map(), context),
  }),
  defineComponent(notifiedLink, {
    requires,
    run: ({ channel }, context, { fields }) =>
      changeChannel(
        channel,
        { ...NO_TEXTS, sound: fields.get(SOUND)?.[0] ?? null, loudFrom: fields.get(LOUD_FROM)?.[0] ?? '' },
        context,
        (option) => labelOf(option, context.services.view.messages),
      ),
    modal: async ({ channel }, context, fields) => soundModal(channel, fields, context),
  }),
];
