import { isAuctionTopic } from '#src/alerts/kinds/auction/schema.ts';
import { EVENT_TOPICS, TOPICS, type Topic } from '#src/alerts/kinds/registry.ts';
import type { TopicMessages } from '#src/messages/messages.ts';

/** Sets of topics that one choice selects; the larger first. */
const SETS: readonly (readonly Topic[])[] = [EVENT_TOPICS, TOPICS.filter(isAuctionTopic)];

/** A choice of topics. */
export interface TopicChoice {
  readonly name: string;
  /** In the order of `TOPICS`. */
  readonly topics: readonly Topic[];
  /** Whether it means “listings below floor” without a percentage. */
  readonly belowFloor: boolean;
}

type ChoiceMessage = TopicMessages['choices' | 'synonyms'][number];

/** Returns the topics of a choice or of its synonym. */
export const meaningOf = (choice: ChoiceMessage): Omit<TopicChoice, 'name'> => ({
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

/** Returns the topics of a rule as a label, by the names of their choices: `Sales, Auctions`, `Everything, Recaps`. */
export function topicsLabel(topics: readonly Topic[], messages: TopicMessages): string {
  const set = SETS.find((some) => some.every((topic) => topics.includes(topic))) ?? [];
  const single = topics.filter((topic) => !set.includes(topic)).map((topic) => nameOfTopic(topic, messages));
  const whole = choiceFor(set, messages);
  const [first = '', ...others] = set === EVENT_TOPICS ? [whole ?? '', ...single] : [...single, whole ?? ''];
  return others.filter((name) => name !== '').reduce((joined, next) => messages.joined(joined, next), first);
}
