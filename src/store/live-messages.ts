import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { markMessageStale } from './mark-stale.ts';

/** Returns the channels among these that have a live message with this key. */
export async function findLiveMessageChannels(
  queries: Queries,
  liveKey: string,
  channelIds: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('liveMessages')
      .select('channelId')
      .where('liveKey', '=', liveKey)
      .where('channelId', 'in', chunk)
      .execute();
    found.push(...rows.map(({ channelId }) => channelId));
  }
  return found;
}

/** Resolves to whether the channel has a live message with this key. */
export async function hasLiveMessage(queries: Queries, channelId: string, liveKey: string): Promise<boolean> {
  return (await findLiveMessageChannels(queries, liveKey, [channelId])).length > 0;
}

const findFirst = compiledQuery(
  (queries: Queries, { channelId, liveKey }: Parameters<{ channelId: string; liveKey: string }>) =>
    queries
      .selectFrom('liveMessages')
      .innerJoin('posts', 'posts.id', 'liveMessages.postId')
      .select('posts.messageId')
      .where('liveMessages.liveKey', '=', liveKey)
      .where('liveMessages.channelId', '=', channelId)
      .orderBy('liveMessages.deliveryId')
      .limit(1),
);

/** Returns the id of the channel's first live message with this key; `null` without one. */
export async function firstLiveMessage(
  queries: Queries,
  channelId: string,
  liveKey: string,
): Promise<string | null> {
  const [first] = await findFirst(queries, { channelId, liveKey });
  return first?.messageId ?? null;
}

/**
 * Adds a posted message that shows this revision. It is stale immediately if there is a newer one.
 * @param message `at` in epoch ms
 */
export async function addLiveMessage(
  transaction: Transaction,
  message: {
    readonly postId: number;
    readonly deliveryId: number;
    readonly channelId: string;
    readonly liveKey: string;
    readonly revision: number;
    readonly at: number;
  },
): Promise<void> {
  const { revision, at, ...row } = message;
  await transaction.insertInto('liveMessages').values(row).execute();
  const newer = await findNewer(transaction, { liveKey: row.liveKey, revision });
  if (newer.length > 0) await markMessageStale(transaction, row.postId, at);
}

const findNewer = compiledQuery(
  (queries: Queries, { liveKey, revision }: Parameters<{ liveKey: string; revision: number }>) =>
    queries.selectFrom('liveStates').select('id').where('key', '=', liveKey).where('revision', '>', revision),
);

/** What a post follows. */
export interface FollowedTopic {
  readonly channelId: string;
  readonly liveKey: string;
}

const findOfPost = compiledQuery((queries: Queries, { postId }: Parameters<{ postId: number }>) =>
  queries.selectFrom('liveMessages').select(['channelId', 'liveKey']).where('postId', '=', postId),
);

/** `null` for a post whose message is not live. */
export async function followedTopic(queries: Queries, postId: number): Promise<FollowedTopic | null> {
  const [found] = await findOfPost(queries, { postId });
  return found ?? null;
}

/** The message of the post is no longer live. */
export async function removeLiveMessage(transaction: Transaction, postId: number): Promise<void> {
  await transaction.deleteFrom('liveMessages').where('postId', '=', postId).execute();
}
