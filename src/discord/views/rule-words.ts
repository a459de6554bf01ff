import { conditions } from '#src/alerts/filters/index.ts';
import { pingWords } from '#src/alerts/filters/pings.ts';
import { isAuctionTopic } from '#src/alerts/kinds/auction/schema.ts';
import { EVENT_TOPICS, isMadeForRules, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import { extrasOf, MAX_NAME_LENGTH } from '#src/alerts/rule-extras.ts';
import type { Rule, Subscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { FilterMessages, Messages } from '#src/messages/messages.ts';
import type { Segment } from '#src/messages/segment.ts';
import { sentenceLabel, sentenceText } from '../render/segments.ts';
import { escapeMarkdownLine, sanitizeLine } from '../text.ts';
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

/** How places differ in what they render. */
interface RuleStyle {
  readonly pings: (
    roles: readonly string[],
    when: readonly (readonly Segment[])[],
    messages: FilterMessages,
  ) => readonly Segment[];
  /** @param at epoch ms */
  readonly moment: (at: number) => Segment;
}

function ruleSegments(
  { topics, filter, pingRoles, extras }: Rule,
  context: ViewContext,
  { pings, moment }: RuleStyle,
): readonly Segment[] {
  const { endsAt, isOnce } = extrasOf({ extras });
  const { currency, messages, collectionName } = context;
  const written = {
    ...{ currency, messages: messages.filters, collectionName },
    walletName: (address: Address) => walletName(address, context),
  };
  const when = pingWords(filter, written);
  const pingParts =
    pingRoles.length > 0
      ? [pings(pingRoles, when, messages.filters)]
      : when.length > 0
        ? [messages.filters.pingsOnly(when)]
        : [];
  return messages.filters.rule([
    { type: 'text', text: topicsLabel(topics, messages.topics) },
    ...conditions
      .filter((condition) => condition.appliesTo?.(topics) !== false)
      .flatMap((condition) => condition.parts(filter, written)),
    ...pingParts,
    ...(endsAt === null ? [] : [messages.filters.until(moment(endsAt))]),
    ...(isOnce === true ? [messages.filters.once] : []),
  ]);
}

/**
 * Describes a rule in parts, for places where Discord renders markdown:
 * `Sales · Sonic Shards · 100 S and up · rank 500 or better`. It includes every condition, and the first entries of
 * long lists. At most about 1,300 characters.
 */
export function ruleText(rule: Rule, context: ViewContext): string {
  const segments = ruleSegments(rule, context, {
    pings: (roles, when, { pings }) =>
      pings(
        roles.map((id) => ({ type: 'text', text: `<@&${id}>` })),
        when,
      ),
    moment: (at) => ({ type: 'time', at: at / 1_000, style: 'dateTime' }),
  });
  return sentenceText(segments, context);
}

/**
 * Describes a rule for places where Discord does not render markdown, as in the choices of an option; roles are only
 * counted.
 */
export function ruleLabel(rule: Rule, context: ViewContext): string {
  const { messages, settings } = context;
  const segments = ruleSegments(rule, context, {
    pings: (roles, when, { pingsOf }) => pingsOf(roles.length, when),
    moment: (at) => ({ type: 'text', text: messages.writer.dateTime(at, settings.timeZone) }),
  });
  return sentenceLabel(segments, context);
}

export type Named = Pick<Subscription, 'id' | 'extras'>;

/** Escaped names are longer than what was typed. */
const ESCAPED_NAME_LENGTH = 2 * MAX_NAME_LENGTH;

/** Returns the name that a rule was given, where Discord renders markdown; empty without one. */
export function givenName({ extras }: Pick<Rule, 'extras'>): string {
  const { name } = extrasOf({ extras });
  return name === null ? '' : escapeMarkdownLine(name, ESCAPED_NAME_LENGTH);
}

/** Returns what a rule is called where Discord renders markdown: its name, or its number with a `#`. */
export const alertName = ({ id, extras }: Named): string => givenName({ extras }) || `#${id}`;

/** Returns what the rule with this number is called, as `alertName`; its number if it is not among the rules. */
export function alertNameAmong(rules: readonly Named[], number: string): string {
  const rule = rules.find(({ id }) => String(id) === number);
  return rule === undefined ? `#${number}` : alertName(rule);
}

/** Returns what a rule is called where Discord does not render markdown. */
export function plainAlertName({ id, extras }: Named): string {
  const { name } = extrasOf({ extras });
  return (name === null ? '' : sanitizeLine(name, MAX_NAME_LENGTH)) || `#${id}`;
}

/** So many are named one by one; hundreds of numbers would not fit into a message. */
const NAMED = 20;

/** `#1, #2`, and how many more there are. */
export function alertNumbers(subscriptions: readonly Named[], view: ViewContext): string {
  const shown = subscriptions.length <= NAMED + 1 ? subscriptions : subscriptions.slice(0, NAMED);
  const more = subscriptions.length - shown.length;
  const numbers = shown.map(alertName).join(', ');
  return more === 0 ? numbers : view.messages.alertList.moreNumbers(numbers, more);
}
