import {
  chosenCollections,
  collection as collectionFilter,
  onlyCollections,
} from '../../alerts/filters/collection.ts';
import { filters } from '../../alerts/filters/index.ts';
import { saleTopic } from '../../alerts/kinds/sale.ts';
import type { Subscription } from '../../alerts/subscription.ts';
import type { Address } from '../../chain/address.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import { DEFAULT_RULE } from '../rule-input/rule-texts.ts';
import type { Screen } from '../screen.ts';
import { startNewDraft } from '../setup/start-draft.ts';
import { collectionTitle } from '../views/collection-heading.ts';

/** Whether the rule matches every sale of the collection. */
function coversSalesOf(address: Address, { topics, filter, pausedAt }: Subscription): boolean {
  const chosen = chosenCollections(filter);
  const isChosen = chosen === null || chosen.includes(address);
  const isUnrestricted = filters.every(
    (one) => one === collectionFilter || !one.fields.some((field) => field.isSet(filter)),
  );
  return pausedAt === null && topics.includes(saleTopic.value) && isChosen && isUnrestricted;
}

/**
 * Starts an alert for the collection in this channel: opens the draft with its preview for members who may manage
 * alerts.
 */
export async function answerFollow(
  { collection }: Extract<Screen, { at: 'follow' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { channelId, guildId, mayManage, services } = context;
  const name = `**${collectionTitle(collection, services.view)}**`;
  const { follow } = services.view.messages;
  const subscriptions = await services.store.subscriptionsOf(guildId);
  if (subscriptions.some((one) => one.channelId === channelId && coversSalesOf(collection, one))) {
    return { content: follow.alreadyFollows(`<#${channelId}>`, name) };
  }
  if (!mayManage) return { content: follow.askManager(name) };
  const filter = onlyCollections([collection]);
  return startNewDraft({ channelId, rule: { ...DEFAULT_RULE, filter } }, context);
}
