import { z } from 'zod';
import { personOf } from '#src/alerts/target.ts';
import { address } from '#src/chain/codecs.ts';
import { now } from './database/adapters.ts';
import type { Transaction } from './database/database.ts';
import { jsonColumn } from './database/json.ts';
import { inChunks } from './database/lists.ts';

export const walletsJson = jsonColumn('the wallets of a person', z.array(address));

/** The people among these targets. */
const peopleAmong = (targetIds: readonly string[]): readonly string[] =>
  [...new Set(targetIds.flatMap((targetId) => personOf(targetId) ?? []))].toSorted();

/** Columns of a person to whom Discord does not refuse messages. */
export const NOT_REFUSED = { refusedSince: null, refusalCode: null, isRefusalReported: false } as const;

/**
 * Notes that the queues of the people among these targets are open: messages to them are tried again. Those whom the
 * bot does not know yet are added.
 */
export async function notePeopleReachable(
  transaction: Transaction,
  targetIds: readonly string[],
): Promise<void> {
  const at = now(transaction);
  for (const chunk of inChunks(peopleAmong(targetIds))) {
    await transaction
      .insertInto('people')
      .values(chunk.map((userId) => ({ userId, createdAt: at, lastUseAt: at })))
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...NOT_REFUSED, lastUseAt: at }))
      .execute();
  }
}

/**
 * Notes that Discord refuses messages to a person; of a refusal that is known its beginning stays. Does nothing for
 * somebody who is not known (any more).
 * @param code Discord's
 * @param at epoch ms
 */
export async function notePersonRefused(
  transaction: Transaction,
  userId: string,
  code: number,
  at: number,
): Promise<void> {
  await transaction
    .updateTable('people')
    .set(({ fn, ref, val }) => ({
      refusedSince: fn.coalesce(ref('refusedSince'), val(at)),
      refusalCode: code,
    }))
    .where('userId', '=', userId)
    .execute();
}

/** Discord accepted a message to a person. */
export async function notePersonReached(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .updateTable('people')
    .set(NOT_REFUSED)
    .where('userId', '=', userId)
    .where('refusedSince', 'is not', null)
    .execute();
}
