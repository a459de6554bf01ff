import { barelyBelowFloor, belowFloor } from '#src/alerts/filters/below-floor.ts';
import { collection, collectionChoice } from '#src/alerts/filters/collection.ts';
import { type FilterLookups, type ReadContext, strong } from '#src/alerts/filters/filter.ts';
import { conditions, type FilterValues, fields, MATCH_ALL } from '#src/alerts/filters/index.ts';
import { EVENT_TOPICS, isMadeForRules } from '#src/alerts/kinds/registry.ts';
import { saleTopic } from '#src/alerts/kinds/sale.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import { isNotFound, resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import { throwAny } from '#src/discord/problems.ts';
import { isCleared } from '#src/discord/refusal.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { UserError } from '#src/discord/user-error.ts';
import { choiceFor, nameOfTopic, type TopicChoice } from '#src/discord/views/topic-choices.ts';
import type { TopicMessages } from '#src/messages/messages.ts';
import { readTopics } from './topics.ts';

/** Creates the lookups that filters use while parsing texts. */
function filterLookups({
  collections,
  lookups,
  view,
}: Pick<CommandServices, 'collections' | 'lookups' | 'view'>): FilterLookups {
  return {
    collections,
    async traitsOf(collection) {
      const found = await resultOrNull(lookups.traits(collection));
      if (found === null) return null;
      return found.value.flatMap(({ type, values }) => values.map(({ value }) => ({ type, value })));
    },
    tokensIn: (text) => meaningsOf(text, view.links.read).filter((one) => one.of === 'token'),
    userIn: (text) => meaningsOf(text, view.links.read).find((one) => one.of === 'person')?.who ?? '',
    async walletOf(name) {
      try {
        return (await lookups.profile(name)).value.address;
      } catch (error) {
        if (!isNotFound(error)) throw error;
        return null;
      }
    },
  };
}

/** The option for a rule's topics; the other options are its filters. */
export const TOPICS_OPTION = 'alerts';

/** The options of a rule, in the order of the form. */
export const RULE_OPTIONS: readonly string[] = [TOPICS_OPTION, ...fields.map(({ key }) => key)];

/** Typed texts by option: an absent option keeps its value, `-` or an empty text resets it to the default. */
export type RuleTexts = Readonly<Record<string, string>>;

/** A rule without options. */
export const DEFAULT_RULE: Rule = { topics: [saleTopic.value], filter: MATCH_ALL, pingRoles: [] };

type Services = Pick<CommandServices, 'collections' | 'lookups' | 'view'>;

/** Name of an option in the input: its name in a command, its label in a modal. */
export type Called = (option: string) => string;

function topicsOf(
  base: Rule,
  text: string | undefined,
  option: string,
  messages: TopicMessages,
): Omit<TopicChoice, 'name'> | UserError {
  if (text === undefined) return { topics: base.topics, belowFloor: false };
  if (isCleared(text)) return { topics: DEFAULT_RULE.topics, belowFloor: false };
  try {
    return readTopics({ option, text }, messages);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/**
 * Returns a rule changed by typed texts. Names of wallets, and traits of chosen collections, are looked up at the
 * marketplace. If it does not answer, traits are used as typed.
 * @throws UserError with all problems, each with its option, and a marketplace error if a wallet's name cannot be
 * looked up
 */
export async function changedRule(
  base: Rule,
  texts: RuleTexts,
  services: Services,
  called: Called = (option) => option,
): Promise<Rule> {
  const { view } = services;
  const { filters: messages } = view.messages;
  const lookups = filterLookups(services);
  const problems = new Map<string, string>();
  const inOrder = () => RULE_OPTIONS.flatMap((option) => problems.get(option) ?? []);
  let values: FilterValues = base.filter;

  const asked = topicsOf(base, texts[TOPICS_OPTION], called(TOPICS_OPTION), view.messages.topics);
  if (asked instanceof UserError) problems.set(TOPICS_OPTION, asked.sentence(view.messages));

  async function read(some: typeof fields, collections: ReadContext['collections']): Promise<void> {
    const parts = await Promise.all(
      some.map(async (field) => {
        const text = texts[field.key];
        if (text === undefined) return {};
        if (isCleared(text)) return field.cleared();
        const option = strong(called(field.key));
        const context = { option, currency: view.currency, lookups, messages, collections };
        const reading = await field.read(text, context, values);
        if ('part' in reading) return reading.part;
        problems.set(field.key, sentenceText(reading.problem, view));
        return {};
      }),
    );
    for (const part of parts) values = { ...values, ...part };
  }

  const [waiting, others] = [true, false].map((waits) =>
    fields.filter(({ waitsForCollections }) => waitsForCollections === waits),
  );
  await read(others ?? [], null);
  // Without valid collections, the possible values of the other fields are unknown.
  const hasCollections = !collection.fields.some(({ key }) => problems.has(key));
  if (hasCollections) await read(waiting ?? [], collectionChoice(values));
  const isMeasured = belowFloor.fields.some((field) => field.isSet(values));
  const barely = !(asked instanceof UserError) && asked.belowFloor && !isMeasured;
  if (barely) values = { ...values, ...barelyBelowFloor };
  const given = new Set(RULE_OPTIONS.filter((option) => texts[option] !== undefined));
  const unsettled: string[] = [];
  for (const condition of conditions) {
    // A condition with an unreadable value already has a problem.
    if (condition.fields.some(({ key }) => problems.has(key))) continue;
    const settled = condition.settle?.(values, {
      messages,
      currency: view.currency,
      called: (key) => strong(called(key)),
      given,
    });
    if (settled === undefined) continue;
    if ('problem' in settled) unsettled.push(sentenceText(settled.problem, view));
    else values = { ...values, ...settled.values };
  }
  throwAny([...inOrder(), ...unsettled], view.messages);
  return {
    topics: asked instanceof UserError ? base.topics : asked.topics,
    filter: values,
    pingRoles: base.pingRoles,
    extras: base.extras,
  };
}

/** Formats a rule as texts that `changedRule` parses to the same rule. A value that is not set is an empty text. */
export function presentTexts(rule: Rule, { collections, view }: Services): RuleTexts {
  const { currency, messages } = view;
  const context = { currency, collections, messages: messages.filters };
  const isEverything = EVENT_TOPICS.every((topic) => rule.topics.includes(topic));
  const everything = isEverything ? choiceFor(EVENT_TOPICS, messages.topics) : undefined;
  const named = everything === undefined ? rule.topics : rule.topics.filter(isMadeForRules);
  const topics = named.map((topic) => nameOfTopic(topic, messages.topics));
  return {
    [TOPICS_OPTION]: [...(everything === undefined ? [] : [everything]), ...topics].join(', '),
    ...Object.fromEntries(fields.map((field) => [field.key, field.write(rule.filter, context)])),
  };
}
