import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { RuleChanges } from '#src/alerts/subscription-revision.ts';
import { templateOf, templatesOf } from '#src/alerts/templates/alert-template.ts';
import { requireTargetChannel } from '#src/discord/access/member-permissions.ts';
import { missingPermissionsText } from '#src/discord/access/missing-permissions.ts';
import { withExistingRoles } from '#src/discord/access/server-directory.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { UserError } from '#src/discord/user-error.ts';
import { alertName, ruleText } from '#src/discord/views/rule-words.ts';
import { POSTABLE_CHANNELS } from '../channel-option.ts';
import { alertSetOption, resolveSubscriptions, subscriptionSetChoices } from './alert-option.ts';
import { overCapText } from './cap-text.ts';

/** `/alerts copy`: copies alerts to another channel. */
export const copy: Subcommand = {
  name: 'copy',
  definition: (messages) => ({
    description: messages.alertCommands.copyDescription,
    options: [
      alertSetOption(messages),
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        description: messages.alertCommands.copyChannel,
        required: true,
        channel_types: [...POSTABLE_CHANNELS],
      },
    ],
  }),
  example: 'alert:3 channel:#auctions',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute(interaction, context) {
    const named = await resolveSubscriptions(interaction.options.getString('alert', true), context);
    const { id: to } = interaction.options.getChannel('channel', true);
    if (named.type === 'one') return { content: await copySubscription(named.subscription, to, context) };
    return { content: await copyChannel(named, to, context) };
  },
  autocomplete: (interaction, services, { guildId }) =>
    subscriptionSetChoices(interaction.options.getFocused().value, guildId, services),
};

/** Adds all rules to the channel with their templates, or none. @param templates further ones */
async function copyRules(
  subscriptions: readonly Subscription[],
  channelId: string,
  context: AnswerContext,
  templates: RuleChanges['templates'] = [],
): Promise<readonly { readonly subscription: Subscription; readonly created: boolean }[]> {
  const { requester, guildId, services } = context;
  await requireTargetChannel(channelId, subscriptions, context);
  const missing = missingPermissionsText(channelId, services);
  if (missing !== null) throw new UserError(missing);
  if (subscriptions.every((one) => one.channelId === channelId)) {
    throw new UserError(({ alertList }) => alertList.copyToItself(`<#${channelId}>`));
  }
  const saved = await services.store.templates.ofGuild(guildId);
  const made = { guildId, channelId, createdBy: requester, createdAt: services.now() };
  const add = subscriptions.map((one) => {
    const { topics, filter, pingRoles, extras } = withExistingRoles(one, guildId, services.serverDirectory);
    const own = templatesOf(saved, { scope: 'rule', target: String(one.id) });
    return { topics, filter, pingRoles, extras, templates: own, ...made };
  });
  const revised = await services.subscriptions.revise(guildId, { add, templates });
  if (revised.type === 'over') throw new UserError(overCapText(revised));
  return revised.added;
}

/**
 * Copies a rule to another channel of the server.
 * @returns the result, as a sentence
 * @throws UserError if the server has no such channel, the member or the bot may not post there, or the limit is
 * reached
 */
export async function copySubscription(
  subscription: Subscription,
  channelId: string,
  context: AnswerContext,
): Promise<string> {
  const [copied] = await copyRules([subscription], channelId, context);
  if (copied === undefined) throw new Error(`Alert ${subscription.id} was not copied.`);
  const { view } = context.services;
  const { alertList: words } = view.messages;
  const [channel, alert] = [`<#${channelId}>`, alertName(copied.subscription)];
  return copied.created
    ? words.copied(channel, ruleText(copied.subscription, view), alert, alertName(subscription))
    : words.alreadyThere(channel, alert);
}

/** Returns the templates of a channel for topics for which the other channel has none, as templates of that channel. */
async function channelTemplates(from: string, to: string, { guildId, services }: AnswerContext) {
  const saved = await services.store.templates.ofGuild(guildId);
  return templatesOf(saved, { scope: 'channel', target: from })
    .map((one) => ({ scope: 'channel' as const, target: to, ...one }))
    .filter((place) => templateOf(saved, place) === null);
}

/** Copies all rules and templates of a channel, like `copySubscription`. */
async function copyChannel(
  {
    channelId: from,
    subscriptions,
  }: { readonly channelId: string; readonly subscriptions: readonly Subscription[] },
  channelId: string,
  context: AnswerContext,
): Promise<string> {
  const templates = await channelTemplates(from, channelId, context);
  const copied = await copyRules(subscriptions, channelId, context, templates);
  const { alertList: words } = context.services.view.messages;
  const created = copied.filter((one) => one.created).length;
  return created === 0
    ? words.allAlreadyThere(`<#${channelId}>`, `<#${from}>`)
    : words.allCopied(`<#${channelId}>`, `<#${from}>`, created, copied.length - created);
}
