import { z } from 'zod';
import type { Queries, Transaction } from './database/database.ts';
import { jsonColumn } from './database/json.ts';
import { inChunks, literal } from './database/lists.ts';
import { LEFT_OUT_PARTS } from './model/delivery.ts';
import type { OutdatedMessages, ReducedMessages } from './model/health.ts';

/** Parts that a message was posted without. */
export const leftOutJson = jsonColumn('what a message was posted without', z.array(z.enum(LEFT_OUT_PARTS)));

/** Finds messages at `since` (epoch ms) or later that Discord accepted only in part, by channel and missing parts. */
export async function findReduced(
  queries: Queries,
  channelIds: readonly string[],
  since: number,
): Promise<readonly ReducedMessages[]> {
  const found: ReducedMessages[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('posts')
      .select(({ fn }) => [
        'channelId',
        'leftOut',
        fn.countAll<number>().as('count'),
        fn.max('settledAt').as('lastAt'),
      ])
      .where('channelId', 'in', chunk)
      .where('state', '=', literal('sent'))
      .where('settledAt', '>=', since)
      .where(({ or, eb }) => or([eb('layout', '=', 'text'), eb('leftOut', 'is not', null)]))
      .groupBy(['channelId', 'leftOut'])
      .orderBy('leftOut')
      .execute();
    for (const { leftOut, lastAt, ...row } of rows)
      found.push({
        ...row,
        lastAt: lastAt ?? since,
        leftOut: leftOut === null ? null : leftOutJson.read(leftOut),
      });
  }
  return found;
}

/** Finds messages that show an old state because Discord refuses edits in their channel, by channel. */
export async function findOutdated(
  queries: Queries,
  channelIds: readonly string[],
): Promise<readonly OutdatedMessages[]> {
  const found: OutdatedMessages[] = [];
  for (const chunk of inChunks(channelIds)) {
    const rows = await queries
      .selectFrom('channelQueues')
      .select(({ fn, selectFrom }) => [
        'channelId',
        'editProblemCode as code',
        selectFrom('posts')
          .select(fn.countAll<number>().as('count'))
          .whereRef('posts.channelId', '=', 'channelQueues.channelId')
          .where('staleSince', 'is not', null)
          .where('settledAt', 'is not', null)
          .$asScalar()
          .as('count'),
      ])
      .where('channelId', 'in', chunk)
      .where('editProblemCode', 'is not', null)
      .execute();
    for (const { channelId, code, count } of rows)
      if (code !== null && count !== null && count > 0) found.push({ channelId, code, count });
  }
  return found;
}

/** Records why Discord refuses edits in the channel; `null` once it accepts them. */
export async function noteEditProblem(
  transaction: Transaction,
  channelId: string,
  code: number | null,
): Promise<void> {
  await transaction
    .updateTable('channelQueues')
    .set({ editProblemCode: code })
    .where('channelId', '=', channelId)
    .where('editProblemCode', 'is distinct from', code)
    .execute();
}
