import {
  chosenCollections,
  collection as collectionFilter,
  onlyCollections,
} from '#src/alerts/filters/collection.ts';
import { filters } from '#src/alerts/filters/index.ts';
import { saleTopic } from '#src/alerts/kinds/sale.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { addressField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import { DEFAULT_RULE } from './rule-input/rule-texts.ts';
import { startNewDraft } from './set-up/draft-screen.ts';

/** Returns whether the rule matches every sale of the collection. */
function coversSalesOf(address: Address, { topics, filter, pausedAt }: Subscription): boolean {
  const chosen = chosenCollections(filter);
  const isChosen = chosen === null || chosen.includes(address);
  const isUnrestricted = filters.every(
    (one) => one === collectionFilter || !one.fields.some((field) => field.isSet(filter)),
  );
  return pausedAt === null && topics.includes(saleTopic.value) && isChosen && isUnrestricted;
}

export const followLink = defineLink('follow', { collection: addressField }, 'nobody');

/**
 * Starts an alert for the collection in this channel: opens the draft with its preview for members who may manage
 * alerts.
 */
export const followScreen = defineComponent(followLink, {
  load: (_values, { guildId, services }) => services.store.subscriptionsOf(guildId),
  render(subscriptions, { collection }, context) {
    const { channelId, mayManage, services } = context;
    const name = `**${collectionTitle(collection, services.view)}**`;
    const { follow } = services.view.messages;
    if (subscriptions.some((one) => one.channelId === channelId && coversSalesOf(collection, one))) {
      return { content: follow.alreadyFollows(`<#${channelId}>`, name) };
    }
    if (!mayManage) return { content: follow.askManager(name) };
    const filter = onlyCollections([collection]);
    return startNewDraft({ channelId, rule: { ...DEFAULT_RULE, filter } }, context);
  },
});
