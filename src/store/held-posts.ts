import { HELD_CODES } from '../domain/held.ts';
import { now } from './database/adapters.ts';
import { inChunks } from './database/chunks.ts';
import type { Transaction } from './database/database.ts';
import { literal } from './database/literals.ts';
import { lockQueues } from './queue-states.ts';

const CODES = Object.values(HELD_CODES);

/** Settles the deliveries of these unsettled posts. */
async function settleDeliveries(
  transaction: Transaction,
  postIds: readonly number[],
  state: 'sent' | 'dead',
): Promise<void> {
  for (const chunk of inChunks(postIds)) {
    await transaction
      .updateTable('deliveries')
      .set({ state })
      .where('postId', 'in', chunk)
      .where('state', '=', literal('posting'))
      .execute();
  }
}

/** Gives up the messages that hold these channels, when no user is left to decide whether they were posted. */
export async function giveUpHeldPosts(
  transaction: Transaction,
  channelIds: readonly string[],
): Promise<void> {
  await lockQueues(transaction, channelIds);
  const settledAt = now(transaction);
  for (const chunk of inChunks(channelIds)) {
    const given = await transaction
      .updateTable('posts')
      .set({ state: 'dead', deadReason: 'unverifiable', settledAt })
      .where('settledAt', 'is', null)
      .where('channelId', 'in', (eb) =>
        eb
          .selectFrom('channelQueues')
          .select('channelQueues.channelId')
          .where('channelQueues.channelId', 'in', chunk)
          .where('channelQueues.problemCode', 'in', CODES),
      )
      .returning('id')
      .execute();
    await settleDeliveries(
      transaction,
      given.map(({ id }) => id),
      'dead',
    );
  }
}
