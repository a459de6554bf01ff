import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalRule, filterSchema, orderedTopics } from '#src/alerts/canonical-rule.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { TOPICS } from '#src/alerts/topic.ts';
import { jsonColumn, textList } from './database/json.ts';

const topicsJson = jsonColumn('the topics of a rule', z.array(z.enum(TOPICS)));
export const filterJson = jsonColumn('the conditions of a rule', filterSchema);

/** The columns that make a rule, in `subscriptions`. */
interface RuleColumns {
  readonly topics: string;
  readonly filter: string;
  readonly pingRoleIds: string;
}

/** The rule as it is stored. */
export const writeRule = ({ topics, filter, pingRoles }: Rule): RuleColumns => ({
  topics: topicsJson.write([...orderedTopics(topics)]),
  filter: filterJson.write(filter),
  pingRoleIds: textList.write(pingRoles),
});

/** Throws GavelError STORE_UNUSABLE for what `writeRule` did not write. */
export const readRule = ({ topics, filter, pingRoleIds }: RuleColumns): Rule => ({
  topics: topicsJson.read(topics),
  filter: filterJson.read(filter),
  pingRoles: textList.read(pingRoleIds),
});

/** Rules that mean the same have the same hash. */
export const ruleHash = (rule: Rule): string => hash('sha256', canonicalRule(rule), 'base64url');
