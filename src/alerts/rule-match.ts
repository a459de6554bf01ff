import type { Wei } from '#src/chain/wei.ts';
import type { Segment } from '#src/messages/segment.ts';
import type { MarketAlert } from './alert.ts';
import type { Detail, IndexKey, PartsContext, Verdict } from './filters/filter.ts';
import { conditions, type FilterValues } from './filters/index.ts';
import type { Seen, TestedEvent } from './filters/seen.ts';
import { hasPendingPrices, type MatchInput, priceRange, pricesOf, toMatchInput } from './match-input.ts';
import type { MatchFacts, MatchSubject, PriceSpan } from './match-subject.ts';
import { ALL_PENDING } from './missing-details.ts';
import { bySelectivity, type KeySets } from './rule-index.ts';
import type { Rule } from './subscription.ts';

/** The part of a filter or kind option that matching and its explanation need. */
export interface Condition {
  readonly fields: readonly { readonly key: string; isSet(values: FilterValues): boolean }[];
  readonly needs?: readonly Detail[];
  appliesTo?(topics: Rule['topics']): boolean;
  test?(values: FilterValues, subject: MatchSubject, facts: MatchFacts): Verdict;
  testPrice?(values: FilterValues, price: PriceSpan): Verdict;
  testAlert?(values: FilterValues, alert: MarketAlert): boolean;
  indexKeys?(values: FilterValues): readonly IndexKey[] | null;
  parts(values: FilterValues, context: PartsContext): readonly (readonly Segment[])[];
  seen?(values: FilterValues, event: TestedEvent): Seen;
}

/** A rule with only those of its conditions that can fail. */
export interface PreparedRule<R extends Rule = Rule> {
  readonly rule: R;
  readonly values: FilterValues;
  readonly conditions: readonly Condition[];
  /** Whether one of them is about prices. */
  readonly testsPrices: boolean;
}

const all: readonly Condition[] = conditions;
/** Rules with the same conditions share one list, because there may be a million rules. */
const conditionLists = new Map<number, readonly Condition[]>();

function conditionsOf(values: FilterValues, topics: Rule['topics']): readonly Condition[] {
  let mask = 0;
  for (const [at, condition] of all.entries()) {
    const canFail = condition.appliesTo?.(topics) ?? condition.fields.some((field) => field.isSet(values));
    if (canFail) mask |= 1 << at;
  }
  const list = conditionLists.get(mask) ?? all.filter((_, at) => (mask & (1 << at)) !== 0);
  conditionLists.set(mask, list);
  return list;
}

/** Prepares a rule once for all alerts that it is tested against. */
export function prepareRule<R extends Rule>(rule: R): PreparedRule<R> {
  const values = rule.filter;
  const own = conditionsOf(values, rule.topics);
  return { rule, values, conditions: own, testsPrices: own.some(({ testPrice }) => testPrice !== undefined) };
}

/** Returns whether the rule depends on details of this sort, or of any. */
export function needsDetail({ conditions: own }: PreparedRule, detail?: Detail): boolean {
  return own.some(({ needs = [] }) => (detail === undefined ? needs.length > 0 : needs.includes(detail)));
}

/** Returns the keys under which an index stores the rule. */
export function indexKeysOf({ values, conditions: own }: PreparedRule): KeySets {
  const sets = own.map((condition) => condition.indexKeys?.(values) ?? null);
  return bySelectivity(sets.filter((keys) => keys !== null));
}

/** Returns the verdict of one condition about a subject; `yes` for a condition that does not test subjects. */
export function verdictOfCondition(
  condition: Condition,
  values: FilterValues,
  subject: MatchSubject,
  facts: MatchFacts,
): Verdict {
  return condition.test?.(values, subject, facts) ?? 'yes';
}

function verdictOfSubject(
  { values, conditions: own }: PreparedRule,
  subject: MatchSubject,
  facts: MatchFacts,
): Verdict {
  let verdict: Verdict = 'yes';
  for (const condition of own) {
    const one = verdictOfCondition(condition, values, subject, facts);
    if (one === 'no') return 'no';
    if (one === 'undecided') verdict = 'undecided';
  }
  return verdict;
}

/** Returns whether all price conditions hold; `no` if one of them fails. */
function verdictOfPrice({ values, conditions: own }: PreparedRule, price: PriceSpan): Verdict {
  let verdict: Verdict = 'yes';
  for (const condition of own) {
    const one = condition.testPrice?.(values, price) ?? 'yes';
    if (one === 'no') return 'no';
    if (one === 'undecided') verdict = 'undecided';
  }
  return verdict;
}

/** Returns whether the rule has this price among its prices. */
export const matchesPrice = (rule: PreparedRule, price: Wei): boolean =>
  verdictOfPrice(rule, { least: price, most: price, open: false }) === 'yes';

