import { toJson } from '#src/chain/json.ts';
import { canonicalRule } from './canonical-rule.ts';
import { conditions, type FilterValues } from './filters/index.ts';
import { isMadeForRules, type Topic } from './kinds/registry.ts';
import type { Rule } from './subscription.ts';

/** The part of a filter or kind option that `coversTopic` needs. */
interface Condition {
  readonly fields: readonly {
    isSet(values: FilterValues): boolean;
    canonical(values: FilterValues): unknown;
  }[];
  appliesTo?(topics: Rule['topics']): boolean;
  simplify?(values: FilterValues): FilterValues;
  covers?(wide: FilterValues, narrow: FilterValues): boolean;
}

const all: readonly Condition[] = conditions;

/** Another rule of the channel, and the topics for which it already posts everything. */
export interface Overlap<R extends Rule> {
  readonly other: R;
  readonly topics: readonly Topic[];
}

function isSame({ fields, simplify }: Condition, wide: FilterValues, narrow: FilterValues): boolean {
  const [one, other] = [simplify?.(wide) ?? wide, simplify?.(narrow) ?? narrow];
  const written = (values: FilterValues) => toJson(fields.map((field) => field.canonical(values) ?? null));
  return written(one) === written(other);
}

function covers(condition: Condition, wide: Rule, narrow: Rule, topic: Topic): boolean {
  if (condition.appliesTo?.([topic]) === false) return true;
  // Without a value, a kind option has its default, which is no wider than any other value.
  if (condition.appliesTo !== undefined || isMadeForRules(topic)) {
    return isSame(condition, wide.filter, narrow.filter);
  }
  if (condition.covers !== undefined) return condition.covers(wide.filter, narrow.filter);
  const isSet = condition.fields.some((field) => field.isSet(wide.filter));
  return !isSet || isSame(condition, wide.filter, narrow.filter);
}

/**
 * Returns whether one rule posts every alert of a topic that the other posts. For a price range this holds for each
 * price, but not always for the total of several sales, because the wider rule may count more of them.
 */
export function coversTopic(wide: Rule, narrow: Rule, topic: Topic): boolean {
  return wide.topics.includes(topic) && all.every((condition) => covers(condition, wide, narrow, topic));
}

/**
 * Returns the other rules that already post alerts of a rule; those that post most come first.
 * @param others other rules of the same channel
 */
export function overlaps<R extends Rule>(rule: Rule, others: readonly R[]): readonly Overlap<R>[] {
  return others
    .map((other) => ({ other, topics: rule.topics.filter((topic) => coversTopic(other, rule, topic)) }))
    .filter(({ topics }) => topics.length > 0)
    .toSorted((one, two) => two.topics.length - one.topics.length);
}

/** Returns the equivalent rule with the same pings. */
export function sameRule<R extends Rule>(rule: Rule, others: readonly R[]): R | undefined {
  const wanted = canonicalRule(rule);
  return others.find((other) => canonicalRule(other) === wanted);
}
