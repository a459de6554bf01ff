import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { type OptionInput, unreadable } from '#src/discord/refusal.ts';
import { meaningOf, type TopicChoice, topicChoices } from '#src/discord/views/topic-choices.ts';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import type { TopicMessages } from '#src/messages/messages.ts';

/** Returns every accepted name, normalized with `normaliseText`. */
function meanings(messages: TopicMessages): ReadonlyMap<string, Omit<TopicChoice, 'name'>> {
  return new Map([
    ...topicChoices(messages).flatMap((choice) => {
      const name = normaliseText(choice.name);
      return [[name, choice] as const, [name.replace(/s$/, ''), choice] as const];
    }),
    ...messages.synonyms.flatMap((synonym) =>
      synonym.names.map((name) => [normaliseText(name), meaningOf(synonym)] as const),
    ),
  ]);
}

/**
 * Parses topics by their names: `sales, offers`, `auctions`, `everything`, `listings below floor and mints`.
 * @throws UserError for an unknown word
 */
export function readTopics(typed: OptionInput, messages: TopicMessages): Omit<TopicChoice, 'name'> {
  const byName = meanings(messages);
  const words = typed.text
    .split(/[,;+&\n]|\band\b/i)
    .map((word) => normaliseText(word).replaceAll('_', ' '))
    .filter((word) => word !== '');
  if (words.length === 0) throw unreadable(typed, messages.none);
  const asked = words.map((word) => {
    const meaning = byName.get(word);
    if (meaning === undefined) {
      const [near] = searchItems(
        topicChoices(messages).map(({ name }) => toSearchItem(name, [name])),
        word,
        1,
      );
      const hint = near === undefined ? messages.unknown : messages.didYouMean(near);
      throw unreadable({ option: typed.option, text: word }, hint);
    }
    return meaning;
  });
  return {
    topics: TOPICS.filter((topic) => asked.some(({ topics }) => topics.includes(topic))),
    belowFloor: asked.some(({ belowFloor }) => belowFloor),
  };
}
