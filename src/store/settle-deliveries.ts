import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { literal } from './database/lists.ts';

/** SQL expression for whether the column has the id of a rule that matched a delivery of this unsettled post. */
function isRuleOfPost(
  queries: Queries,
  column: Expression<number>,
  postId: RawBuilder<number>,
): RawBuilder<SqlBool> {
  const ids =
    dialectOf(queries) === 'sqlite'
      ? sql`select value from deliveries, json_each(rule_ids)`
      : sql`select value::bigint from deliveries, json_array_elements_text(rule_ids::json)`;
  return sql<SqlBool>`${column} in (${ids} where post_id = ${postId} and state = 'posting')`;
}

/** Settles the deliveries of a post. */
export const settleDeliveries = compiledQuery(
  (transaction: Transaction, { postId, state }: Parameters<{ postId: number; state: 'sent' | 'dead' }>) =>
    transaction
      .updateTable('deliveries')
      .set({ state })
      .where('postId', '=', postId)
      .where('state', '=', literal('posting')),
);

type Accepted = Parameters<{ postId: number; at: number }>;

const noteRulePosts = compiledQuery((transaction: Transaction, { postId, at }: Accepted) =>
  transaction
    .updateTable('subscriptions')
    .set({ lastPostAt: at })
    .where(({ ref }) => isRuleOfPost(transaction, ref('id'), postId)),
);

/**
 * Settles both in one round trip. The rules are locked before the deliveries and in the order of their ids, like in an
 * ingestion.
 */
const settleWithRules = compiledQuery((transaction: Transaction, { postId, at }: Accepted) =>
  transaction
    .with('asking', (db) =>
      db
        .selectFrom('subscriptions')
        .select('id')
        .where(({ ref }) => isRuleOfPost(transaction, ref('id'), postId))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .with('noted', (db) =>
      db
        .updateTable('subscriptions')
        .set({ lastPostAt: at })
        .where('id', 'in', ({ selectFrom }) => selectFrom('asking').select('asking.id'))
        .returning('id'),
    )
    .updateTable('deliveries')
    .set({ state: literal('sent') })
    .where('postId', '=', postId)
    .where('state', '=', literal('posting'))
    // Always true. It makes the server update the rules first.
    .where(sql<SqlBool>`(select count(*) from noted) >= 0`),
);

/**
 * Settles the deliveries of an accepted post, and records it for their rules.
 * @param at epoch ms
 */
export async function settleAsPosted(transaction: Transaction, postId: number, at: number): Promise<void> {
  if (dialectOf(transaction) === 'postgres') {
    await settleWithRules(transaction, { postId, at });
    return;
  }
  await noteRulePosts(transaction, { postId, at });
  await settleDeliveries(transaction, { postId, state: 'sent' });
}
