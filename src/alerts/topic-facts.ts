import type { TopicDefinition } from './kinds/alert-base.ts';
import { definitionOf, type Topic } from './kinds/registry.ts';

/** What filters can apply to the alerts of a topic. */
export type TopicFacts = TopicDefinition<Topic>;

export const topicFacts: (topic: Topic) => TopicFacts = definitionOf;
