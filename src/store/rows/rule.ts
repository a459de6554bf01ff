import { z } from 'zod';
import { filterSchema, orderedTopics } from '../../alerts/rule-form.ts';
import type { Topic } from '../../alerts/topic.ts';
import { json, roleIds, topic } from './row-mapper.ts';

/** The kinds as JSON text, in the order of `TOPICS`, each once. */
export function writeKinds(kinds: readonly Topic[]): string {
  return JSON.stringify(orderedTopics(kinds));
}

/** The columns that make a rule, in `subscriptions` and in `drafts`. */
export const ruleColumns = {
  kinds: json.pipe(z.array(topic)),
  filter: json.pipe(filterSchema),
  ping_role_ids: roleIds,
};
