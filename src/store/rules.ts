import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalRule, filterSchema, orderedTopics } from '#src/alerts/canonical-rule.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import { jsonColumn, textList } from './database/json.ts';

const topicsJson = jsonColumn('the topics of a rule', z.array(z.enum(TOPICS)));
export const filterJson = jsonColumn('the conditions of a rule', filterSchema);

/** The columns that make a rule, in `subscriptions`. */
interface RuleColumns {
  readonly topics: string;
  readonly filter: string;
  readonly pingRoleIds: string;
}

/** Converts a rule to its stored form. */
export const writeRule = ({ topics, filter, pingRoles }: Rule): RuleColumns => ({
  topics: topicsJson.write([...orderedTopics(topics)]),
  filter: filterJson.write(filter),
  pingRoleIds: textList.write(pingRoles),
});

/** Reads a stored rule. Throws GavelError STORE_UNUSABLE if `writeRule` did not write it. */
export const readRule = ({ topics, filter, pingRoleIds }: RuleColumns): Rule => ({
  topics: topicsJson.read(topics),
  filter: filterJson.read(filter),
  pingRoles: textList.read(pingRoleIds),
});

/** Returns the hash of a rule, which is equal for equivalent rules. */
export const ruleHash = (rule: Rule): string => hash('sha256', canonicalRule(rule), 'base64url');
