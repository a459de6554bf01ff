import type { Transaction } from './database/database.ts';
import { literal } from './database/lists.ts';
import type { RefusedDelivery } from './model/delivery.ts';

interface Refused {
  readonly channelId: string;
  readonly refused: readonly RefusedDelivery[];
  /** Epoch ms. */
  readonly at: number;
}

/** Abandons pending deliveries of a channel that were refused with one code, in a separate post. */
async function giveUpWithCode(
  transaction: Transaction,
  refusalCode: number | null,
  { channelId, refused, at }: Refused,
): Promise<number> {
  const deliveryIds = refused.map(({ deliveryId }) => deliveryId);
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
      refusalCode,
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

/**
 * Abandons pending deliveries of a channel that Discord refused.
 * @returns their number
 */
export async function giveUpRefused(
  transaction: Transaction,
  { channelId, refused, at }: Refused,
): Promise<number> {
  let givenUp = 0;
  for (const [code, together] of Map.groupBy(refused, (one) => one.code))
    givenUp += await giveUpWithCode(transaction, code, { channelId, refused: together, at });
  return givenUp;
}
