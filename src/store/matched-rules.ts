import type { Alert } from '#src/alerts/alert.ts';
import { isMarketAlert, kindOf } from '#src/alerts/kinds/registry.ts';
import type { MatchFacts } from '#src/alerts/match-subject.ts';
import { NONE_PENDING } from '#src/alerts/missing-details.ts';
import { pingVerdict } from '#src/alerts/ping-verdict.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { inChunks, isAmong, listParameter } from './database/lists.ts';
import { filterJson, mayHavePingConditions, readExtras, topicsJson } from './rules.ts';

/** A rule that matched. */
export interface MatchedRule {
  readonly pingRoles: readonly string[];
  /** Its topics and conditions if it pings only for some of its alerts; `null` for all. */
  readonly pingsWhen: Pick<Rule, 'topics' | 'filter'> | null;
  readonly isOnce: boolean;
  readonly onceDeliveryId: number | null;
}

const markMatched = compiledQuery(
  (transaction: Transaction, { ids, at }: Parameters<{ ids: unknown; at: number }>) =>
    transaction
      .updateTable('subscriptions')
      .set(({ eb }) => ({
        lastMatchAt: eb.case().when('lastMatchAt', '>', at).then(eb.ref('lastMatchAt')).else(at).end(),
      }))
      .where(({ ref }) => isAmong(transaction, ref('id'), ids))
      .returning(['id', 'topics', 'filter', 'pingRoleIds', 'extras', 'onceDeliveryId']),
);

/** Records that the rules matched. Resolves to them by id. Removed rules are left out. */
export async function noteMatches(
  transaction: Transaction,
  subscriptionIds: readonly number[],
  at: number,
): Promise<ReadonlyMap<number, MatchedRule>> {
  const rules = new Map<number, MatchedRule>();
  // In a fixed order, so that two transactions do not wait for each other.
  for (const chunk of inChunks([...new Set(subscriptionIds)].toSorted((one, other) => one - other))) {
    const rows = await markMatched(transaction, { ids: listParameter(transaction, chunk), at });
    for (const { id, topics, filter, pingRoleIds, extras, onceDeliveryId } of rows) {
      const { isOnce = false } = readExtras(extras);
      const pingsWhen = mayHavePingConditions(filter)
        ? { topics: topicsJson.read(topics), filter: filterJson.read(filter) }
        : null;
      rules.set(id, { pingRoles: textList.read(pingRoleIds), pingsWhen, isOnce, onceDeliveryId });
    }
  }
  return rules;
}

/** The matcher has found the rule, so its collections need not be looked up again. */
const ALREADY_MATCHED: MatchFacts = { isWhitelisted: () => true };

/** Returns whether a rule that posts the alert pings for it, by the facts that are known now. */
export function isPinging({ pingsWhen }: MatchedRule, alert: Alert): boolean {
  if (pingsWhen === null || !isMarketAlert(alert)) return true;
  const input = { alert, subjects: kindOf(alert).subjects(alert, NONE_PENDING) };
  return pingVerdict(pingsWhen, input, ALREADY_MATCHED) === 'yes';
}
