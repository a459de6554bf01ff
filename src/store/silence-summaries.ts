import { reached } from '#src/chain/points.ts';
import { lockQueue } from './channel-queues.ts';
import { now } from './database/adapters.ts';
import type { Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { lockQueueOrder } from './database/locks.ts';
import { ruleIdsJson } from './deliveries.ts';
import { noteChange } from './note-change.ts';
import { readExtras } from './rules.ts';

/** Alerts in the summary of a silence, the latest: as many as one message sums up. Others stay dropped. */
const MAX_SUMMARISED = 500;
/** Silences that are summed up at once. */
const MAX_ENDED = 100;

/** Finds silences that ended by then (epoch ms) and whose summary is not queued; the earliest first. */
export async function findUnsummarised(queries: Queries, endedBy: number): Promise<readonly number[]> {
  const rows = await queries
    .selectFrom('silences')
    .select('id')
    .where('endsAt', '<=', endedBy)
    .where(({ ref }) => ref('isSummarised'))
    .where('summarisedAt', 'is', null)
    .orderBy('endsAt')
    .orderBy('id')
    .limit(MAX_ENDED)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the rules among these that still exist and post more than once. */
async function rulesPostingMore(
  transaction: Transaction,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const chunk of inChunks([...new Set(ids)])) {
    const rows = await transaction
      .selectFrom('subscriptions')
      .select(['id', 'extras'])
      .where('id', 'in', chunk)
      .execute();
    for (const { id, extras } of rows) if (readExtras(extras).isOnce !== true) found.add(id);
  }
  return found;
}

/** Finds the latest deliveries that the silence dropped, for rules that still ask for them. */
async function findDropped(
  transaction: Transaction,
  silenceId: number,
  channelId: string,
): Promise<readonly number[]> {
  const rows = await transaction
    .selectFrom('deliveries')
    .select(['id', 'ruleIds'])
    .where('silenceId', '=', silenceId)
    .where('channelId', '=', channelId)
    .orderBy('id', 'desc')
    .limit(MAX_SUMMARISED)
    .execute();
  const dropped = rows.map(({ id, ruleIds }) => ({ id, ruleIds: ruleIdsJson.read(ruleIds) }));
  const rules = await rulesPostingMore(
    transaction,
    dropped.flatMap(({ ruleIds }) => ruleIds),
  );
  return dropped.filter(({ ruleIds }) => ruleIds.some((id) => rules.has(id))).map(({ id }) => id);
}

/**
 * Queues what the silence left out for a summary, and records that, so that it happens once. Rules that post once are
 * left out: nothing has spent them. Resolves to the channel if there is something to post.
 * @param endedBy only if it ended by then, epoch ms
 */
export async function summariseSilence(
  transaction: Transaction,
  silenceId: number,
  endedBy: number,
): Promise<string | null> {
  // Like an ingestion, so that the deliveries do not change meanwhile.
  await lockQueueOrder(transaction);
  const ended = await transaction
    .updateTable('silences')
    .set({ summarisedAt: now(transaction) })
    .where('id', '=', silenceId)
    .where('endsAt', '<=', endedBy)
    .where(({ ref }) => ref('isSummarised'))
    .where('summarisedAt', 'is', null)
    .returning(['guildId', 'channelId'])
    .executeTakeFirst();
  if (ended === undefined) return null;
  const { guildId, channelId } = ended;
  await noteChange(transaction, guildId);
  if (channelId === null) return null;
  const { isAbandoned, summarisedUpTo } = await lockQueue(transaction, channelId);
  const ids = isAbandoned ? [] : await findDropped(transaction, silenceId, channelId);
  if (ids.length === 0) return null;
  reached('a silence is summed up');
  for (const chunk of inChunks(ids)) {
    await transaction
      .updateTable('deliveries')
      // In a summary they become no live messages, and are as urgent as the rest.
      .set({
        state: 'pending',
        silenceId: null,
        isAlone: false,
        isUrgent: false,
        isUnverified: false,
        liveKey: null,
      })
      .where('id', 'in', chunk)
      .execute();
  }
  await transaction
    .updateTable('channelQueues')
    .set({ summarisedUpTo: Math.max(summarisedUpTo, ...ids) })
    .where('channelId', '=', channelId)
    .execute();
  return channelId;
}
