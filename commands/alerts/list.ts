import { type APIButtonComponent, type APISelectMenuOption, ComponentType } from 'discord-api-types/v10';
import type { Subscription } from '#src/alerts/subscription.ts';
import { missingIfKnown, missingPermissionsSummary } from '#src/discord/access/missing-permissions.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows, disabledButton } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { idField, pageField } from '#src/discord/components/field.ts';
import { defineLink, type Link } from '#src/discord/components/link.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { alertName, plainAlertName, ruleLabel, ruleText } from '#src/discord/views/rule-words.ts';
import {
  type ChannelStates,
  isSpent,
  subscriptionEmbed,
  subscriptionsEmbed,
} from '#src/discord/views/subscriptions.ts';
import type { Page } from '#src/marketplace/pagination.ts';
import { POSTABLE_CHANNELS } from '../channel-option.ts';
import { activeSilences } from './active-silences.ts';
import { loadSubscription } from './alert-option.ts';
import { channelButtons } from './channel-buttons.ts';
import { copySubscription } from './copy.ts';
import { logComponents } from './log.ts';
import { editLink } from './set-up/draft-screen.ts';
import { pauseSubscription, removeSubscription, resumeSubscription, stillPosted } from './switch.ts';
import { postTestAlert } from './test.ts';

const alert = { alert: idField };
const pageLink = defineLink('alerts-page', { page: pageField }, 'asker');
const openLink = defineLink('alerts-open', { page: pageField }, 'asker');
const oneLink = defineLink('alerts-one', alert, 'asker');
const pauseLink = defineLink('alerts-pause', alert, 'asker');
const resumeLink = defineLink('alerts-resume', alert, 'asker');
/** Posts an example of an alert. */
export const testLink = defineLink('alerts-test', alert, 'asker');
const copyLink = defineLink('alerts-copy', alert, 'asker');
const copyToLink = defineLink('alerts-copy-to', alert, 'asker');
const removeLink = defineLink('alerts-remove', alert, 'asker');
const removeNowLink = defineLink('alerts-remove-now', alert, 'asker');

type MenuChoice = Pick<APISelectMenuOption, 'label' | 'value'>;

const PAGE_SIZE = 8;
/** Discord: characters of a menu's label. */
const LABEL_LENGTH = 100;

/** Loads the state of the channels of these subscriptions. */
async function loadChannelStates(
  subscriptions: readonly Pick<Subscription, 'channelId' | 'onceDeliveryId'>[],
  { services }: Pick<AnswerContext, 'services'>,
): Promise<ChannelStates> {
  const channelIds = [...new Set(subscriptions.map(({ channelId }) => channelId))];
  const statuses = await services.store.queueStatuses(channelIds);
  return {
    queues: new Map(statuses.map((status) => [status.channelId, status])),
    missingSummaryIn: (channelId) => missingPermissionsSummary(channelId, services),
    missingIn: (channelId) => missingIfKnown(channelId, services.channelAccess),
    mayAttachFiles: (channelId) => services.channelAccess.mayAttachFiles(channelId),
    now: services.now(),
    once: await services.store.oncePosts(subscriptions.flatMap(({ onceDeliveryId }) => onceDeliveryId ?? [])),
  };
}

/** Stands for the list among the alerts of the menu. */
const LIST = 'list';

/** Builds the menu that opens an alert of the page. @param more choices before them */
function openRow(
  page: Page<Subscription>,
  { placeholder, more }: { readonly placeholder: string; readonly more: readonly MenuChoice[] },
  context: AnswerContext,
): Row {
  const { view } = context.services;
  const alerts = page.items.map((one) => ({
    label: sanitizeLine(`${plainAlertName(one)} ${ruleLabel(one, view)}`, LABEL_LENGTH),
    value: String(one.id),
  }));
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: writeCustomId(openLink.to({ page: page.page }), context),
        placeholder,
        options: [...more, ...alerts],
      },
    ],
  };
}

/** Builds the menu that leads from an alert to the list and to other alerts of its page. */
async function otherRow({ id }: Subscription, context: AnswerContext): Promise<Row> {
  const { services, guildId } = context;
  const { alertList: words } = services.view.messages;
  const all = await services.store.subscriptionsOf(guildId);
  const at = all.findIndex((one) => one.id === id);
  const page = paginate(all, Math.floor(Math.max(0, at) / PAGE_SIZE) + 1, PAGE_SIZE);
  const others = { ...page, items: page.items.filter((one) => one.id !== id) };
  return openRow(
    others,
    { placeholder: words.openOther, more: [{ label: words.all, value: LIST }] },
    context,
  );
}

function pageButtons(
  page: Page<Subscription>,
  others: readonly APIButtonComponent[],
  context: AnswerContext,
): readonly Row[] {
  if (page.page === 1 && !page.hasNext) return others.length === 0 ? [] : buttonRows(others);
  const { alertList: words } = context.services.view.messages;
  const toPage = (label: string, to: number, leads: boolean) =>
    leads ? button(label, pageLink.to({ page: to }), context) : disabledButton(label, to);
  return buttonRows([
    toPage(words.previous, page.page - 1, page.page > 1),
    toPage(words.next, page.page + 1, page.hasNext),
    ...others,
  ]);
}

/**
 * One page of the server's subscriptions, with a menu that opens one.
 * @param wanted from 1
 */
