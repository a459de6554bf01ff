import { personTarget } from '#src/alerts/target.ts';
import type { Address } from '#src/chain/address.ts';
import { reached } from '#src/chain/points.ts';
import { holdQueueUntil, lockQueue } from './channel-queues.ts';
import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { inChunks } from './database/lists.ts';
import { lockGuild, lockQueueOrder } from './database/locks.ts';
import type {
  KeptDelivery,
  OpeningClaim,
  OpeningTurn,
  Person,
  PersonExport,
  RefusalToTell,
} from './model/people.ts';
import { noteChange } from './note-change.ts';
import { findOpening, forgetWhoseOpening, lockOpenings, takeOpeningTurn } from './openings.ts';
import { NOT_REFUSED, walletsJson } from './people-rows.ts';
import { openQueues } from './queue-states.ts';
import { findInputsOf } from './saved-inputs.ts';
import { findSettings } from './settings.ts';
import { findSilences } from './silence-rows.ts';
import { findSubscriptions } from './subscription-rows.ts';

async function findPerson(queries: Queries, userId: string): Promise<Person | null> {
  const found = await queries
    .selectFrom('people')
    .select([
      'userId',
      'directChannelId',
      'openedAt',
      'refusedSince',
      'refusalCode',
      'isRefusalReported',
      'wallets',
      'createdAt',
      'lastUseAt',
    ])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { wallets, ...person } = found;
  return { ...person, wallets: walletsJson.read(wallets) };
}

async function findKeptDeliveries(queries: Queries, target: string): Promise<readonly KeptDelivery[]> {
  const rows = await queries
    .selectFrom('deliveries')
    .innerJoin('alerts', 'alerts.id', 'deliveries.alertId')
    .leftJoin('posts', 'posts.id', 'deliveries.postId')
    .select([
      'alerts.topic',
      'alerts.key as alertKey',
      'deliveries.state',
      'deliveries.occurredAt',
      'posts.messageId',
      'posts.settledAt',
    ])
    .where('deliveries.channelId', '=', target)
    .orderBy('deliveries.id')
    .execute();
  return rows.map((row) => ({ ...row, occurredAt: row.occurredAt * 1_000 }));
}

/** Deletes a user's data. Rows that refer to others come first. */
async function forget(transaction: Transaction, userId: string): Promise<void> {
  const target = personTarget(userId);
  await lockOpenings(transaction);
  await lockGuild(transaction, target);
  await lockQueueOrder(transaction);
  // A message that is being sent is settled before this, or finds nothing afterwards.
  await lockQueue(transaction, target);
  for (const table of [
    'liveMessages',
    'deliveries',
    'posts',
    'rolePings',
    'undecidedCounts',
    'subscriptions',
    'channelFacts',
    'channelQueues',
  ] as const)
    await transaction.deleteFrom(table).where('channelId', '=', target).execute();
  for (const table of ['guildSettings', 'channelSettings', 'silences'] as const)
    await transaction.deleteFrom(table).where('guildId', '=', target).execute();
  // What they typed in a server is kept under the id of that server.
  await transaction.deleteFrom('savedInputs').where('userId', '=', userId).execute();
  // The person first: what was about to be opened for them finds nobody.
  await transaction.deleteFrom('people').where('userId', '=', userId).execute();
  await forgetWhoseOpening(transaction, userId);
  await noteChange(transaction, target);
}

const selectUntold = compiledQuery((queries: Queries, { userId }: Parameters<{ userId: string }>) =>
  queries
    .selectFrom('people')
    .select('userId')
    .where('userId', '=', userId)
    .where('refusedSince', 'is not', null)
    .where(({ not, ref }) => not(ref('isRefusalReported'))),
);

