import type { Draft } from '#src/alerts/subscription.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import { readRule, writeRule } from './rules.ts';

/** Retention of drafts, ms. */
const DRAFT_KEPT_MS = DAY_MS;

/** Selects the drafts that have not expired, oldest first. */
const keptDrafts = (queries: Queries) =>
  queries
    .selectFrom('drafts')
    .selectAll()
    .where('createdAt', '>=', now(queries) - DRAFT_KEPT_MS)
    .orderBy('createdAt')
    .orderBy('id');

type DraftRow = Awaited<ReturnType<ReturnType<typeof keptDrafts>['execute']>>[number];

function readDraft({ topics, filter, pingRoleIds, ...row }: DraftRow): Draft {
  return { ...row, ...readRule({ topics, filter, pingRoleIds }) };
}

/**
 * Deletes expired drafts. Resolves to their number.
 * @param at epoch ms
 */
export async function removeExpiredDrafts(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('drafts')
    .where('createdAt', '<', at - DRAFT_KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Finds a user's unexpired drafts in any server, oldest first. */
export async function findDraftsBy(queries: Queries, userId: string): Promise<readonly Draft[]> {
  const rows = await keptDrafts(queries).where('userId', '=', userId).execute();
  return rows.map(readDraft);
}

/** Creates the store of rules that await confirmation. */
export function createDraftStore(database: Database) {
  return {
    /** Saves a draft, replacing an earlier one with this id. */
    saveDraft: ({ topics, filter, pingRoles, ...draft }: Draft): Promise<void> =>
      database.transaction('saveDraft', async (transaction) => {
        await removeExpiredDrafts(transaction, now(transaction));
        const { id, ...others } = { ...draft, ...writeRule({ topics, filter, pingRoles }) };
        await transaction
          .insertInto('drafts')
          .values({ id, ...others })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(others))
          .execute();
      }),

    /** Loads a draft; `null` if it is unknown or older than a day. */
    loadDraft: (id: string): Promise<Draft | null> =>
      database.read('loadDraft', async (queries) => {
        const found = await keptDrafts(queries).where('id', '=', id).executeTakeFirst();
        return found === undefined ? null : readDraft(found);
      }),

    /** Resolves to the server's drafts that are not older than a day, oldest first. */
    draftsOf: (guildId: string): Promise<readonly Draft[]> =>
      database.read('draftsOf', async (queries) => {
        const rows = await keptDrafts(queries).where('guildId', '=', guildId).execute();
        return rows.map(readDraft);
      }),

    removeDraft: (id: string): Promise<void> =>
      database.transaction('removeDraft', async (transaction) => {
        await transaction.deleteFrom('drafts').where('id', '=', id).execute();
      }),
  };
}
