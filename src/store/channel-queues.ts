import { DAY_MS } from '../chain/durations.ts';
import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { literal } from './database/literals.ts';
import { emptyQueue, QUEUE_COLUMNS, type QueueRow } from './queue-states.ts';

const findForUpdate = compiledQuery(
  (transaction: Transaction, { channelId }: Parameters<{ channelId: string }>) =>
    transaction
      .selectFrom('channelQueues')
      .select(QUEUE_COLUMNS)
      .where('channelId', '=', channelId)
      // SQLite has no locks of rows: the transaction has the whole database.
      .$if(dialectOf(transaction) === 'postgres', (query) => query.forNoKeyUpdate()),
);

/**
 * The queue, for a transaction that changes it or what is in it: no other such transaction goes on before the end of this one.
 * Called before anything of the queue is read.
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
 * Nothing may be sent before.
 * @param hold.notBefore epoch ms
 * @param hold.refusalCode Discord's, where it refused a message and named no cause
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
        refusalCode: null,
        notBefore: eb.case().when(ref('notBefore'), '<=', at).then(val(0)).else(ref('notBefore')).end(),
      }))
      .where('channelId', '=', channelId),
);

/**
 * Records an accepted message and the roles that it mentioned. A wait that was over is forgotten: to a process that starts after the
 * clock was set back it would look as if it lasted.
 * @param at epoch ms
 */
export async function notePost(
  transaction: Transaction,
  channelId: string,
  roleIds: readonly string[],
  at: number,
): Promise<void> {
  await setLastPost(transaction, { channelId, at });
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

/**
 * Channels with an open queue that have something to send, settle, edit or publish. Checks each open queue by index: the cost
 * depends on the number of queues, not on their length.
 */
export async function channelsWithWork(queries: Queries): Promise<readonly string[]> {
  const rows = await selectChannelsWithWork(queries).orderBy('channelId').execute();
  return rows.map(({ channelId }) => channelId);
}

/** The query for them. */
export const selectChannelsWithWork = (queries: Queries) =>
  queries
    .selectFrom('channelQueues')
    .select('channelId')
    .where('state', '=', literal('open'))
    .where(({ or, exists, selectFrom, eb }) =>
      or([
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.channelId', '=', 'channelQueues.channelId')
            .where('deliveries.state', '=', literal('pending')),
        ),
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.channelId', '=', 'channelQueues.channelId')
            .where('posts.settledAt', 'is', null),
        ),
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.channelId', '=', 'channelQueues.channelId')
            .where('posts.publish', '=', literal('wanted')),
        ),
        exists(
          selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.channelId', '=', 'channelQueues.channelId')
            .whereRef('posts.changes', '>', 'posts.displayedChanges')
            .where('posts.state', '=', literal('sent'))
            .where('posts.messageId', 'is not', null),
        ),
        exists(
          selectFrom('liveMessages')
            .select(eb.lit(1).as('one'))
            .whereRef('liveMessages.channelId', '=', 'channelQueues.channelId')
            .where('liveMessages.staleSince', 'is not', null),
        ),
      ]),
    );
