import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries } from './database/database.ts';
import { isAmong, listParameter } from './database/lists.ts';
import { ruleIdsJson } from './deliveries.ts';
import type { PostedWatch } from './model/delivery.ts';
import { readRule } from './rules.ts';

const selectRules = compiledQuery(
  (queries: Queries, { channelId, ids }: Parameters<{ channelId: string; ids: unknown }>) =>
    queries
      .selectFrom('subscriptions')
      .select(['id', 'topics', 'filter', 'pingRoleIds', 'extras'])
      .where('channelId', '=', channelId)
      .where(({ ref }) => isAmong(queries, ref('id'), ids)),
);

/**
 * Reads the watches that a message is about.
 * @param stored their ids, as `posts` has them
 */
export async function postedWatches(
  queries: Queries,
  channelId: string,
  stored: string,
): Promise<readonly PostedWatch[]> {
  const ids = ruleIdsJson.read(stored);
  if (ids.length === 0) return [];
  const rows = await selectRules(queries, { channelId, ids: listParameter(queries, ids) });
  const rules = new Map(rows.map(({ id, ...rule }) => [id, readRule(rule)]));
  return ids.map((id) => ({ id, rule: rules.get(id) ?? null }));
}
