import { toJson } from '#src/chain/json.ts';
import { canonicalRule } from './canonical-rule.ts';
import { conditions, type FilterValues } from './filters/index.ts';
import type { Rule } from './subscription.ts';
import { isMadeForRules, type Topic } from './topic.ts';

/** What `coversTopic` needs of a filter or of an option of a kind. */
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

/** Another rule of the channel, and those topics of a rule of which it posts everything already. */
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
  // Without a value an option of a kind has its default, which is no wider than any other value.
  if (condition.appliesTo !== undefined || isMadeForRules(topic)) {
    return isSame(condition, wide.filter, narrow.filter);
  }
  if (condition.covers !== undefined) return condition.covers(wide.filter, narrow.filter);
  const isSet = condition.fields.some((field) => field.isSet(wide.filter));
  return !isSet || isSame(condition, wide.filter, narrow.filter);
}

/**
 * Whether one rule posts every alert of a topic that the other posts. For a price between two bounds this holds for
 * each price, but not always for the total of several sales: the wider rule may count more of them.
 */
export function coversTopic(wide: Rule, narrow: Rule, topic: Topic): boolean {
  return wide.topics.includes(topic) && all.every((condition) => covers(condition, wide, narrow, topic));
}

/**
 * The other rules that already post what a rule asks for: the one that posts most of it first.
 * @param others rules that post in the same channel, without the rule itself
 */
export function overlaps<R extends Rule>(rule: Rule, others: readonly R[]): readonly Overlap<R>[] {
  return others
    .map((other) => ({ other, topics: rule.topics.filter((topic) => coversTopic(other, rule, topic)) }))
    .filter(({ topics }) => topics.length > 0)
    .toSorted((one, two) => two.topics.length - one.topics.length);
}

/** The rule of these that means the same, with the same pings. */
export function sameRule<R extends Rule>(rule: Rule, others: readonly R[]): R | undefined {
  const wanted = canonicalRule(rule);
  return others.find((other) => canonicalRule(other) === wanted);
}
