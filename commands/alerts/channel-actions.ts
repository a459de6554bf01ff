import { type ChannelSettings, isSamePing } from '#src/alerts/settings.ts';
import { requireMention, requireWritable } from '#src/discord/access/member-permissions.ts';
import type { Action, ActionInput } from '#src/discord/actions/action.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { isCleared } from '#src/discord/refusal.ts';
import { UserError } from '#src/discord/user-error.ts';
import { type ChannelTexts, changedChannelSettings, NO_TEXTS, pingPermissionText } from './channel-change.ts';
import {
  CARD_ONLY,
  CHANNEL_ACTIONS,
  CHANNEL_FIELDS,
  type ChannelFields,
  channelModal,
  channelScreen,
  labelOf,
  PUBLISH,
} from './channel-screen.ts';
import type { Called } from './rule-input/rule-texts.ts';

const requires = 'manage-alerts';

/** Explains what keeps the bot from pinging as configured, and how to fix it. */
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

/**
 * Returns the channel if the member can write in it.
 * @throws UserError, as if there were no such channel
 */
async function writableChannel(channelId: string, context: AnswerContext) {
  const { guildId, services } = context;
  await requireWritable(channelId, context);
  const channel = services.serverDirectory.channel(guildId, channelId);
  if (channel === null) throw new UserError(({ permissions }) => permissions.channelHidden);
  return channel;
}

/** Shows the settings of a channel that the member can see. Members who can write there can change them in place. */
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
 * @param called returns the name of an option where it was typed
 * @throws UserError with all problems, each with its option
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

/** Returns the typed texts of the modal, by option. */
function fieldsIn({ fields }: Pick<ActionInput, 'fields'>): ChannelFields {
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

/** Actions of the menus, buttons and the modal of `/alerts channel`. Their argument is the id of the channel. */
export const channelActions: readonly Action[] = [
  {
    ...CHANNEL_ACTIONS.look,
    requires,
    answersBy: 'update',
    run: ({ argument, values: [look = null] }, context) =>
      changeChannel(argument, { ...NO_TEXTS, look }, context),
  },
  {
    ...CHANNEL_ACTIONS.role,
    requires,
    answersBy: 'update',
    run: ({ argument, values: [pingRole = null] }, context) =>
      changeChannel(
        argument,
        { ...NO_TEXTS, ...(pingRole === null ? { reset: 'pings' } : { pingRole }) },
        context,
        (option) => labelOf(option, context.services.view.messages),
      ),
  },
  {
    ...CHANNEL_ACTIONS.switches,
    requires,
    answersBy: 'update',
    run: ({ argument, values }, context) =>
      changeChannel(
        argument,
        {
          ...NO_TEXTS,
          auctions: values.includes(CARD_ONLY) ? 'card' : 'messages',
          publish: values.includes(PUBLISH),
        },
        context,
      ),
  },
  {
    ...CHANNEL_ACTIONS.reset,
    requires,
    answersBy: 'update',
    run: ({ argument }, context) => changeChannel(argument, { ...NO_TEXTS, reset: 'everything' }, context),
  },
  {
    ...CHANNEL_ACTIONS.more,
    requires,
    answersBy: 'form',
    run: async ({ argument }, context) => channelModal(argument, {}, context),
  },
  {
    ...CHANNEL_ACTIONS.typed,
    requires,
    answersBy: 'update',
    run: ({ argument, fields }, context) =>
      changeChannel(argument, textsOf(fieldsIn({ fields })), context, (option) =>
        labelOf(option, context.services.view.messages),
      ),
    modal: async ({ argument, fields }, context) => channelModal(argument, fieldsIn({ fields }), context),
  },
];
