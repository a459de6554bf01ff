import { type Expression, sql } from 'kysely';
import { HOUR_MS } from '#src/chain/durations.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { literal } from './database/lists.ts';
import { readLimitNotice } from './limit-notices.ts';
import type { QueueWork } from './model/channel-queue.ts';
import type { StalePost } from './model/live-state.ts';
import { alertsOf, displayedAlerts } from './posts.ts';

/**
 * Marks the messages that show this alert as stale, after it changed; resolves to their channels, each once. Alerts
 * with a live key are left out: live messages are edited by their state. Whether a summary can be edited is checked
 * later, channel by channel, since this may affect thousands.
 */
export async function markPostsStale(transaction: Transaction, alertId: number): Promise<readonly string[]> {
  const rows = await transaction
    .updateTable('posts')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.postId')
        .where('alertId', '=', alertId)
        .where('postId', 'is not', null)
        .where('liveKey', 'is', null),
    )
    .where('state', 'in', ['sending', 'ambiguous', 'sent'])
    .returning('channelId')
    .execute();
  return [...new Set(rows.map(({ channelId }) => channelId))];
}

/** States may be written this much later than they are dated. */
const STATE_TOLERANCE_MS = 60_000;

const selectStalePost = compiledQuery(
  (
    queries: Queries,
    { channelId, summariesAfter }: Parameters<{ channelId: string; summariesAfter: number }>,
  ) =>
    queries
      .selectFrom('posts')
      .select(['id', 'channelId', 'layout', 'nonce', 'pingRoleIds', 'limitNotice', 'messageId', 'changes'])
      .where('channelId', '=', channelId)
      .whereRef('changes', '>', 'displayedChanges')
      .where('state', '=', literal('sent'))
      .where('messageId', 'is not', null)
      .where(({ eb, or, and, not, exists, selectFrom }) =>
        or([
          eb('layout', '<>', 'summary'),
          and([
            eb('settledAt', '>', summariesAfter),
            not(
              exists(
                selectFrom('deliveries')
                  .innerJoin('liveStates', 'liveStates.key', 'deliveries.liveKey')
                  .select('deliveries.id')
                  .whereRef('deliveries.postId', '=', 'posts.id')
                  .whereRef('liveStates.revision', '>', 'deliveries.revision')
                  .where('liveStates.changedAt', '>=', (inner) =>
                    inner('posts.firstTryAt', '-', STATE_TOLERANCE_MS),
                  ),
              ),
            ),
          ]),
        ]),
      )
      .orderBy('id')
      .limit(1),
);

/**
 * The oldest stale message of the channel that can be edited. A summary shows live states as they were when it was
 * sent; these are not stored, so it can be edited only while none of them has changed since its first try.
 * @param summariesAfter epoch ms: of summaries only those accepted after it
 */
export async function stalePostOf(
  queries: Queries,
  channelId: string,
  summariesAfter: number,
): Promise<StalePost | null> {
  const [found] = await selectStalePost(queries, { channelId, summariesAfter });
  if (found === undefined || found.messageId === null) return null;
  const { messageId, pingRoleIds, limitNotice, ...post } = found;
  const alerts = await displayedAlerts(queries, post.layout, await alertsOf(queries, post.id, true));
  return {
    ...post,
    messageId,
    pingRoleIds: textList.read(pingRoleIds),
    alerts,
    limitNotice: readLimitNotice(limitNotice),
  };
}

/**
 * The next message of the channel to publish: the oldest of those accepted after `recent` (epoch ms), otherwise the
 * newest of the others.
 */
export async function unpublishedPostOf(
  queries: Queries,
  channelId: string,
  recent: number,
): Promise<QueueWork['unpublished']> {
  const found = await queries
    .selectFrom('posts')
    .select(['id as postId', 'messageId', 'settledAt as sentAt'])
    .where('channelId', '=', channelId)
    .where('publish', '=', literal('wanted'))
    .orderBy((eb) => eb.case().when('settledAt', '>', recent).then(0).else(1).end())
    .orderBy((eb) =>
      eb
        .case()
        .when('settledAt', '>', recent)
        .then(eb.ref('id'))
        .else(eb.neg(eb.ref('id')))
        .end(),
    )
    .limit(1)
    .executeTakeFirst();
  if (found === undefined || found.messageId === null || found.sentAt === null) return null;
  return { postId: found.postId, messageId: found.messageId, sentAt: found.sentAt };
}

/** The messages of the channel that were accepted in the last hour. @param time epoch ms */
export const acceptedPosts = (queries: Queries, channelId: Expression<string>, time: Expression<number>) =>
  queries
    .selectFrom('posts')
    .where('posts.channelId', '=', channelId)
    .where('posts.state', '=', literal('sent'))
    .where('posts.settledAt', '>', sql<number>`${time} - ${sql.lit(HOUR_MS)}`)
    .where('posts.settledAt', '<=', time);
