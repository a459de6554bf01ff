import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';
import type { InputKind, KeptInput } from './model/people.ts';

/** The owner of an input. Discord ids. */
export interface SavedInputOwner {
  readonly guildId: string;
  readonly userId: string;
}

/** An input of somebody in a server. */
export interface InputInServer {
  readonly id: string;
  readonly userId: string;
  /** The channel that it is about; `null` for none. */
  readonly channelId: string | null;
  /** JSON. */
  readonly payload: string;
  readonly createdAt: number;
}

const keptInputs = (queries: Queries, guildId: string, kind: InputKind) =>
  queries
    .selectFrom('savedInputs')
    .where('guildId', '=', guildId)
    .where('kind', '=', kind.name)
    .where('expiresAt', '>', now(queries));

const ownInputs = (queries: Queries, { guildId, userId }: SavedInputOwner, kind: InputKind) =>
  keptInputs(queries, guildId, kind).where('userId', '=', userId);

const findPayload = (queries: Queries, id: string, owner: SavedInputOwner, kind: InputKind) =>
  ownInputs(queries, owner, kind).select('payload').where('id', '=', id).executeTakeFirst();

/** What a person typed, chose or uploaded, in any server, oldest first. */
export async function findInputsOf(queries: Queries, userId: string): Promise<readonly KeptInput[]> {
  const rows = await queries
    .selectFrom('savedInputs')
    .select(['id', 'kind', 'guildId', 'channelId', 'payload', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ payload, ...row }) => ({ ...row, content: JSON.parse(payload) as object }));
}

/**
 * Deletes expired input. Resolves to its number.
 * @param at epoch ms
 */
export async function removeExpiredInputs(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('savedInputs')
    .where('expiresAt', '<=', at)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What people typed, chose or uploaded, until they press a button. */
export function createSavedInputStore(database: Database) {
  return {
    /**
     * @param id a new one
     * @param input.payload JSON
     * @param input.channelId of the channel that it is about; `null` for none
     */
    saveInput: (
      id: string,
      owner: SavedInputOwner,
      kind: InputKind,
      input: { readonly payload: string; readonly channelId: string | null },
    ): Promise<void> =>
      database.transaction('saveInput', async (transaction) => {
        const at = now(transaction);
        await removeExpiredInputs(transaction, at);
        const earlier = await ownInputs(transaction, owner, kind)
          .select('id')
          .orderBy('createdAt', 'desc')
          .orderBy('id')
          .offset(kind.limit - 1)
          .limit(kind.limit)
          .execute();
        const surplus = earlier.map((one) => one.id);
        if (surplus.length > 0)
          await transaction.deleteFrom('savedInputs').where('id', 'in', surplus).execute();
        await transaction
          .insertInto('savedInputs')
          .values({ id, ...owner, kind: kind.name, ...input, createdAt: at, expiresAt: at + kind.keptFor })
          .execute();
      }),

    /** `null` when it is not kept any more, or somebody else's. */
    findInput: (id: string, owner: SavedInputOwner, kind: InputKind): Promise<string | null> =>
      database.read(
        'findInput',
        async (queries) => (await findPayload(queries, id, owner, kind))?.payload ?? null,
      ),

    /** The same, and deletes it. */
    takeInput: (id: string, owner: SavedInputOwner, kind: InputKind): Promise<string | null> =>
      database.transaction('takeInput', async (transaction) => {
        const found = await findPayload(transaction, id, owner, kind);
        if (found === undefined) return null;
        const { numDeletedRows } = await transaction
          .deleteFrom('savedInputs')
          .where('id', '=', id)
          .executeTakeFirst();
        // If two presses are concurrent, only one gets it.
        return numDeletedRows === 0n ? null : found.payload;
      }),

    /** Those of a kind in a server, whoever's they are, oldest first. */
    inputsIn: (guildId: string, kind: InputKind): Promise<readonly InputInServer[]> =>
      database.read('inputsIn', (queries) =>
        keptInputs(queries, guildId, kind)
          .select(['id', 'userId', 'channelId', 'payload', 'createdAt'])
          .orderBy('createdAt')
          .orderBy('id')
          .execute(),
      ),
  };
}

export type SavedInputStore = ReturnType<typeof createSavedInputStore>;