/** Returns whether one of the prices of these subjects, or their total, matches. */
export function pricesMatch(
  rule: PreparedRule,
  alert: MarketAlert,
  fitting: readonly MatchSubject[],
): boolean {
  const prices = pricesOf(alert, fitting);
  const known = prices.filter((price) => price !== null);
  const matches = (least: bigint, most: bigint | null) =>
    verdictOfPrice(rule, { least, most, open: false }) === 'yes';
  if (known.some((price) => matches(price, price))) return true;
  if (known.length === 0) return false;
  const total = known.reduce((sum, price) => sum + price, 0n);
  return matches(total, known.length === prices.length ? total : null);
}

/** Returns whether prices may match, before the matching subjects and the unknown prices are known. */
export function pricesMayMatch(
  rule: PreparedRule,
  alert: MarketAlert,
  possible: readonly MatchSubject[],
): boolean {
  if (hasPendingPrices(alert, possible)) return true;
  const { least, most } = priceRange(alert, possible) ?? { least: null, most: null };
  return verdictOfPrice(rule, { least, most, open: least !== null }) !== 'no';
}

/** Returns the verdict of a rule without price conditions: that of its best subject. */
function bestVerdict(rule: PreparedRule, subjects: readonly MatchSubject[], facts: MatchFacts): Verdict {
  let best: Verdict = 'no';
  for (const subject of subjects) {
    const verdict = verdictOfSubject(rule, subject, facts);
    if (verdict === 'yes') return 'yes';
    if (verdict === 'undecided') best = 'undecided';
  }
  return best;
}

/**
 * Returns whether the rule matches. `undecided`: not now, but perhaps once details are known that `input` lacks.
 *
 * - All conditions of the rule must hold; an unknown value fails its condition.
 * - Token conditions: one token of the alert (or the collection of a collection offer) must meet all of them together.
 * - Prices: one of the prices, or the total, of the subjects that meet all other conditions. Only in the chain's own
 *   coin.
 */
export function verdictOf(rule: PreparedRule, input: MatchInput, facts: MatchFacts): Verdict {
  return rule.rule.topics.includes(input.alert.topic) ? verdictOfCandidate(rule, input, facts) : 'no';
}

/** Returns the verdict of a rule that is known to have the alert's topic. */
export function verdictOfCandidate(
  rule: PreparedRule,
  { alert, subjects }: Pick<MatchInput, 'alert' | 'subjects'>,
  facts: MatchFacts,
): Verdict {
  for (const condition of rule.conditions) {
    if (condition.testAlert?.(rule.values, alert) === false) return 'no';
  }
  if (!rule.testsPrices) return bestVerdict(rule, subjects, facts);
  const fitting: MatchSubject[] = [];
  const possible: MatchSubject[] = [];
  for (const subject of subjects) {
    const verdict = verdictOfSubject(rule, subject, facts);
    if (verdict === 'yes') fitting.push(subject);
    if (verdict !== 'no') possible.push(subject);
  }
  if (possible.length === 0) return 'no';
  if (fitting.length > 0 && pricesMatch(rule, alert, fitting)) return 'yes';
  return pricesMayMatch(rule, alert, possible) ? 'undecided' : 'no';
}

/** Returns the rule without the conditions that depend on looked-up details. It matches at least as many alerts. */
export function withoutDetails<R extends Rule>(rule: PreparedRule<R>): PreparedRule<R> {
  const own = rule.conditions.filter(({ needs = [] }) => needs.length === 0);
  return { ...rule, conditions: own, testsPrices: own.some(({ testPrice }) => testPrice !== undefined) };
}

/**
 * Returns the highest price for which the rule matches this alert: one of its prices or their total, as in
 * `verdictOf`. `null` if none is known. The rule would still match it with a minimum price up to this one.
 */
export function highestMatch(
  rule: PreparedRule,
  { alert, subjects }: Pick<MatchInput, 'alert' | 'subjects'>,
  facts: MatchFacts,
): Wei | null {
  const fitting = subjects.filter((subject) => verdictOfSubject(rule, subject, facts) === 'yes');
  const prices = pricesOf(alert, fitting);
  const known = prices.filter((price) => price !== null);
  const total = known.reduce((sum, price) => sum + price, 0n);
  const isComplete = known.length === prices.length;
  let highest: Wei | null = null;
  for (const [least, most] of [
    ...known.map((price) => [price, price] as const),
    ...(known.length > 1 ? [[total, isComplete ? total : null] as const] : []),
  ]) {
    const fits = verdictOfPrice(rule, { least, most, open: false }) === 'yes';
    if (fits && (highest === null || least > highest)) highest = least;
  }
  return highest;
}

/**
 * Returns whether an alert with only feed data may match once ranks, traits, floors and missing values are known. Never
 * `false` for an alert that `matches` accepts later.
 */
export function mayMatch(rule: Rule, alert: MarketAlert): boolean {
  return (
    verdictOf(prepareRule(rule), toMatchInput(alert, ALL_PENDING), { isWhitelisted: () => true }) !== 'no'
  );
}

/** Returns whether the rule matches an alert with all details looked up. */
export function matches(rule: Rule, alert: MarketAlert, facts: MatchFacts): boolean {
  return verdictOf(prepareRule(rule), toMatchInput(alert), facts) === 'yes';
}
