import { EVENT_TOPICS, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import { type OptionInput, unreadable } from '#src/discord/refusal.ts';
import { normaliseText, searchItems, toSearchItem } from '#src/marketplace/text-search.ts';
import type { TopicMessages } from '#src/messages/messages.ts';

/** A choice of topics. */
export interface TopicChoice {
  readonly name: string;
  /** In the order of `TOPICS`. */
  readonly topics: readonly Topic[];
  /** Whether it means “listings below floor” without a percentage. */
  readonly belowFloor: boolean;
}

type ChoiceMessage = TopicMessages['choices' | 'synonyms'][number];

const meaningOf = (choice: ChoiceMessage): Omit<TopicChoice, 'name'> => ({
  topics: choice.topics === 'all' ? EVENT_TOPICS : choice.topics,
  belowFloor: 'belowFloor' in choice,
});

/** Returns the choices suggested while a user types. */
export function topicChoices({ choices }: TopicMessages): readonly TopicChoice[] {
  return choices.map((choice) => ({ name: choice.name, ...meaningOf(choice) }));
}

/** Returns the name of the choice with exactly these topics; `undefined` if there is none. */
export function choiceFor(topics: readonly Topic[], messages: TopicMessages): string | undefined {
  return topicChoices(messages).find(
    (choice) =>
      choice.topics.length === topics.length && topics.every((topic) => choice.topics.includes(topic)),
  )?.name;
}

/** Returns the name of the choice for a single topic. */
export function nameOfTopic(topic: Topic, messages: TopicMessages): string {
  return choiceFor([topic], messages) ?? topic;
}

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
