import { z } from 'zod';
import { toJson } from '#src/chain/json.ts';
import { conditions, type FilterValues, storedFields } from './filters/index.ts';
import type { Rule } from './subscription.ts';
import { TOPICS, type Topic } from './topic.ts';

/** Stored form of the conditions of a rule: only those that are set, amounts as decimal texts. */
// The keys and types of the shape are those of the fields.
export const filterSchema = z.object(
  Object.fromEntries(storedFields.map(({ key, schema }) => [key, z.optional<z.ZodType>(schema)])),
) as z.ZodType<FilterValues>;

/** A rule in JSON, with the stored form of its conditions. */
export const ruleSchema: z.ZodType<Rule> = z.object({
  topics: z.array(z.enum(TOPICS)),
  filter: filterSchema,
  pingRoles: z.array(z.string()),
});

/** In the order of `TOPICS`, each once. */
export const orderedTopics = (topics: readonly Topic[]): readonly Topic[] =>
  TOPICS.filter((topic) => topics.includes(topic));

/**
 * The rule as canonical text: rules that mean the same have equal texts. Conditions that are not set are left out, as
 * are those that mean nothing for the rule's topics.
 */
export function canonicalRule({ topics, filter, pingRoles }: Rule): string {
  // The key under which stored rules have their topics.
  const canonical: Record<string, unknown> = { kinds: orderedTopics(topics) };
  for (const condition of conditions) {
    if (condition.appliesTo?.(topics) === false) continue;
    const values = condition.simplify?.(filter) ?? filter;
    for (const field of condition.fields) canonical[field.key] = field.canonical(values);
  }
  if (pingRoles.length > 0) canonical['pingRoles'] = [...new Set(pingRoles)].toSorted();
  return toJson(canonical);
}
