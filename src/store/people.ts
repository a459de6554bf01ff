import { personTarget } from '#src/alerts/target.ts';
import type { Address } from '#src/chain/address.ts';
import { reached } from '#src/chain/points.ts';
import { holdQueueUntil, lockQueue } from './channel-queues.ts';
import { dialectOf, now } from './database/adapters.ts';
import { compiledQuery, type Parameters } from './database/compiled-query.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { lockGuild } from './database/guild-lock.ts';
import { inChunks } from './database/lists.ts';
import { lockQueueOrder } from './database/queue-order.ts';
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

/** What refers to others goes first. */
async function forget(transaction: Transaction, userId: string): Promise<void> {
  const target = personTarget(userId);
  await lockOpenings(transaction);
  await lockGuild(transaction, target);
  await lockQueueOrder(transaction);
  // A message that is being sent is settled before or finds nothing.
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
  for (const table of ['guildSettings', 'channelSettings'] as const)
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
    /** `null` for somebody who has no watches or wallets, and had none since they were last forgotten. */
    find: (userId: string): Promise<Person | null> =>
      database.read('findPerson', (queries) => findPerson(queries, userId)),

    /** The addresses that these people call theirs; of those who are known. */
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

    /** Replaces the addresses that a person calls theirs. Nothing is proven by them. */
    setWallets: (userId: string, wallets: readonly Address[], at: number): Promise<void> =>
      database.transaction('setWallets', async (transaction) => {
        const chosen = { wallets: walletsJson.write([...new Set(wallets)]), lastUseAt: at };
        await transaction
          .insertInto('people')
          .values({ userId, createdAt: at, ...chosen })
          .onConflict((conflict) => conflict.column('userId').doUpdateSet(chosen))
          .execute();
      }),

    /** The right to try to open a person's direct messages now: 10 people in any minute, whichever process asked. */
    claimOpening: (userId: string, at: number): Promise<OpeningClaim> =>
      database.transaction('claimOpening', async (transaction) => {
        await lockOpenings(transaction);
        const known = await transaction
          .selectFrom('people')
          .select('userId')
          .where('userId', '=', userId)
          // Those who removed their watches while they waited for a turn are not written to.
          .where(({ exists, selectFrom, lit }) =>
            exists(
              selectFrom('subscriptions')
                .select(lit(1).as('one'))
                .where('channelId', '=', personTarget(userId)),
            ),
          )
          // They are forgotten before this, or after it and with what it writes.
          .$if(dialectOf(transaction) === 'postgres', (query) => query.forNoKeyUpdate())
          .executeTakeFirst();
        return known === undefined ? { type: 'unknown' } : takeOpeningTurn(transaction, userId, at);
      }),

    /** The same right, counted with the others, for a notice to somebody who may have no watches. */
    claimNoticeOpening: (userId: string, at: number): Promise<OpeningTurn> =>
      database.transaction('claimNoticeOpening', async (transaction) => {
        await lockOpenings(transaction);
        return takeOpeningTurn(transaction, userId, at);
      }),

    /** Their direct message channel was opened. Does nothing for somebody who was forgotten meanwhile. */
    noteOpened: (userId: string, directChannelId: string, at: number): Promise<void> =>
      database.transaction('noteOpened', async (transaction) => {
        await transaction
          .updateTable('people')
          // A refusal to open them is over. One of a message cannot be: they were open then.
          .set({ directChannelId, openedAt: at, ...NOT_REFUSED })
          .where('userId', '=', userId)
          .execute();
      }),

    /** The direct message channel is not there any more: it is opened again before the next message. */
    noteClosed: (userId: string, directChannelId: string): Promise<void> =>
      database.transaction('noteClosed', async (transaction) => {
        await transaction
          .updateTable('people')
          .set({ directChannelId: null, openedAt: null })
          .where('userId', '=', userId)
          .where('directChannelId', '=', directChannelId)
          .execute();
      }),

    /** Nothing is sent to them before this time: Discord asked to wait. */
    holdUntil: (userId: string, notBefore: number): Promise<void> =>
      database.transaction('holdPerson', (transaction) =>
        holdQueueUntil(transaction, personTarget(userId), { notBefore }),
      ),

    /**
     * Whether Discord refuses messages to them and they were not told. One statement, because it is asked after every
     * use of the bot, by whomever.
     */
    hasRefusalToTell: (userId: string): Promise<boolean> =>
      database.readOne('hasRefusalToTell', async (queries) => {
        const [found] = await selectUntold(queries, { userId });
        return found !== undefined;
      }),

    /** What a person is to be told about a refusal, once for each; `null` for nothing. */
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

    /** They could not be told what was taken: it is told at their next use, unless that refusal is over. */
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
     * Messages to them are tried again, from the next one that waits. Resolves to whether they have, or had, a watch;
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

    /** All that is kept of a person, for them alone. */
    exportOf: (userId: string): Promise<PersonExport> =>
      database.read('exportOfPerson', async (queries) => {
        const target = personTarget(userId);
        const { guild, channels } = await findSettings(queries, target);
        return {
          person: await findPerson(queries, userId),
          watches: await findSubscriptions(queries, { guildId: target }),
          inputs: await findInputsOf(queries, userId),
          settings: guild,
          messages: channels.get(target) ?? null,
          deliveries: await findKeptDeliveries(queries, target),
          openingTriedAt: await findOpening(queries, userId),
        };
      }),

    /** People to whom messages have been refused since before then, at most `limit`. */
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