export function createPeopleStore(database: Database) {
  return {
    /** Finds a user; `null` if they have no watches or wallets, and had none since their data was last deleted. */
    find: (userId: string): Promise<Person | null> =>
      database.read('findPerson', (queries) => findPerson(queries, userId)),

    /** Resolves to the own wallets of these users, as far as they are known. */
    walletsOf: (userIds: readonly string[]): Promise<ReadonlyMap<string, readonly Address[]>> =>
      database.read('walletsOf', async (queries) => {
        const own = new Map<string, readonly Address[]>();
        for (const chunk of inChunks(userIds)) {
          const rows = await queries
            .selectFrom('people')
            .select(['userId', 'wallets'])
            .where('userId', 'in', chunk)
            .execute();
          for (const { userId, wallets } of rows) own.set(userId, walletsJson.read(wallets));
        }
        return own;
      }),

    /** Replaces the addresses of a user's own wallets. They do not verify ownership. */
    setWallets: (userId: string, wallets: readonly Address[], at: number): Promise<void> =>
      database.transaction('setWallets', async (transaction) => {
        const chosen = { wallets: walletsJson.write([...new Set(wallets)]), lastUseAt: at };
        await transaction
          .insertInto('people')
          .values({ userId, createdAt: at, ...chosen })
          .onConflict((conflict) => conflict.column('userId').doUpdateSet(chosen))
          .execute();
      }),

    /** Claims the right to try to open a user's direct messages now: 10 users in any minute, over all processes. */
    claimOpening: (userId: string, at: number): Promise<OpeningClaim> =>
      database.transaction('claimOpening', async (transaction) => {
        await lockOpenings(transaction);
        const known = await transaction
          .selectFrom('people')
          .select('userId')
          .where('userId', '=', userId)
          // Users who removed their watches while they waited for their turn get no message.
          .where(({ exists, selectFrom, lit }) =>
            exists(
              selectFrom('subscriptions')
                .select(lit(1).as('one'))
                .where('channelId', '=', personTarget(userId)),
            ),
          )
          // The user's data is deleted before this, or after it together with what it writes.
          .$if(dialectOf(transaction) === 'postgres', (query) => query.forNoKeyUpdate())
          .executeTakeFirst();
        return known === undefined ? { type: 'unknown' } : takeOpeningTurn(transaction, userId, at);
      }),

    /** Claims the same right, counted with the others, for a notice to a user who may have no watches. */
    claimNoticeOpening: (userId: string, at: number): Promise<OpeningTurn> =>
      database.transaction('claimNoticeOpening', async (transaction) => {
        await lockOpenings(transaction);
        return takeOpeningTurn(transaction, userId, at);
      }),

    /** Records that their direct message channel was opened. Does nothing if their data was deleted in the meantime. */
    noteOpened: (userId: string, directChannelId: string, at: number): Promise<void> =>
      database.transaction('noteOpened', async (transaction) => {
        await transaction
          .updateTable('people')
          // This ends a refusal to open them. It cannot end a refusal of a message, because they were open then.
          .set({ directChannelId, openedAt: at, ...NOT_REFUSED })
          .where('userId', '=', userId)
          .execute();
      }),

    /** Records that the direct message channel no longer exists. It is opened again before the next message. */
    noteClosed: (userId: string, directChannelId: string): Promise<void> =>
      database.transaction('noteClosed', async (transaction) => {
        await transaction
          .updateTable('people')
          .set({ directChannelId: null, openedAt: null })
          .where('userId', '=', userId)
          .where('directChannelId', '=', directChannelId)
          .execute();
      }),

    /** Delays all messages to them until this time, because Discord asked to wait. */
    holdUntil: (userId: string, notBefore: number): Promise<void> =>
      database.transaction('holdPerson', (transaction) =>
        holdQueueUntil(transaction, personTarget(userId), { notBefore }),
      ),

    /**
     * Resolves to whether Discord refuses messages to them and they were not informed. A single statement, because it
     * runs after every interaction of any user.
     */
    hasRefusalToTell: (userId: string): Promise<boolean> =>
      database.readOne('hasRefusalToTell', async (queries) => {
        const [found] = await selectUntold(queries, { userId });
        return found !== undefined;
      }),

    /** Returns what to tell a user about a refusal, once per refusal; `null` for nothing. */
    takeRefusalToTell: (userId: string): Promise<RefusalToTell | null> =>
      database.transaction('takeRefusalToTell', async (transaction) => {
        const [told] = await transaction
          .updateTable('people')
          .set({ isRefusalReported: true })
          .where('userId', '=', userId)
          .where('refusedSince', 'is not', null)
          .where('isRefusalReported', '=', false)
          .returning(['refusalCode', 'refusedSince'])
          .execute();
        await transaction
          .updateTable('channelQueues')
          .set({ retryAt: now(transaction) })
          .where('channelId', '=', personTarget(userId))
          .where('state', '=', 'paused')
          .execute();
        if (told === undefined || told.refusalCode === null || told.refusedSince === null) return null;
        const { count } = await transaction
          .selectFrom('subscriptions')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('channelId', '=', personTarget(userId))
          .where('pausedAt', 'is', null)
          .executeTakeFirstOrThrow();
        return { code: told.refusalCode, since: told.refusedSince, pausedWatches: count };
      }),

    /**
     * Records that they could not be informed, so that it is repeated at their next interaction, unless that refusal is
     * over.
     */
    returnRefusalToTell: (userId: string, { since }: Pick<RefusalToTell, 'since'>): Promise<void> =>
      database.transaction('returnRefusalToTell', async (transaction) => {
        await transaction
          .updateTable('people')
          .set({ isRefusalReported: false })
          .where('userId', '=', userId)
          .where('refusedSince', '=', since)
          .execute();
      }),

    /**
     * Retries messages to them, starting with the next waiting one. Resolves to whether they have, or had, a watch;
     * without one there is nothing to resume.
     */
    resume: (userId: string): Promise<boolean> =>
      database.transaction('resumePerson', async (transaction) => {
        const target = personTarget(userId);
        await lockGuild(transaction, target);
        const rules = await findSubscriptions(transaction, { guildId: target });
        if (rules.length === 0) return false;
        await openQueues(transaction, target, [target]);
        reached('a person watches again after a refusal');
        return true;
      }),

    /**
     * Deletes everything of a person in one transaction: wallets, watches, settings, all messages that were or were to
     * be sent, and inputs in any server. Messages at Discord stay, and so do alerts of servers that they set up. On
     * SQLite it cannot be read from the disk afterwards; on PostgreSQL it can until VACUUM.
     */
    forget: (userId: string): Promise<void> =>
      database.maintenance.eraseSecurely(() =>
        database.transaction('forgetPerson', (transaction) => forget(transaction, userId)),
      ),

    /** Exports all stored data of a user, only for that user. */
    exportOf: (userId: string): Promise<PersonExport> =>
      database.read('exportOfPerson', async (queries) => {
        const target = personTarget(userId);
        const { guild, channels } = await findSettings(queries, target);
        return {
          person: await findPerson(queries, userId),
          watches: await findSubscriptions(queries, { guildId: target }),
          silences: await findSilences(queries, target),
          inputs: await findInputsOf(queries, userId),
          settings: guild,
          messages: channels.get(target) ?? null,
          deliveries: await findKeptDeliveries(queries, target),
          openingTriedAt: await findOpening(queries, userId),
        };
      }),

    /** Resolves to users to whom messages have been refused since before that time, at most `limit`. */
    refusedSince: (before: number, limit: number): Promise<readonly string[]> =>
      database.read('refusedSince', async (queries) => {
        const rows = await queries
          .selectFrom('people')
          .select('userId')
          .where('refusedSince', '<', before)
          .orderBy('refusedSince')
          .limit(limit)
          .execute();
        return rows.map(({ userId }) => userId);
      }),
  };
}

export type PeopleStore = ReturnType<typeof createPeopleStore>;
