import { greeting } from '#src/alerts/kinds/greeting.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { inChunks, literal } from './database/lists.ts';
import { lockGuild, lockQueueOrder } from './database/locks.ts';
import { giveUpHeldPosts } from './held-posts.ts';
import { noteChange } from './note-change.ts';

/** Finds the server's channels that have settings or that have, or had, a rule; sorted. */
async function findChannels(queries: Queries, guildId: string): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom('channelQueues')
    .select('channelId')
    .where('guildId', '=', guildId)
    .where('isSubscribed', '=', true)
    .union(queries.selectFrom('channelSettings').select('channelId').where('guildId', '=', guildId))
    .execute();
  return rows.map(({ channelId }) => channelId).toSorted();
}

/**
 * Deletes the notices about these channels or posted in them, because they contain user ids. Notices that are being
 * posted are kept, and greetings, which have none and must not be posted twice.
 */
async function deleteNotices(transaction: Transaction, channelIds: readonly string[]): Promise<void> {
  const notices = await transaction
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .select('alerts.id')
    .distinct()
    .where(({ ref }) => ref('deliveries.isNotice'))
    .where('alerts.topic', '<>', literal(greeting.kind))
    .where(({ or, eb }) =>
      or([eb('deliveries.channelId', 'in', channelIds), eb('alerts.aboutChannelId', 'in', channelIds)]),
    )
    .execute();
  for (const chunk of inChunks(notices.map(({ id }) => id))) {
    await transaction
      .deleteFrom('deliveries')
      .where('alertId', 'in', chunk)
      .where('state', '<>', 'posting')
      .execute();
    await transaction
      .deleteFrom('alerts')
      .where('id', 'in', chunk)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.alertId', '=', 'alerts.id'),
          ),
        ),
      )
      .execute();
  }
}

/** What is kept of channels: pending deliveries are dropped, and posted messages are no longer edited. */
async function eraseChannels(transaction: Transaction, channelIds: readonly string[]): Promise<void> {
  await giveUpHeldPosts(transaction, channelIds);
  for (const chunk of inChunks(channelIds)) {
    await deleteNotices(transaction, chunk);
    await transaction
      .updateTable('deliveries')
      .set({ state: 'dropped' })
      .where('channelId', 'in', chunk)
      .where('state', '=', literal('pending'))
      .execute();
    await transaction
      .updateTable('posts')
      .set({ staleSince: null })
      .where('channelId', 'in', chunk)
      .where('staleSince', 'is not', null)
      .execute();
    await transaction.deleteFrom('liveMessages').where('channelId', 'in', chunk).execute();
    await transaction.deleteFrom('rolePings').where('channelId', 'in', chunk).execute();
    for (const table of ['posts', 'deliveries'] as const) {
      await transaction
        .updateTable(table)
        .set({ pingRoleIds: '[]' })
        .where('channelId', 'in', chunk)
        .where('pingRoleIds', '<>', literal('[]'))
        .execute();
    }
  }
}

async function erase(transaction: Transaction, guildId: string): Promise<void> {
  await lockGuild(transaction, guildId);
  await lockQueueOrder(transaction);
  const tickers = await transaction
    .selectFrom('tickers')
    .select('channelId')
    .where('guildId', '=', guildId)
    .execute();
  const channelIds = await findChannels(transaction, guildId);
  // Notices about a ticker name the member who set it up.
  await eraseChannels(transaction, [
    ...new Set([...channelIds, ...tickers.map(({ channelId }) => channelId)]),
  ]);
  await transaction
    .updateTable('channelQueues')
    .set({
      isAbandoned: true,
      isSubscribed: false,
      isNoticeDue: false,
      lastProblemAt: null,
      lastProblemCode: null,
      guildId: null,
    })
    .where('guildId', '=', guildId)
    .execute();
  for (const table of [
    'subscriptions',
    'savedInputs',
    'guildSettings',
    'channelSettings',
    'channelFacts',
    'tickers',
    'silences',
    'templates',
    'ruleVersions',
  ] as const) {
    await transaction.deleteFrom(table).where('guildId', '=', guildId).execute();
  }
  await noteChange(transaction, guildId);
}

/** Creates the deletion of server data. */
export function createGuildErasureStore(database: Database) {
  return {
    /** Resolves to the server's channels that have settings or that have, or had, a rule; sorted. */
    channelsOf: (guildId: string): Promise<readonly string[]> =>
      database.read('channelsOf', (queries) => findChannels(queries, guildId)),

    /**
     * Deletes a server's data: its rules, saved inputs and settings, and those of its channels. Pending deliveries are
     * dropped, and its live messages are no longer edited.
     */
    eraseGuild: (guildId: string): Promise<void> =>
      database.maintenance.eraseSecurely(() =>
        database.transaction('eraseGuild', (transaction) => erase(transaction, guildId)),
      ),
  };
}
