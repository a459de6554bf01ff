import { isPerson } from '#src/alerts/target.ts';
import { reached } from '#src/chain/points.ts';
import { isRestoredSince } from './channel-facts.ts';
import { lockQueue, notePost } from './channel-queues.ts';
import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { HELD_CODES, type HeldPost, type HeldReason, type HeldVerdict, heldReason } from './model/held.ts';
import {
  loadPost,
  lockPost,
  markPostAmbiguous,
  markPostDead,
  markPostSent,
  unsettledPost,
  unsettledPostOf,
} from './posts.ts';
import { clearNotice, lockQueues, openQueues, stopQueue } from './queue-states.ts';
import { settleAsPosted } from './settle-deliveries.ts';
import { findRulesOfChannels } from './subscription-rows.ts';

const CODES = Object.values(HELD_CODES);

const HELD_ANSWERS = {
  posted: 'a held message is said to be posted',
  absent: 'a held message is said to be absent',
} as const;

/** Finds the unsettled posts that hold any of these channels. */
async function findHeld(
  queries: Queries,
  channelIds: readonly string[],
): Promise<readonly { readonly id: number; readonly channelId: string }[]> {
  const found: { readonly id: number; readonly channelId: string }[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('posts')
      .innerJoin('channelQueues', 'channelQueues.channelId', 'posts.channelId')
      .select(['posts.id', 'posts.channelId'])
      .where('posts.channelId', 'in', chunk)
      .where('posts.settledAt', 'is', null)
      .where('channelQueues.problemCode', 'in', CODES)
      .execute();
    found.push(...rows);
  }
  return found;
}

/** Abandons the messages that hold these channels, because no user is left to decide whether they were posted. */
export async function giveUpHeldPosts(
  transaction: Transaction,
  channelIds: readonly string[],
): Promise<void> {
  await lockQueues(transaction, channelIds);
  for (const { id } of await findHeld(transaction, channelIds))
    await markPostDead(transaction, id, 'unverifiable');
}

async function hasRules(queries: Queries, channelId: string): Promise<boolean> {
  return (await findRulesOfChannels(queries, [channelId])).size > 0;
}

async function wasNoticePosted(queries: Queries, postId: number): Promise<boolean> {
  const { isHeldNoticePosted } = await queries
    .selectFrom('posts')
    .select('isHeldNoticePosted')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  return isHeldNoticePosted;
}

/**
 * Returns the channel of a server that this message holds, with its queue locked; `null` if it holds none of the
 * server.
 */
async function lockHeldChannel(
  transaction: Transaction,
  guildId: string,
  postId: number,
): Promise<string | null> {
  const found = await transaction
    .selectFrom('posts')
    .innerJoin('channelQueues', 'channelQueues.channelId', 'posts.channelId')
    .select('posts.channelId')
    .where('posts.id', '=', postId)
    .where('channelQueues.guildId', '=', guildId)
    .where('channelQueues.isSubscribed', '=', true)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { channelId } = found;
  const { problemCode } = await lockQueue(transaction, channelId);
  const unsettled = await unsettledPostOf(transaction, channelId);
  const isHeld =
    unsettled?.id === postId && unsettled.state === 'ambiguous' && heldReason(problemCode) !== null;
  return isHeld ? channelId : null;
}

/**
 * Creates the store of messages that may or may not have been posted. Their queue is stopped like one that Discord
 * refuses, with one of Gavel's own codes.
 */
export function createHeldPostStore(database: Database) {
  return {
    /**
     * Holds a message that may or may not have been posted: its queue is stopped (`HELD_CODES`) until a search of the
     * channel or a user (`SubscriptionStore.resolveHeldPost`) settles it. As with any stopped queue a notice becomes
     * due, once per message. `given up`: the channel has no rule, or the queue is a user's, so nobody can decide and
     * the message becomes `unverifiable`. `readable`: nothing is changed, because the channel has become readable.
     * @param seenFacts as in `stopQueue`; only for an unreadable channel
     */
    holdPost: (
      postId: number,
      reason: HeldReason,
      seenFacts?: number | null,
    ): Promise<'held' | 'given up' | 'readable'> =>
      database.transaction('holdPost', async (transaction) => {
        const { channelId } = await unsettledPost(transaction, postId);
        // A transaction may be removing its last rule now; it locks the queue before it looks for held messages.
        await lockQueue(transaction, channelId);
        await lockPost(transaction, postId);
        const mayBeReadable = reason === 'unreadable' && seenFacts !== undefined;
        if (mayBeReadable && (await isRestoredSince(transaction, channelId, seenFacts, 'history')))
          return 'readable';
        await markPostAmbiguous(transaction, postId);
        if (isPerson(channelId) || !(await hasRules(transaction, channelId))) {
          await markPostDead(transaction, postId, 'unverifiable');
          return 'given up';
        }
        const stop = { state: 'paused', code: HELD_CODES[reason] } as const;
        await stopQueue(transaction, channelId, stop, now(transaction));
        if (await wasNoticePosted(transaction, postId)) await clearNotice(transaction, channelId);
        return 'held';
      }),

    /** Resolves to the messages that hold these channels (`DeliveryStore.holdPost`). */
    heldPosts: (channelIds: readonly string[]): Promise<readonly HeldPost[]> =>
      database.read('heldPosts', async (queries) => {
        const held = new Map((await findHeld(queries, channelIds)).map((one) => [one.channelId, one.id]));
        const posts: HeldPost[] = [];
        for (const channelId of channelIds) {
          const postId = held.get(channelId);
          if (postId === undefined) continue;
          const post = await unsettledPost(queries, postId);
          const { alerts } = await loadPost(queries, post);
          const triedAt = post.firstTryAt + (post.firstClockOffsetMs ?? 0);
          posts.push({ postId, channelId, triedAt, alerts });
        }
        return posts;
      }),

    /**
     * Settles a message that holds a channel of this server by a user's decision: it was posted, or it is to be sent
     * now, regardless of its age. Opens the queue. Resolves to the channel, or to `null` if the message no longer holds
     * it.
     */
    resolveHeldPost: (guildId: string, postId: number, verdict: HeldVerdict): Promise<string | null> =>
      database.transaction('resolveHeldPost', async (transaction) => {
        const channelId = await lockHeldChannel(transaction, guildId, postId);
        if (channelId === null) return null;
        reached(HELD_ANSWERS[verdict]);
        if (verdict === 'absent') {
          await markPostAmbiguous(transaction, postId, true);
        } else {
          const at = now(transaction);
          const { pingRoleIds, firstTryAt } = await lockPost(transaction, postId);
          await markPostSent(transaction, postId, { messageId: null, at, publish: false });
          await notePost(transaction, channelId, { roleIds: pingRoleIds, at, firstTryAt });
          await settleAsPosted(transaction, postId, at);
        }
        await openQueues(transaction, guildId, [channelId]);
        return channelId;
      }),
  };
}
