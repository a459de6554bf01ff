import type { CollectionFacts } from '../../../src/alerts/filters/filter.ts';
import { conditions } from '../../../src/alerts/filters/index.ts';
import type { Rule } from '../../../src/alerts/subscription.ts';
import { TOPICS } from '../../../src/alerts/topic.ts';
import { topicFacts } from '../../../src/alerts/topic-facts.ts';
import { sentenceText } from '../../../src/discord/render/segments.ts';
import type { ViewContext } from '../../../src/discord/views/context.ts';
import { topicsText } from '../../../src/discord/views/rule-words.ts';

/**
 * Parts of a rule that can never hold, or never hold together, each as a sentence that says what to change.
 * @param collections facts of every chosen collection, or nothing where they are not all known
 */
export function contradictions(
  { topics, filter }: Rule,
  collections: readonly CollectionFacts[],
  context: ViewContext,
): readonly string[] {
  const check = {
    messages: context.messages.filters,
    topics: topics.map(topicFacts),
    allTopics: TOPICS.map(topicFacts),
    topicNames: (topics: readonly { readonly topic: string }[], last: 'and' | 'or') =>
      topicsText(
        TOPICS.filter((name) => topics.some(({ topic }) => topic === name)),
        context.messages,
        last,
      ),
    collections,
  };
  const said = new Set<string>();
  const sentences: string[] = [];
  for (const { topics, sentence } of conditions.flatMap((one) => one.contradictions?.(filter, check) ?? [])) {
    // Of a topic that never matches nothing else has to be said.
    if (topics.length > 0 && topics.every(({ topic }) => said.has(topic))) continue;
    for (const { topic } of topics) said.add(topic);
    sentences.push(sentenceText(sentence, context));
  }
  return sentences;
}
