import { DAY_MS } from '#src/chain/durations.ts';
import { now } from './database/adapters.ts';
import type { Database, Queries, Transaction } from './database/database.ts';

/** Discord counts from the arrival of an identify; this allows for a slower earlier one. */
const MARGIN_MS = 500;
/** Share of the daily identifies above which they are refused, because Discord resets the token when all are used. */
const REFUSED_FROM = 0.95;
const BUDGET = ['total', 'used', 'resetsAt'] as const;

/** Identifies of all processes of the bot. */
export interface IdentifyBudget {
  readonly total: number;
  readonly used: number;
  /** Epoch ms, by the clock of the database. */
  readonly resetsAt: number;
}

/** Whether a shard may identify now; `waitMs` is 0 if so. */
export interface IdentifyPermit {
  readonly waitMs: number;
  /** The reason for waiting; `null` for none. */
  readonly reason: 'another shard' | 'the limit of a day' | null;
  /** `null` until Discord has reported it. */
  readonly budget: IdentifyBudget | null;
}

/** Returns whether so few identifies are left today that the next one is refused. */
const isUsedUp = ({ total, used }: Pick<IdentifyBudget, 'total' | 'used'>): boolean =>
  used + 1 > total * REFUSED_FROM;

/** Returns how long identifies are refused because most of the day's are used, ms; `null` if they are not. */
export async function findIdentifyRefusal(queries: Queries): Promise<number | null> {
  const budget = await queries.selectFrom('identifyBudget').select(BUDGET).executeTakeFirst();
  if (budget === undefined || !isUsedUp(budget)) return null;
  const restMs = budget.resetsAt - now(queries);
  return restMs > 0 ? restMs : null;
}

/** Locks the row of the bucket until the end of the transaction. Resolves to when it is free. */
async function lockSlot(transaction: Transaction, bucket: number): Promise<number> {
  const { freeAt } = await transaction
    .insertInto('identifySlots')
    .values({ bucket, freeAt: 0 })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet(({ ref }) => ({ freeAt: ref('identifySlots.freeAt') })),
    )
    .returning('freeAt')
    .executeTakeFirstOrThrow();
  return freeAt;
}

/** Locks the row and returns its current state; a finished day starts over. */
async function lockBudget(transaction: Transaction): Promise<IdentifyBudget | null> {
  const at = now(transaction);
  await transaction
    .updateTable('identifyBudget')
    .set({ used: 0, resetsAt: at + DAY_MS })
    .where('resetsAt', '<=', at)
    .execute();
  const budget = await transaction
    .updateTable('identifyBudget')
    .set(({ ref }) => ({ used: ref('used') }))
    .where('id', '=', 1)
    .returning(BUDGET)
    .executeTakeFirst();
  return budget ?? null;
}

async function takeIdentify(
  transaction: Transaction,
  bucket: number,
  spacingMs: number,
): Promise<IdentifyPermit> {
  const at = now(transaction);
  const freeAt = await lockSlot(transaction, bucket);
  const budget = await lockBudget(transaction);
  // The transaction may have begun before the one that took the slot, so the slot may seem to become free slightly too
  // late. If it is far too late, the clock was set back, and nobody waits for that.
  const longestMs = spacingMs + MARGIN_MS;
  const restMs = freeAt - at;
  if (restMs > 0 && restMs <= 2 * longestMs)
    return { waitMs: Math.min(restMs, longestMs), reason: 'another shard', budget };
  if (budget !== null && isUsedUp(budget))
    return { waitMs: Math.max(1, budget.resetsAt - at), reason: 'the limit of a day', budget };
  await transaction
    .updateTable('identifySlots')
    .set({ freeAt: at + longestMs })
    .where('bucket', '=', bucket)
    .execute();
  if (budget === null) return { waitMs: 0, reason: null, budget };
  const used = budget.used + 1;
  await transaction.updateTable('identifyBudget').set({ used }).where('id', '=', 1).execute();
  return { waitMs: 0, reason: null, budget: { ...budget, used } };
}

export function createIdentifyStore(database: Database) {
  return {
    /**
     * Takes the next identify of a bucket, unless it is too early after another one, or most identifies of the day are
     * used.
     * @param bucket shard id modulo `max_concurrency`
     * @param spacingMs Discord's minimum time between two identifies of a bucket
     */
    takeIdentify: (bucket: number, spacingMs: number): Promise<IdentifyPermit> =>
      database.transaction('takeIdentify', (transaction) => takeIdentify(transaction, bucket, spacingMs)),

    /**
     * Records the remaining identifies that Discord reports.
     * @param resetAfterMs time until they are reset
     */
    noteStartLimit: ({
      total,
      remaining,
      resetAfterMs,
    }: {
      total: number;
      remaining: number;
      resetAfterMs: number;
    }): Promise<IdentifyBudget> =>
      database.transaction('noteStartLimit', async (transaction) => {
        const before = await lockBudget(transaction);
        const resetsAt = now(transaction) + resetAfterMs;
        // Within one day the greater number counts, because an identify of another process may not have reached Discord
        // yet.
        const isSameDay = before !== null && resetsAt - before.resetsAt < DAY_MS / 2;
        const used = Math.max(total - remaining, isSameDay ? before.used : 0);
        const budget = { total, used, resetsAt };
        await transaction
          .insertInto('identifyBudget')
          .values({ id: 1, ...budget })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(budget))
          .execute();
        return budget;
      }),
  };
}

export type IdentifyStore = ReturnType<typeof createIdentifyStore>;
