import type { Verdict } from './filters/filter.ts';
import { hasPingConditions, pingsAtPrice, withPingConditions } from './filters/pings.ts';
import { isMadeForRules, kindOf } from './kinds/registry.ts';
import type { MatchInput } from './match-input.ts';
import type { MatchFacts } from './match-subject.ts';
import { prepareRule, verdictOfCandidate } from './rule-match.ts';
import type { Rule } from './subscription.ts';

/**
 * Returns whether a rule pings for an alert that it posts. `undecided`: not now, but perhaps once details are known that
 * `input` lacks. One token has to meet the conditions of the pings together with those of the rule.
 */
export function pingVerdict(
  { topics, filter }: Pick<Rule, 'topics' | 'filter'>,
  input: Pick<MatchInput, 'alert' | 'subjects'>,
  facts: MatchFacts,
): Verdict {
  if (!hasPingConditions(filter)) return 'yes';
  const { alert } = input;
  if (isMadeForRules(alert.topic)) return pingsAtPrice(filter, kindOf(alert).price(alert)) ? 'yes' : 'no';
  const prepared = prepareRule({ topics, filter: withPingConditions(filter), pingRoles: [] });
  return verdictOfCandidate(prepared, input, facts);
}
