import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Subscription } from '../../alerts/subscription.ts';
import type { Page } from '../../marketplace/model/page.ts';
import { actionButton } from '../actions/action-button.ts';
import { writeActionId } from '../actions/action-id.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { paginate } from '../components/read-page.ts';
import type { Row } from '../components/row.ts';
import { missingIfKnown, missingPermissionsSummary } from '../setup/missing-permissions.ts';
import { sanitizeLine } from '../text.ts';
import { ruleLabel } from '../views/rule-words.ts';
import { type ChannelStates, subscriptionsEmbed } from '../views/subscriptions.ts';
import { MANAGE_ACTIONS } from './subscriptions-action-names.ts';

const PAGE_SIZE = 8;
/** Discord: characters of a menu's label. */
const LABEL_LENGTH = 100;

/** Loads the state of the channels of these subscriptions. */
export async function loadChannelStates(
  subscriptions: readonly Pick<Subscription, 'channelId'>[],
  { services }: Pick<AnswerContext, 'services'>,
): Promise<ChannelStates> {
  const channelIds = [...new Set(subscriptions.map(({ channelId }) => channelId))];
  const statuses = await services.store.queueStatuses(channelIds);
  return {
    queues: new Map(statuses.map((status) => [status.channelId, status])),
    missingSummaryIn: (channelId) => missingPermissionsSummary(channelId, services),
    missingIn: (channelId) => missingIfKnown(channelId, services.channelAccess),
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
 * One page of the server's subscriptions, with a menu that opens one.
 * @param wanted from 1
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
