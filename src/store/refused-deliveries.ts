import type { Transaction } from './database/database.ts';
import { literal } from './database/lists.ts';

/**
 * Abandons pending deliveries of a channel, in a separate post.
 * @param at epoch ms
 * @returns their number
 */
export async function giveUpRefused(
  transaction: Transaction,
  {
    channelId,
    deliveryIds,
    at,
  }: {
    readonly channelId: string;
    readonly deliveryIds: readonly number[];
    readonly at: number;
  },
): Promise<number> {
  if (deliveryIds.length === 0) return 0;
  const { id: postId } = await transaction
    .insertInto('posts')
    .values({
      channelId,
      nonce: '',
      state: 'dead',
      layout: 'text',
      attempts: 1,
      firstTryAt: at,
      lastTryAt: at,
      deadReason: 'refused',
      settledAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await transaction
    .updateTable('deliveries')
    .set({ state: 'dead', postId })
    .where('id', 'in', deliveryIds)
    .where('channelId', '=', channelId)
    .where('state', '=', literal('pending'))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