async function answerSubscriptions(wanted: number, context: AnswerContext): Promise<Answer> {
  const { services, guildId } = context;
  const all = await services.store.subscriptionsOf(guildId);
  if (all.length === 0) return { content: services.view.messages.alertList.none };
  const page = paginate(all, wanted, PAGE_SIZE);
  const states = await loadChannelStates(page.items, context);
  return {
    content: await activeSilences(context),
    embeds: [subscriptionsEmbed(page, PAGE_SIZE, states, services.view)],
    components: [
      openRow(page, { placeholder: services.view.messages.alertList.open, more: [] }, context),
      ...pageButtons(page, await channelButtons(all, context), context),
    ],
  };
}

/**
 * One subscription, with its action buttons.
 * @param confirmation result of the last action, as a sentence above it
 */
async function answerSubscription(
  subscription: Subscription,
  context: AnswerContext,
  confirmation = '',
): Promise<Answer> {
  const { id, channelId, pausedAt } = subscription;
  const states = await loadChannelStates([subscription], context);
  const queue = states.queues.get(channelId);
  const stopped = queue !== undefined && queue.state !== 'open';
  const { alertList: words } = context.services.view.messages;
  const to = (link: Link<{ readonly alert: string }>) => link.to({ alert: String(id) });
  return {
    content: confirmation,
    embeds: [subscriptionEmbed(subscription, states, context.services.view)],
    components: [
      ...buttonRows([
        button(words.edit, to(editLink), context),
        pausedAt !== null || stopped || isSpent(subscription, states)
          ? button(words.resume, to(resumeLink), context)
          : button(words.pause, to(pauseLink), context),
        button(words.test, to(testLink), context),
        button(words.copy, to(copyLink), context),
        button(words.remove, to(removeLink), context, 'danger'),
      ]),
      await otherRow(subscription, context),
    ],
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
        ? words.removeOne(alertName(subscription), `<#${channelId}>`, ruleText(subscription, view))
        : words.removeOneButPosted(alertName(subscription), others),
    components: buttonRows([
      button(words.yesRemoveIt, removeNowLink.to({ alert: String(id) }), context, 'danger'),
      button(words.noKeepIt, oneLink.to({ alert: String(id) }), context),
    ]),
  };
}

const wordsIn = ({ services }: Pick<AnswerContext, 'services'>) => services.view.messages.alertList;

const requires = 'manage-alerts';

/** What the buttons and menus of `/alerts list` lead to. */
export const manageComponents: readonly Component[] = [
  defineComponent(pageLink, { requires, run: ({ page }, context) => answerSubscriptions(page, context) }),
  defineComponent(openLink, {
    requires,
    run: async ({ page }, context, { chosen: [chosen = ''] }) =>
      chosen === LIST
        ? answerSubscriptions(page, context)
        : answerSubscription(await loadSubscription(chosen, context), context),
  }),
  defineComponent(oneLink, {
    requires,
    run: async (values, context) =>
      answerSubscription(await loadSubscription(values.alert, context), context),
  }),
  defineComponent(pauseLink, {
    requires,
    async run(values, context) {
      const { id } = await loadSubscription(values.alert, context);
      const paused = await pauseSubscription(id, context);
      const others = await stillPosted(paused, context);
      const words = wordsIn(context);
      return answerSubscription(paused, context, others === '' ? words.isPaused : words.isPausedBut(others));
    },
  }),
  defineComponent(resumeLink, {
    requires,
    async run(values, context) {
      const subscription = await loadSubscription(values.alert, context);
      return answerSubscription(
        await resumeSubscription(subscription, context),
        context,
        wordsIn(context).isActive,
      );
    },
  }),
  defineComponent(testLink, {
    requires,
    answersBy: 'reply',
    run: async (values, context) => ({
      content: await postTestAlert(await loadSubscription(values.alert, context), context),
    }),
  }),
  defineComponent(copyLink, {
    requires,
    async run(values, context) {
      const subscription = await loadSubscription(values.alert, context);
      const { id } = subscription;
      const words = wordsIn(context);
      const channelMenu: Row = {
        type: ComponentType.ActionRow,
        components: [
          {
            type: ComponentType.ChannelSelect,
            custom_id: writeCustomId(copyToLink.to({ alert: String(id) }), context),
            channel_types: [...POSTABLE_CHANNELS],
            placeholder: words.chooseChannel,
          },
        ],
      };
      const back = button(words.back, oneLink.to({ alert: String(id) }), context);
      return {
        content: words.copyWhere(alertName(subscription)),
        components: [channelMenu, ...buttonRows([back])],
      };
    },
  }),
  defineComponent(copyToLink, {
    requires,
    async run(values, context, { chosen }) {
      const subscription = await loadSubscription(values.alert, context);
      const confirmation = await copySubscription(subscription, chosen[0] ?? '', context);
      return answerSubscription(subscription, context, confirmation);
    },
  }),
  defineComponent(removeLink, {
    requires,
    run: async (values, context) => confirmRemoval(await loadSubscription(values.alert, context), context),
  }),
  defineComponent(removeNowLink, {
    requires,
    async run(values, context) {
      const subscription = await loadSubscription(values.alert, context);
      await removeSubscription(subscription.id, context);
      const rest = await answerSubscriptions(1, context);
      return {
        ...rest,
        content: `${wordsIn(context).removed(alertName(subscription))} ${rest.content ?? ''}`.trim(),
      };
    },
  }),
];

/** `/alerts list`: all subscriptions of the server and their state, with a menu that opens one. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ alertCommands: words }) => ({
    description: words.listDescription,
  }),
  answerTo: 'asker',
  requires: 'manage-alerts',
  execute: async (_interaction, context) => answerSubscriptions(1, context),
  components: [...manageComponents, ...logComponents],
};
