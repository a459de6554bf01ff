import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { inChunks, isAmong, listParameter } from './database/lists.ts';
import type { CheckedChannel, FactsChange, RecordedFacts } from './model/channel-facts.ts';

/** Columns of the facts in a joined row. */
interface FactsColumns {
  readonly missingPermissions: string | null;
  readonly isHistoryReadable: boolean | null;
  readonly isPublishing: boolean | null;
  readonly isAttachingFiles: boolean | null;
  readonly missingRoleIds: string | null;
  readonly checkedAt: number | null;
}

/** Parses the list. It is nearly always empty, and it is read before every message. */
const listOf = (text: string): readonly string[] => (text === '[]' ? [] : textList.read(text));

/** Reads the facts; `null` if the join found none. */
export function readFacts(row: FactsColumns): RecordedFacts | null {
  const { missingPermissions, missingRoleIds, checkedAt } = row;
  if (missingPermissions === null || missingRoleIds === null || checkedAt === null) return null;
  return {
    missingPermissions: listOf(missingPermissions),
    isHistoryReadable: row.isHistoryReadable === true,
    isPublishing: row.isPublishing === true,
    isAttachingFiles: row.isAttachingFiles === true,
    missingRoleIds: listOf(missingRoleIds),
    checkedAt,
  };
}

const selectChannels = compiledQuery((queries: Queries, { guildIds }: Parameters<{ guildIds: unknown }>) =>
  queries
    .selectFrom('channelQueues')
    .leftJoin('channelFacts', 'channelFacts.channelId', 'channelQueues.channelId')
    .leftJoin('channelSettings', 'channelSettings.channelId', 'channelQueues.channelId')
    .select([
      'channelQueues.channelId',
      'channelQueues.guildId',
      'channelSettings.pingRoleId',
      'channelFacts.missingPermissions',
      'channelFacts.isHistoryReadable',
      'channelFacts.isPublishing',
      'channelFacts.isAttachingFiles',
      'channelFacts.missingRoleIds',
      'channelFacts.checkedAt',
    ])
    .where(({ ref }) => isAmong(queries, ref('channelQueues.guildId'), guildIds))
    .orderBy('channelQueues.channelId'),
);

const selectPings = compiledQuery((queries: Queries, { guildIds }: Parameters<{ guildIds: unknown }>) =>
  queries
    .selectFrom('subscriptions')
    .select(['channelId', 'pingRoleIds'])
    .where(({ ref }) => isAmong(queries, ref('guildId'), guildIds))
    .where('pingRoleIds', '<>', '[]'),
);

async function findChannels(queries: Queries, guilds: readonly string[]): Promise<readonly CheckedChannel[]> {
  const guildIds = listParameter(queries, guilds);
  const rolesOf = new Map<string, Set<string>>();
  for (const { channelId, pingRoleIds } of await selectPings(queries, { guildIds })) {
    const roles = rolesOf.get(channelId) ?? new Set();
    for (const roleId of textList.read(pingRoleIds)) roles.add(roleId);
    rolesOf.set(channelId, roles);
  }
  const rows = await selectChannels(queries, { guildIds });
  return rows.flatMap(({ channelId, guildId, pingRoleId, ...facts }) => {
    if (guildId === null) return [];
    const roles = new Set([...(rolesOf.get(channelId) ?? []), ...(pingRoleId === null ? [] : [pingRoleId])]);
    return [{ channelId, guildId, pingRoleIds: [...roles].toSorted(), recorded: readFacts(facts) }];
  });
}

/**
 * Returns the changes whose channel still belongs to its server. This cannot change until the end of the transaction.
 */
async function stillQueued(
  transaction: Transaction,
  changes: readonly FactsChange[],
): Promise<readonly FactsChange[]> {
  const channelIds = changes.map(({ channelId }) => channelId);
  const rows = await transaction
    .selectFrom('channelQueues')
    .select(['channelId', 'guildId'])
    .where('channelId', 'in', channelIds)
    .orderBy('channelId')
    .$if(dialectOf(transaction) === 'postgres', (query) => query.forShare())
    .execute();
  const guildOf = new Map(rows.map(({ channelId, guildId }) => [channelId, guildId]));
  return changes.filter(({ channelId, guildId }) => guildOf.get(channelId) === guildId);
}

