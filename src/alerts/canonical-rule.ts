import { z } from 'zod';
import { toJson } from '#src/chain/json.ts';
import { conditions, type FilterValues, storedFields } from './filters/index.ts';
import { TOPICS, type Topic } from './kinds/registry.ts';
import { MAX_NAME_LENGTH } from './rule-extras.ts';
import type { Rule, RuleExtras } from './subscription.ts';

/** Stored form of a rule's conditions: only those that are set, with amounts as decimal text. */
// The field definitions determine the keys and types of the shape.
export const filterSchema = z.object(
  Object.fromEntries(storedFields.map(({ key, schema }) => [key, z.optional<z.ZodType>(schema)])),
) as z.ZodType<FilterValues>;

/** Stored form of `RuleExtras`: only what is set, or `null` for what is not. */
export const extrasSchema: z.ZodType<RuleExtras> = z
  .object({
    name: z.string().min(1).max(MAX_NAME_LENGTH).nullish(),
    endsAt: z.int().nullish(),
    isOnce: z.literal(true).optional(),
  })
  .transform(({ name, endsAt, isOnce }) => ({
    name: name ?? null,
    endsAt: endsAt ?? null,
    ...(isOnce === true ? { isOnce } : {}),
  }));

/** A rule in JSON, with the stored form of its conditions. */
export const ruleSchema: z.ZodType<Rule> = z.object({
  topics: z.array(z.enum(TOPICS)),
  filter: filterSchema,
  pingRoles: z.array(z.string()),
  extras: extrasSchema.optional(),
});

/** Returns the topics in the order of `TOPICS`, without duplicates. */
export const orderedTopics = (topics: readonly Topic[]): readonly Topic[] =>
  TOPICS.filter((topic) => topics.includes(topic));

/**
 * Returns the rule as canonical text: equivalent rules have equal texts. Conditions that are not set, or have no effect
 * for the rule's topics, are left out, as are its extras.
 */
export function canonicalRule({ topics, filter, pingRoles }: Rule): string {
  // Stored rules have their topics under this key.
  const canonical: Record<string, unknown> = { kinds: orderedTopics(topics) };
  for (const condition of conditions) {
    if (condition.appliesTo?.(topics) === false) continue;
    const values = condition.simplify?.(filter) ?? filter;
    for (const field of condition.fields) canonical[field.key] = field.canonical(values);
  }
  if (pingRoles.length > 0) canonical['pingRoles'] = [...new Set(pingRoles)].toSorted();
  return toJson(canonical);
}
