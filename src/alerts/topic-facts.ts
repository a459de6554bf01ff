import type { TopicDefinition } from './kinds/alert-base.ts';
import { definitionOf, type Topic } from './kinds/registry.ts';

/** Properties of a topic that filters depend on. */
export type TopicFacts = TopicDefinition<Topic>;

export const topicFacts: (topic: Topic) => TopicFacts = definitionOf;
