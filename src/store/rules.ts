import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalRule, extrasSchema, filterSchema, orderedTopics } from '#src/alerts/canonical-rule.ts';
import { PING_KEYS } from '#src/alerts/filters/pings.ts';
import { TOPICS } from '#src/alerts/kinds/registry.ts';
import { writtenExtras } from '#src/alerts/rule-extras.ts';
import { NO_EXTRAS, type Rule, type RuleExtras } from '#src/alerts/subscription.ts';
import { toJson } from '#src/chain/json.ts';
import { jsonColumn, textList } from './database/json.ts';

export const topicsJson = jsonColumn('the topics of a rule', z.array(z.enum(TOPICS)));
const extrasJson = jsonColumn('the name and the end of a rule', extrasSchema);
/** The stored form of no extras. */
const NONE = '{}';
export const filterJson = jsonColumn('the conditions of a rule', filterSchema);

/** The columns that make a rule, in `subscriptions`. */
interface RuleColumns {
  readonly topics: string;
  readonly filter: string;
  readonly pingRoleIds: string;
  readonly extras: string;
}

/** Converts a rule to its stored form. */
export const writeRule = (rule: Rule): RuleColumns => ({
  topics: topicsJson.write([...orderedTopics(rule.topics)]),
  filter: filterJson.write(rule.filter),
  pingRoleIds: textList.write(rule.pingRoles),
  extras: toJson(writtenExtras(rule)),
});

/** Reads stored extras. */
export const readExtras = (extras: string): RuleExtras =>
  extras === NONE ? NO_EXTRAS : extrasJson.read(extras);

/** Reads a stored rule. Throws GavelError STORE_UNUSABLE if `writeRule` did not write it. */
export const readRule = ({ topics, filter, pingRoleIds, extras }: RuleColumns): Rule => ({
  topics: topicsJson.read(topics),
  filter: filterJson.read(filter),
  pingRoles: textList.read(pingRoleIds),
  ...(extras === NONE ? {} : { extras: readExtras(extras) }),
});

/** Returns whether a stored filter has conditions of pings, without reading it. */
export const mayHavePingConditions = (filter: string): boolean =>
  PING_KEYS.some((key) => filter.includes(`"${key}"`));

/** Returns the hash of a rule, which is equal for equivalent rules. */
export const ruleHash = (rule: Rule): string => hash('sha256', canonicalRule(rule), 'base64url');
