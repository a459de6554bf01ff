import type { Address } from '../../domain/address.ts';
import { type AlertFilter, EVERYTHING } from '../../domain/alert-filter.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Answer, AnswerContext } from '../answer.ts';
import type { Place } from '../place.ts';
import { USUAL_RULE } from '../rule-input/rule-texts.ts';
import { beginNew } from '../setup/begin-draft.ts';
import { collectionTitle } from '../views/collection-heading.ts';

/** Whether the filter asks for nothing but a collection. */
function isPlain(filter: AlertFilter): boolean {
  const { traits, onlyWallets, notWallets, priceFrom, priceTo } = filter;
  const { belowFloorPercent, rankAtMost, quantityFrom } = filter;
  const unset = [traits, priceFrom, priceTo, belowFloorPercent, rankAtMost, quantityFrom];
  return unset.every((part) => part === null) && onlyWallets.length === 0 && notWallets.length === 0;
}

/** Whether the rule tells every sale of the collection. */
function tellsSalesOf(collection: Address, { kinds, filter, pausedAt }: Subscription): boolean {
  const { collections } = filter;
  const chosen = collections.type !== 'these' || collections.addresses.includes(collection);
  return pausedAt === null && kinds.includes('sale') && chosen && isPlain(filter);
}

/** The way from a collection's card to an alert in this channel: for who may, the set-up with its preview. */
export async function answerFollow(
  { collection }: Extract<Place, { at: 'follow' }>,
  context: AnswerContext,
): Promise<Answer> {
  const { channelId, guildId, mayManage, services } = context;
  const name = collectionTitle(collection, services.view);
  const subscriptions = await services.subscriptions.of(guildId);
  if (subscriptions.some((one) => one.channelId === channelId && tellsSalesOf(collection, one))) {
    return {
      content: `<#${channelId}> follows the sales of **${name}** already. \`/alerts list\` shows it.`,
    };
  }
  if (!mayManage) {
    return {
      content: `The sales of **${name}** can be posted in this channel as they happen. Ask somebody who may manage this server’s alerts: they press “Follow here” too, or run \`/alerts add\`.`,
    };
  }
  const filter = { ...EVERYTHING, collections: { type: 'these', addresses: [collection] } } as const;
  return beginNew({ channelId, rule: { ...USUAL_RULE, filter } }, context);
}
