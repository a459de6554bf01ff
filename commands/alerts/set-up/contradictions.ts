import { type CollectionFacts, strong } from '#src/alerts/filters/filter.ts';
import { conditions, fields } from '#src/alerts/filters/index.ts';
import { isMadeForRules, TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { topicFacts } from '#src/alerts/topic-facts.ts';
import { sentenceText } from '#src/discord/render/segments.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { topicsText } from '#src/discord/views/rule-words.ts';

/** Problems of a rule that are visible before it posts anything. */
export interface Contradictions {
  /** Each explains what to change. */
  readonly sentences: readonly string[];
  /** Whether the rule can never post anything. */
  readonly postsNothing: boolean;
}

/**
 * Finds parts of a rule that can never hold, alone or together. Filters are not applied to alerts that are made for a
 * rule (floors, recaps), so only the options of their own kind can contradict these.
 * @param collections facts of every chosen collection, or empty unless all are known
 */
export function contradictions(
  { topics, filter }: Rule,
  collections: readonly CollectionFacts[],
  context: ViewContext,
): Contradictions {
  const check = {
    messages: context.messages.filters,
    allTopics: TOPICS.map(topicFacts),
    topicNames: (some: readonly { readonly topic: string }[], last: 'and' | 'or') =>
      topicsText(
        TOPICS.filter((name) => some.some(({ topic }) => topic === name)),
        context.messages,
        last,
      ),
    called: (key: string) =>
      strong(fields.find((field) => field.key === key)?.messages(context.messages.filters).label ?? key),
    collections,
  };
  const all = topics.map(topicFacts);
  const matched = topics.filter((topic) => !isMadeForRules(topic)).map(topicFacts);
  const found = conditions.flatMap((one) => {
    const own = one.appliesTo === undefined ? matched : all;
    return own.length === 0 ? [] : (one.contradictions?.(filter, { ...check, topics: own }) ?? []);
  });
  const never = new Set(found.flatMap((one) => (one.isNever ? one.topics.map(({ topic }) => topic) : [])));
  const said = new Set<string>();
  const sentences: string[] = [];
  for (const { topics: about, sentence } of found) {
    // If a topic never matches, other problems with it do not matter.
    if (about.length > 0 && about.every(({ topic }) => said.has(topic))) continue;
    for (const { topic } of about) said.add(topic);
    sentences.push(sentenceText(sentence, context));
  }
  return { sentences, postsNothing: topics.every((topic) => never.has(topic)) };
}
