import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import type { Page } from '../../domain/page.ts';
import type { Subscription } from '../../domain/subscription.ts';
import { actionButton } from '../actions/action-button.ts';
import { writeActionId } from '../actions/action-id.ts';
import type { Answer, AnswerContext, Row } from '../answer.ts';
import { buttonRows } from '../components/buttons.ts';
import { knownMissing, shortLack } from '../setup/channel-lack.ts';
import { plainLine } from '../text.ts';
import { ruleLabel } from '../views/rule-words.ts';
import { type ChannelStates, NO_ALERTS, subscriptionsEmbed } from '../views/subscriptions.ts';
import { pageOfAll } from './read-page.ts';
import { MANAGE } from './subscriptions-names.ts';

const PAGE_SIZE = 8;
/** Discord: characters of a menu's label. */
const LABEL_LENGTH = 100;

/** How the channels of these subscriptions are. */
export async function statesOf(
  subscriptions: readonly Pick<Subscription, 'channelId'>[],
  { services }: Pick<AnswerContext, 'services'>,
): Promise<ChannelStates> {
  const channelIds = [...new Set(subscriptions.map(({ channelId }) => channelId))];
  const statuses = await services.subscriptions.laneStatuses(channelIds);
  return {
    lanes: new Map(statuses.map((status) => [status.channelId, status])),
    lackIn: (channelId) => shortLack(channelId, services),
    missingIn: (channelId) => knownMissing(channelId, services.channelAccess),
  };
}

function openRow(page: Page<Subscription>, { asker, services }: AnswerContext): Row {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: writeActionId({ name: MANAGE.open.name, asker, argument: String(page.page) }),
        placeholder: 'Open an alert',
        options: page.items.map((one) => ({
          label: plainLine(`#${one.id} ${ruleLabel(one, services.view)}`, LABEL_LENGTH),
          value: String(one.id),
        })),
      },
    ],
  };
}

function pageButtons(page: Page<Subscription>, context: AnswerContext): readonly Row[] {
  if (page.page === 1 && !page.hasNext) return [];
  const button = (label: string, to: number, leads: boolean): APIButtonComponent =>
    leads
      ? actionButton(label, MANAGE.page, String(to), context)
      : {
          type: ComponentType.Button,
          style: ButtonStyle.Secondary,
          label,
          custom_id: `off.${to}`,
          disabled: true,
        };
  return buttonRows([
    button('‹ Previous', page.page - 1, page.page > 1),
    button('Next ›', page.page + 1, page.hasNext),
  ]);
}

/**
 * One page of the server's subscriptions, with a menu that opens one of them.
 * @param wanted from 1
 */
export async function answerSubscriptions(wanted: number, context: AnswerContext): Promise<Answer> {
  const { services, guildId } = context;
  const all = await services.subscriptions.of(guildId);
  if (all.length === 0) return { content: NO_ALERTS };
  const page = pageOfAll(all, wanted, PAGE_SIZE);
  const states = await statesOf(page.items, context);
  return {
    embeds: [subscriptionsEmbed(page, PAGE_SIZE, states, services.view)],
    components: [openRow(page, context), ...pageButtons(page, context)],
  };
}
