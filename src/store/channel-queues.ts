import { personOf } from '#src/alerts/target.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Transaction } from './database/database.ts';
import { notePersonReached } from './people-rows.ts';
import { emptyQueue, QUEUE_COLUMNS, type QueueRow } from './queue-states.ts';

const findForUpdate = compiledQuery(
  (transaction: Transaction, { channelId }: Parameters<{ channelId: string }>) =>
    transaction
      .selectFrom('channelQueues')
      .select(QUEUE_COLUMNS)
      .where('channelId', '=', channelId)
      // SQLite has no row locks; a transaction locks the whole database.
      .$if(dialectOf(transaction) === 'postgres', (query) => query.forNoKeyUpdate()),
);

/**
 * Locks the queue, for a transaction that changes it or its contents: other such transactions wait for the end of this
 * one. Call it before reading from the queue.
 */
export async function lockQueue(transaction: Transaction, channelId: string): Promise<QueueRow> {
  const [found] = await findForUpdate(transaction, { channelId });
  return found ?? emptyQueue(channelId);
}

const setNotBefore = compiledQuery(
  (
    transaction: Transaction,
    {
      channelId,
      notBefore,
      at,
      refusalCode,
    }: Parameters<{ channelId: string; notBefore: number; at: number; refusalCode: number | null }>,
  ) =>
    transaction
      .updateTable('channelQueues')
      .set({ notBefore, notBeforeSetAt: at, refusalCode })
      .where('channelId', '=', channelId),
);

/**
 * Delays all sending in the queue.
 * @param hold.notBefore epoch ms
 * @param hold.refusalCode Discord's, if it refused a message without naming a cause
 */
export async function holdQueueUntil(
  transaction: Transaction,
  channelId: string,
  { notBefore, refusalCode = null }: { readonly notBefore: number; readonly refusalCode?: number | null },
): Promise<void> {
  await setNotBefore(transaction, { channelId, notBefore, refusalCode, at: now(transaction) });
}

const setLastPost = compiledQuery(
  (transaction: Transaction, { channelId, at }: Parameters<{ channelId: string; at: number }>) =>
    transaction
      .updateTable('channelQueues')
      .set(({ eb, ref, val }) => ({
        lastPostAt: at,
        isNoticeDue: false,
        refusalCode: null,
        retryAt: null,
        retries: 0,
        notBefore: eb.case().when(ref('notBefore'), '<=', at).then(val(0)).else(ref('notBefore')).end(),
      }))
      .where('channelId', '=', channelId),
);

/**
 * Records an accepted message and the roles that it mentioned, which ends an earlier problem of the queue. An expired
 * wait is deleted, because it would seem to continue for a process that starts after the clock was set back.
 * @param post.at epoch ms
 * @param post.firstTryAt epoch ms, of a message that was not accepted just now but found; otherwise `null`
 */
export async function notePost(
  transaction: Transaction,
  channelId: string,
  {
    roleIds,
    at,
    firstTryAt,
  }: { readonly roleIds: readonly string[]; readonly at: number; readonly firstTryAt: number | null },
): Promise<void> {
  await setLastPost(transaction, { channelId, at });
  const userId = personOf(channelId);
  if (userId !== null) await notePersonReached(transaction, userId, firstTryAt);
  if (roleIds.length === 0) return;
  await transaction
    .deleteFrom('rolePings')
    .where('channelId', '=', channelId)
    .where('pingedAt', '<', at - LONGEST_COOL_DOWN_MS)
    .execute();
  await transaction
    .insertInto('rolePings')
    .values([...new Set(roleIds)].map((roleId) => ({ channelId, roleId, pingedAt: at })))
    .onConflict((conflict) => conflict.columns(['channelId', 'roleId']).doUpdateSet({ pingedAt: at }))
    .execute();
}

/** Older pings have no effect. */
const LONGEST_COOL_DOWN_MS = DAY_MS;
