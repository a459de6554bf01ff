import { chosenCollections } from '#src/alerts/filters/collection.ts';
import { chosenWallets } from '#src/alerts/filters/wallets.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { buttonRows } from '#src/discord/components/buttons.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { narrowLink } from '#src/discord/components/targets.ts';
import { ruleText } from '#src/discord/views/rule-words.ts';
import { conditionButtons } from './choose.ts';
import { ownWatch } from './own.ts';
import { chosenSubject, type Subject } from './subject.ts';
import { changeButtons } from './watch-screens.ts';

/** What a watch is about; `null` for what cannot be chosen again. */
function subjectOf({ filter }: Rule): Subject | null {
  const [collection] = chosenCollections(filter) ?? [];
  const [tokenId] = filter.tokens ?? [];
  if (collection === undefined) {
    const wallets = chosenWallets(filter);
    return wallets.length === 0 ? null : { kind: 'wallet', wallets };
  }
  if (tokenId === undefined) return { kind: 'collection', collection };
  const { auction } = filter;
  return auction === undefined
    ? { kind: 'token', collection, tokenId }
    : { kind: 'auction', auction, collection, tokenId };
}

/**
 * **Narrow this watch**, under the last message before the hourly limit: what to watch instead, and how to hold or end
 * the watch.
 */
export const narrowScreen = defineComponent(narrowLink, {
  load: ({ id }, context) => ownWatch(id, context),
  async render(watch, _values, context) {
    const { view } = context.services;
    const subject = subjectOf(watch);
    const instead =
      subject === null ? [] : conditionButtons(subject, await chosenSubject.save(subject, context), context);
    return {
      content: view.messages.watches.narrowThis(`#${watch.id}`, ruleText(watch, view)),
      components: [...buttonRows(instead), ...buttonRows(changeButtons(watch, context))],
    };
  },
});
