import { type Expression, sql } from 'kysely';
import { HOUR_MS } from '#src/chain/durations.ts';
import type { Queries } from './database/database.ts';
import { literal } from './database/lists.ts';
import type { QueueWork } from './model/channel-queue.ts';

/**
 * Finds the next message of the channel to publish: the oldest of those accepted after `recent` (epoch ms), otherwise
 * the newest of the others.
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

/**
 * Selects the messages of the channel that were accepted in the last hour.
 * @param time epoch ms
 */
export const acceptedPosts = (queries: Queries, channelId: Expression<string>, time: Expression<number>) =>
  queries
    .selectFrom('posts')
    .where('posts.channelId', '=', channelId)
    .where('posts.state', '=', literal('sent'))
    .where('posts.settledAt', '>', sql<number>`${time} - ${sql.lit(HOUR_MS)}`)
    .where('posts.settledAt', '<=', time);
