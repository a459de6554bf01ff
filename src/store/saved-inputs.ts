import { HOUR_MS } from '#src/chain/durations.ts';
import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import type { KeptInput } from './model/people.ts';

/** The owner of an input. Discord ids. */
export interface SavedInputOwner {
  readonly guildId: string;
  readonly userId: string;
}

const KEPT_MS = HOUR_MS;
/** Maximum per user and server, because an uploaded file may have a megabyte. */
const MAX_KEPT = 5;

const ownInputs = (queries: Queries, { guildId, userId }: SavedInputOwner) =>
  queries
    .selectFrom('savedInputs')
    .where('guildId', '=', guildId)
    .where('userId', '=', userId)
    .where('createdAt', '>', now(queries) - KEPT_MS);

const findPayload = (queries: Queries, id: string, owner: SavedInputOwner) =>
  ownInputs(queries, owner).select('payload').where('id', '=', id).executeTakeFirst();

/** Finds a user's input in any server, oldest first. */
export async function findInputsOf(queries: Queries, userId: string): Promise<readonly KeptInput[]> {
  const rows = await queries
    .selectFrom('savedInputs')
    .select(['guildId', 'payload', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ payload, ...row }) => ({ ...row, content: JSON.parse(payload) as unknown }));
}

/**
 * Deletes expired input. Resolves to its number.
 * @param at epoch ms
 */
export async function removeExpiredInputs(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('savedInputs')
    .where('createdAt', '<=', at - KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Creates the store of typed or uploaded input, kept until the user presses a button. */
export function createSavedInputStore(database: Database) {
  return {
    /** @param id a new one; `payload`: JSON */
    saveInput: (id: string, owner: SavedInputOwner, payload: string): Promise<void> =>
      database.transaction('saveInput', async (transaction) => {
        const at = now(transaction);
        await removeExpiredInputs(transaction, at);
        const earlier = await ownInputs(transaction, owner)
          .select('id')
          .orderBy('createdAt', 'desc')
          .orderBy('id')
          .offset(MAX_KEPT - 1)
          .limit(MAX_KEPT)
          .execute();
        const surplus = earlier.map((one) => one.id);
        if (surplus.length > 0)
          await transaction.deleteFrom('savedInputs').where('id', 'in', surplus).execute();
        await transaction
          .insertInto('savedInputs')
          .values({ id, ...owner, payload, createdAt: at })
          .execute();
      }),

    /** Finds an input; `null` if it is no longer stored, or belongs to another user. */
    findInput: (id: string, owner: SavedInputOwner): Promise<string | null> =>
      database.read('findInput', async (queries) => (await findPayload(queries, id, owner))?.payload ?? null),

    /** Finds and deletes an input. */
    takeInput: (id: string, owner: SavedInputOwner): Promise<string | null> =>
      database.transaction('takeInput', async (transaction) => {
        const found = await findPayload(transaction, id, owner);
        if (found === undefined) return null;
        const { numDeletedRows } = await transaction
          .deleteFrom('savedInputs')
          .where('id', '=', id)
          .executeTakeFirst();
        // If two presses are concurrent, only one gets it.
        return numDeletedRows === 0n ? null : found.payload;
      }),
  };
}

export type SavedInputStore = ReturnType<typeof createSavedInputStore>;
