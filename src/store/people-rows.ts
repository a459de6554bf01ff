import { z } from 'zod';
import { personOf } from '#src/alerts/target.ts';
import { address } from '#src/chain/codecs.ts';
import { now } from './database/adapters.ts';
import type { Transaction } from './database/database.ts';
import { jsonColumn } from './database/json.ts';
import { inChunks } from './database/lists.ts';

export const walletsJson = jsonColumn('the wallets of a person', z.array(address));

/** Returns the users among these targets. */
const peopleAmong = (targetIds: readonly string[]): readonly string[] =>
  [...new Set(targetIds.flatMap((targetId) => personOf(targetId) ?? []))].toSorted();

/** Columns of a user to whom Discord does not refuse messages. */
export const NOT_REFUSED = { refusedSince: null, refusalCode: null, isRefusalReported: false } as const;

/**
 * Records that the queues of the users among these targets are open, so that messages to them are retried. Unknown
 * users are added.
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
 * Records that Discord refuses messages to a user; the start of a known refusal stays. Does nothing if the user is
 * unknown or their data was deleted.
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

/**
 * Records that Discord accepted a message to a user, which ends a refusal.
 * @param firstTryAt epoch ms, of a message that was found later: it says nothing about a refusal since then. `null` for
 * one that was accepted just now
 */
export async function notePersonReached(
  transaction: Transaction,
  userId: string,
  firstTryAt: number | null,
): Promise<void> {
  await transaction
    .updateTable('people')
    .set(NOT_REFUSED)
    .where('userId', '=', userId)
    .where('refusedSince', 'is not', null)
    .$if(firstTryAt !== null, (query) => query.where('refusedSince', '<', firstTryAt))
    .execute();
}
