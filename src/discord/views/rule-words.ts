import { conditions } from '#src/alerts/filters/index.ts';
import { isAuctionTopic } from '#src/alerts/kinds/auction/schema.ts';
import { EVENT_TOPICS, isMadeForRules, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { FilterMessages, Messages } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import { sentenceLabel, sentenceText } from '../render/segments.ts';
import type { ViewContext } from './context.ts';
import { walletName } from './naming.ts';
import { topicsLabel } from './topic-choices.ts';

const AUCTION_TOPICS: readonly Topic[] = TOPICS.filter(isAuctionTopic);

/** Returns whether the rule selects every event, perhaps in addition to topics that are made for it. */
const isEverything = (topics: readonly Topic[]): boolean =>
  EVENT_TOPICS.every((topic) => topics.includes(topic));

/**
 * Formats several topics: `sales and offers`, `auction starts and bids`, `auctions`, `everything`, `everything and
 * recaps`.
 */
export function topicsText(
  topics: readonly Topic[],
  { topics: words, writer }: Pick<Messages, 'topics' | 'writer'>,
  last: 'and' | 'or' = 'and',
): string {
  if (isEverything(topics))
    return writer.list(
      [words.everything, ...topics.filter(isMadeForRules).map((topic) => words.plural[topic])],
      last,
    );
  const wholeAuctions = AUCTION_TOPICS.every((topic) => topics.includes(topic));
  const single = topics.filter((topic) => !wholeAuctions || !isAuctionTopic(topic));
  const further: Readonly<Partial<Record<Topic, string>>> = words.further;
  const first = single.findIndex((topic) => further[topic] !== undefined);
  const names = single.map((topic, at) => (at > first ? further[topic] : undefined) ?? words.plural[topic]);
  return writer.list([...names, ...(wholeAuctions ? [words.auctions] : [])], last);
}

function ruleSegments(
  { topics, filter, pingRoles }: Rule,
  context: ViewContext,
  pings: (roles: readonly string[], messages: FilterMessages) => readonly Segment[],
): readonly Segment[] {
  const { currency, messages, collectionName } = context;
  const written = {
    ...{ currency, messages: messages.filters, collectionName },
    walletName: (address: Address) => walletName(address, context),
  };
  return messages.filters.rule([
    { type: 'text', text: topicsLabel(topics, messages.topics) },
    ...conditions
      .filter((condition) => condition.appliesTo?.(topics) !== false)
      .flatMap((condition) => condition.parts(filter, written)),
    ...(pingRoles.length === 0 ? [] : [pings(pingRoles, messages.filters)]),
  ]);
}

/**
 * Describes a rule in parts, for places where Discord renders markdown:
 * `Sales · Sonic Shards · 100 S and up · rank 500 or better`. It includes every condition, and the first entries of
 * long lists. At most about 1,300 characters.
 */
export function ruleText(rule: Rule, context: ViewContext): string {
  const segments = ruleSegments(rule, context, (roles, { pings }) =>
    pings(roles.map((id) => ({ type: 'text', text: `<@&${id}>` }))),
  );
  return sentenceText(segments, context);
}

/**
 * Describes a rule for places where Discord does not render markdown, as in the choices of an option; roles are only
 * counted.
 */
export function ruleLabel(rule: Rule, context: ViewContext): string {
  return sentenceLabel(
    ruleSegments(rule, context, (roles, { pingsOf }) => pingsOf(roles.length)),
    context,
  );
}

/** So many are named one by one; hundreds of numbers would not fit into a message. */
const NAMED = 20;

/** `#1, #2`, and how many more there are. */
export function alertNumbers(subscriptions: readonly Pick<Subscription, 'id'>[], view: ViewContext): string {
  const shown = subscriptions.length <= NAMED + 1 ? subscriptions : subscriptions.slice(0, NAMED);
  const more = subscriptions.length - shown.length;
  const numbers = shown.map(({ id }) => `#${id}`).join(', ');
  return more === 0 ? numbers : view.messages.alertList.moreNumbers(numbers, more);
}
