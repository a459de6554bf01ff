import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import { missingIfKnown, missingPermissionsSummary } from '#src/discord/access/missing-permissions.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import { writeActionId } from '#src/discord/actions/action-id.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import type { Row } from '#src/discord/components/row.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { ruleLabel, ruleText } from '#src/discord/views/rule-words.ts';
import {
  type ChannelStates,
  subscriptionEmbed,
  subscriptionsEmbed,
} from '#src/discord/views/subscriptions.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { MANAGE_ACTIONS } from './action-names.ts';
import { stillPosted } from './switch.ts';

const PAGE_SIZE = 8;
/** Discord's limit for the label of a menu option, characters. */
const LABEL_LENGTH = 100;

/** Loads the state of the channels of these subscriptions. */
async function loadChannelStates(
  subscriptions: readonly Pick<Subscription, 'channelId'>[],
  { services }: Pick<AnswerContext, 'services'>,
): Promise<ChannelStates> {
  const channelIds = [...new Set(subscriptions.map(({ channelId }) => channelId))];
  const statuses = await services.store.queueStatuses(channelIds);
  return {
    queues: new Map(statuses.map((status) => [status.channelId, status])),
    missingSummaryIn: (channelId) => missingPermissionsSummary(channelId, services),
    missingIn: (channelId) => missingIfKnown(channelId, services.channelAccess),
    mayAttachFiles: (channelId) => services.channelAccess.mayAttachFiles(channelId),
  };
}

function openRow(page: Page<Subscription>, { requester, services }: AnswerContext): Row {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: writeActionId({ name: MANAGE_ACTIONS.open.name, requester, argument: String(page.page) }),
        placeholder: services.view.messages.alertList.open,
        options: page.items.map((one) => ({
          label: sanitizeLine(`#${one.id} ${ruleLabel(one, services.view)}`, LABEL_LENGTH),
          value: String(one.id),
        })),
      },
    ],
  };
}

function pageButtons(page: Page<Subscription>, context: AnswerContext): readonly Row[] {
  if (page.page === 1 && !page.hasNext) return [];
  const { alertList: words } = context.services.view.messages;
  const button = (label: string, to: number, leads: boolean): APIButtonComponent =>
    leads
      ? actionButton(label, MANAGE_ACTIONS.page, String(to), context)
      : {
          type: ComponentType.Button,
          style: ButtonStyle.Secondary,
          label,
          custom_id: `off.${to}`,
          disabled: true,
        };
  return buttonRows([
    button(words.previous, page.page - 1, page.page > 1),
    button(words.next, page.page + 1, page.hasNext),
  ]);
}

/**
 * Shows one page of the server's subscriptions, with a menu that opens one.
 * @param wanted page number, from 1
 */
export async function answerSubscriptions(wanted: number, context: AnswerContext): Promise<Answer> {
  const { services, guildId } = context;
  const all = await services.store.subscriptionsOf(guildId);
  if (all.length === 0) return { content: services.view.messages.alertList.none };
  const page = paginate(all, wanted, PAGE_SIZE);
  const states = await loadChannelStates(page.items, context);
  return {
    embeds: [subscriptionsEmbed(page, PAGE_SIZE, states, services.view)],
    components: [openRow(page, context), ...pageButtons(page, context)],
  };
}

/**
 * Shows one subscription, with its action buttons.
 * @param confirmation result of the last action, as a sentence above it
 */
export async function answerSubscription(
  subscription: Subscription,
  context: AnswerContext,
  confirmation = '',
): Promise<Answer> {
  const { id, channelId, pausedAt } = subscription;
  const states = await loadChannelStates([subscription], context);
  const queue = states.queues.get(channelId);
  const stopped = queue !== undefined && queue.state !== 'open';
  const { alertList: words } = context.services.view.messages;
  const button = (label: string, action: { readonly name: string }) =>
    actionButton(label, action, String(id), context);
  return {
    content: confirmation,
    embeds: [subscriptionEmbed(subscription, states, context.services.view)],
    components: buttonRows([
      button(words.edit, MANAGE_ACTIONS.edit),
      pausedAt !== null || stopped
        ? button(words.resume, MANAGE_ACTIONS.resume)
        : button(words.pause, MANAGE_ACTIONS.pause),
      button(words.test, MANAGE_ACTIONS.test),
      button(words.copy, MANAGE_ACTIONS.copy),
      actionButton(words.remove, MANAGE_ACTIONS.remove, String(id), context, 'danger'),
      actionButton(words.all, MANAGE_ACTIONS.page, '1', context),
    ]),
  };
}

/** Asks to confirm the removal of an alert, for the command and the button. */
export async function confirmRemoval(subscription: Subscription, context: AnswerContext): Promise<Answer> {
  const { id, channelId } = subscription;
  const { view } = context.services;
  const { alertList: words } = view.messages;
  const others = await stillPosted(subscription, context);
  return {
    content:
      others === ''
        ? words.removeOne(`#${id}`, `<#${channelId}>`, ruleText(subscription, view))
        : words.removeOneButPosted(`#${id}`, others),
    components: buttonRows([
      actionButton(words.yesRemoveIt, MANAGE_ACTIONS.removeNow, String(id), context, 'danger'),
      actionButton(words.noKeepIt, MANAGE_ACTIONS.one, String(id), context),
    ]),
  };
}
