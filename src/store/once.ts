import type { Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import type { MatchedRule } from './matched-rules.ts';

/* Rules that post once. A rule names the delivery of its one alert. Whether the rule is spent follows from the state of
that delivery, so nothing has to be undone when the delivery expires or is abandoned. */

/** What became of the one alert of a rule that posts once. */
export interface OncePost {
  /** Whether it is posted or may still be. Otherwise the rule may post again. */
  readonly isSpent: boolean;
  /** Of its message; `null` until it is posted, or if it is unknown. */
  readonly messageId: string | null;
}

const NOT_POSTED: ReadonlySet<string> = new Set(['expired', 'dead', 'dropped']);

/** Finds what became of these deliveries. */
export async function findOncePosts(
  queries: Queries,
  deliveryIds: readonly number[],
): Promise<ReadonlyMap<number, OncePost>> {
  const found = new Map<number, OncePost>();
  for (const chunk of inChunks([...new Set(deliveryIds)])) {
    const rows = await queries
      .selectFrom('deliveries')
      .leftJoin('posts', 'posts.id', 'deliveries.postId')
      .select(['deliveries.id', 'deliveries.state', 'posts.messageId'])
      .where('deliveries.id', 'in', chunk)
      .execute();
    for (const { id, state, messageId } of rows)
      found.set(id, { isSpent: !NOT_POSTED.has(state), messageId: state === 'sent' ? messageId : null });
  }
  return found;
}

/** Finds the rules that have posted their one alert, or have it in a queue. Deleted deliveries were posted. */
export async function findSpent(
  transaction: Transaction,
  rules: ReadonlyMap<number, MatchedRule>,
): Promise<Set<number>> {
  const named = [...rules].flatMap(([id, { isOnce, onceDeliveryId }]) =>
    isOnce && onceDeliveryId !== null ? [{ id, onceDeliveryId }] : [],
  );
  if (named.length === 0) return new Set();
  const posts = await findOncePosts(
    transaction,
    named.map(({ onceDeliveryId }) => onceDeliveryId),
  );
  return new Set(
    named.flatMap(({ id, onceDeliveryId }) => (posts.get(onceDeliveryId)?.isSpent === false ? [] : [id])),
  );
}

/** Records that this delivery is the one alert of these rules. */
export async function spend(
  transaction: Transaction,
  ruleIds: readonly number[],
  { alertId, channelId }: { readonly alertId: number; readonly channelId: string },
): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set(({ selectFrom }) => ({
      onceDeliveryId: selectFrom('deliveries')
        .select('deliveries.id')
        .where('deliveries.alertId', '=', alertId)
        .where('deliveries.channelId', '=', channelId),
    }))
    .where('id', 'in', ruleIds)
    .execute();
}

/** Gives rules their one alert back before deliveries that were not posted are deleted. */
export async function giveBack(transaction: Transaction, deliveryIds: readonly number[]): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set({ onceDeliveryId: null })
    .where('onceDeliveryId', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select('deliveries.id')
        .where('deliveries.id', 'in', deliveryIds)
        .where('deliveries.state', 'in', [...NOT_POSTED] as ('expired' | 'dead' | 'dropped')[]),
    )
    .where('onceDeliveryId', 'is not', null)
    .execute();
}
