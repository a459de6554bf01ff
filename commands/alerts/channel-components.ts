import { type ChannelSettings, isSamePing } from '#src/alerts/settings.ts';
import { requireMention, requireWritable } from '#src/discord/access/member-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { type Component, defineComponent, type Fields } from '#src/discord/components/component.ts';
import { isCleared } from '#src/discord/refusal.ts';
import { UserError } from '#src/discord/user-error.ts';
import { type ChannelTexts, changedChannelSettings, NO_TEXTS, pingPermissionText } from './channel-change.ts';
import {
  CARD_ONLY,
  CHANNEL_FIELDS,
  type ChannelFields,
  channelModal,
  channelScreen,
  labelOf,
  moreLink,
  PUBLISH,
  resetLink,
  roleLink,
  sizeLink,
  switchesLink,
  typedLink,
} from './channel-screen.ts';
import type { Called } from './rule-input/rule-texts.ts';

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
  const problems = pingProblem(channelId, present, context);
  if ((await context.memberAccess.accessTo(channelId)) !== 'reads') {
    const channel = await writableChannel(channelId, context);
    return channelScreen(channel, present, { before: [], after: problems }, context);
  }
  const { content } = channelScreen(
    { id: channelId, isAnnouncement: false },
    present,
    { before: [], after: problems },
    context,
  );
  return { content: content ?? '' };
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
  const after = pingProblem(channelId, changed, context);
  return channelScreen(channel, changed, { before: [view.messages.channelSettings.changed], after }, context);
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
];