async function record(transaction: Transaction, changes: readonly FactsChange[]): Promise<void> {
  const queued = await stillQueued(transaction, changes);
  const forgotten = queued.filter(({ facts }) => facts === null).map(({ channelId }) => channelId);
  if (forgotten.length > 0)
    await transaction.deleteFrom('channelFacts').where('channelId', 'in', forgotten).execute();
  const known = queued.flatMap(({ channelId, guildId, facts }) =>
    facts === null
      ? []
      : [
          {
            channelId,
            guildId,
            missingPermissions: textList.write(facts.missingPermissions),
            isHistoryReadable: facts.isHistoryReadable,
            isPublishing: facts.isPublishing,
            isAttachingFiles: facts.isAttachingFiles,
            missingRoleIds: textList.write(facts.missingRoleIds),
            checkedAt: now(transaction),
          },
        ],
  );
  if (known.length === 0) return;
  await transaction
    .insertInto('channelFacts')
    .values(known)
    .onConflict((conflict) =>
      conflict.column('channelId').doUpdateSet(({ eb, ref }) => ({
        guildId: ref('excluded.guildId'),
        missingPermissions: ref('excluded.missingPermissions'),
        isHistoryReadable: ref('excluded.isHistoryReadable'),
        isPublishing: ref('excluded.isPublishing'),
        isAttachingFiles: ref('excluded.isAttachingFiles'),
        missingRoleIds: ref('excluded.missingRoleIds'),
        // A new value for every change, even within a millisecond or after the clock was set back.
        checkedAt: eb
          .case()
          .when('excluded.checkedAt', '>', ref('channelFacts.checkedAt'))
          .then(ref('excluded.checkedAt'))
          .else(eb('channelFacts.checkedAt', '+', 1))
          .end(),
      })),
    )
    .execute();
}

/**
 * Resolves to whether the bot has regained missing permissions in the channel since the sender read the facts for a
 * refused request. The facts cannot change until the end of the transaction. Call it after locking the queue.
 * @param seenFacts `checkedAt` of the sender's facts; `null` for none
 * @param need what the request required: to post, or also to read the history
 */
export async function isRestoredSince(
  transaction: Transaction,
  channelId: string,
  seenFacts: number | null,
  need: 'post' | 'history',
): Promise<boolean> {
  const facts = await transaction
    .selectFrom('channelFacts')
    .select(['missingPermissions', 'isHistoryReadable', 'checkedAt'])
    .where('channelId', '=', channelId)
    .$if(dialectOf(transaction) === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  if (facts === undefined || facts.checkedAt === seenFacts) return false;
  if (textList.read(facts.missingPermissions).length > 0) return false;
  return need === 'post' || facts.isHistoryReadable;
}

/** Creates the store of facts about channels with queues. */
export function createChannelFactsStore(database: Database) {
  return {
    /** Returns the channels of these servers with queues, with their recorded facts. */
    async channelsToCheck(guildIds: readonly string[]): Promise<readonly CheckedChannel[]> {
      if (guildIds.length === 0) return [];
      return database.read('channelsToCheck', async (queries) => {
        const found: CheckedChannel[] = [];
        for (const chunk of inChunks(guildIds)) found.push(...(await findChannels(queries, chunk)));
        return found;
      });
    },
    /** Records the changes atomically. Channels whose server was deleted in the meantime are left out. */
    async recordFacts(changes: readonly FactsChange[]): Promise<void> {
      if (changes.length === 0) return;
      await database.transaction('recordFacts', async (transaction) => {
        const inOrder = changes.toSorted((one, other) => (one.channelId < other.channelId ? -1 : 1));
        for (const chunk of inChunks(inOrder)) await record(transaction, chunk);
      });
    },
  };
}

export type ChannelFactsStore = ReturnType<typeof createChannelFactsStore>;
