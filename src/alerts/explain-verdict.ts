import type { Verdict } from './filters/filter.ts';
import type { FilterValues } from './filters/index.ts';
import type { Seen } from './filters/seen.ts';
import { type MatchInput, pricesOf } from './match-input.ts';
import type { MatchFacts, MatchSubject } from './match-subject.ts';
import {
  type Condition,
  type PreparedRule,
  pricesMatch,
  pricesMayMatch,
  verdictOf,
  verdictOfCondition,
} from './rule-match.ts';

/** A condition of a rule that an event failed, or that is undecided. */
export interface FailedCondition {
  readonly condition: Pick<Condition, 'fields' | 'parts'>;
  readonly verdict: 'no' | 'undecided';
  /** The condition's own values in the rule. */
  readonly wanted: FilterValues;
  readonly seen: Seen | null;
}

/** Why a rule matches an event, or does not. */
export interface Explanation {
  readonly verdict: Verdict;
  /** Whether the rule does not select the event's topic. */
  readonly isOtherTopic: boolean;
  /**
   * All conditions that failed, in the order of `conditions`; empty only if the topic alone decided. With verdict
   * `undecided`, none of them is `no`. Of several tokens, these are the conditions of the one that came closest.
   */
  readonly failed: readonly FailedCondition[];
}

/** The verdicts of a rule's conditions about one subject, without those that hold. */
type Failures = ReadonlyMap<Condition, 'no' | 'undecided'>;

function failuresOf(rule: PreparedRule, subject: MatchSubject, facts: MatchFacts): Failures {
  const failures = new Map<Condition, 'no' | 'undecided'>();
  for (const condition of rule.conditions) {
    const verdict = verdictOfCondition(condition, rule.values, subject, facts);
    if (verdict !== 'yes') failures.set(condition, verdict);
  }
  return failures;
}

const isPossible = (failures: Failures): boolean => ![...failures.values()].includes('no');

/** Compares how far two subjects are from matching. */
function distance(one: Failures, other: Failures): number {
  const failed = (failures: Failures) => [...failures.values()].filter((verdict) => verdict === 'no').length;
  return failed(one) - failed(other) || one.size - other.size;
}

/** Returns the verdict of one price condition alone. */
function verdictOfPrices(
  rule: PreparedRule,
  condition: Condition,
  alert: MatchInput['alert'],
  { judged, possible }: Record<'judged' | 'possible', readonly MatchSubject[]>,
): Verdict {
  const alone = { ...rule, conditions: [condition] };
  if (pricesMatch(alone, alert, judged)) return 'yes';
  return pricesMayMatch(alone, alert, possible) ? 'undecided' : 'no';
}

/** Returns the values of the condition's own fields. */
function ownValues({ fields }: Condition, values: FilterValues): FilterValues {
  const keys = new Set<string>(fields.map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => keys.has(key)));
}

/**
 * Returns the verdict of `verdictOf` with every condition that failed, tested by the same functions. Takes longer than
 * a verdict, because it does not stop at the first failure.
 */
export function explainVerdict(rule: PreparedRule, input: MatchInput, facts: MatchFacts): Explanation {
  const verdict = verdictOf(rule, input, facts);
  const isOtherTopic = !rule.rule.topics.includes(input.alert.topic);
  if (verdict === 'yes') return { verdict, isOtherTopic, failed: [] };
  const { alert, subjects } = input;
  const judgements = subjects.map((subject) => ({ subject, failures: failuresOf(rule, subject, facts) }));
  const [closest] = judgements.toSorted((one, other) => distance(one.failures, other.failures));
  if (closest === undefined) return { verdict, isOtherTopic, failed: [] };
  const subjectsWhere = (test: (failures: Failures) => boolean) =>
    judgements.filter(({ failures }) => test(failures)).map(({ subject }) => subject);
  const fitting = subjectsWhere(({ size }) => size === 0);
  const possible = subjectsWhere(isPossible);
  const judged = {
    judged: fitting.length > 0 ? fitting : [closest.subject],
    possible: possible.length > 0 ? possible : [closest.subject],
  };
  const ofPrices = new Map(
    rule.conditions
      .filter(({ testPrice }) => testPrice !== undefined)
      .map((condition) => [condition, verdictOfPrices(rule, condition, alert, judged)] as const),
  );
  const outcomes = new Map(
    rule.conditions.map((condition) => {
      if (condition.testAlert?.(rule.values, alert) === false) return [condition, 'no'] as const;
      return [condition, ofPrices.get(condition) ?? closest.failures.get(condition) ?? 'yes'] as const;
    }),
  );
  // Several price conditions may each accept another price; then all of them failed together.
  if (!isOtherTopic && ![...outcomes.values()].includes(verdict))
    for (const condition of ofPrices.keys()) outcomes.set(condition, verdict);
  const event = { alert, subject: closest.subject, prices: pricesOf(alert, judged.judged) };
  const failed = [...outcomes].flatMap(([condition, outcome]): readonly FailedCondition[] => {
    if (outcome === 'yes') return [];
    const wanted = ownValues(condition, rule.values);
    return [{ condition, verdict: outcome, wanted, seen: condition.seen?.(rule.values, event) ?? null }];
  });
  return { verdict, isOtherTopic, failed };
}
