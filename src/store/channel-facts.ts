import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { textList } from './database/json.ts';
import { inChunks, isAmong, listParameter } from './database/lists.ts';
import type { CheckedChannel, FactsChange, RecordedFacts } from './model/channel-facts.ts';

/** Facts in a row that is joined to another one. */
interface FactsColumns {
  readonly missingPermissions: string | null;
  readonly isHistoryReadable: boolean | null;
  readonly isPublishing: boolean | null;
  readonly isAttachingFiles: boolean | null;
  readonly missingRoleIds: string | null;
  readonly checkedAt: number | null;
}

/** Nearly always there is nothing in the list, and it is read before every message. */
const listOf = (text: string): readonly string[] => (text === '[]' ? [] : textList.read(text));

/** The facts; `null` where the join found none. */
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

/** Those of the changes whose channel still belongs to its server, which stay so until the end of the transaction. */
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
        // Another value after every change, also within a millisecond and after the clock was set back.
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
 * Whether the bot got back what it lacked in the channel, after the sender read the facts for a request that was
 * refused. Until the end of the transaction the facts stay so. After the queue is locked.
 * @param seenFacts `checkedAt` of the facts that the sender had; `null` for none
 * @param need what the request needed: to post, or to read the history as well
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

/** What is known of the channels that queues deliver to. */
export function createChannelFactsStore(database: Database) {
  return {
    /** The channels of these servers that queues deliver to, with what is recorded of them. */
    async channelsToCheck(guildIds: readonly string[]): Promise<readonly CheckedChannel[]> {
      if (guildIds.length === 0) return [];
      return database.read('channelsToCheck', async (queries) => {
        const found: CheckedChannel[] = [];
        for (const chunk of inChunks(guildIds)) found.push(...(await findChannels(queries, chunk)));
        return found;
      });
    },
    /** Records what changed, all of it or nothing. A channel whose server was erased meanwhile is left out. */
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
