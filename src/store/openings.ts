import { DAY_MS, MINUTE_MS } from '#src/chain/durations.ts';
import type { Queries, Transaction } from './database/database.ts';
import { lockGuild } from './database/guild-lock.ts';
import type { OpeningTurn } from './model/people.ts';

/** Discord's clock is known to a second, so it may seem to go back. */
const CLOCK_ERROR_MS = 2_000;
/** Discord flags bots that open many direct messages: in any minute it may be tried for so many people. */
const OPENINGS = { people: 10, withinMs: MINUTE_MS + CLOCK_ERROR_MS } as const;

/** One of all openings, whoever they are for: the count and the claim are one step. */
const OPENINGS_LOCK = 'the opening of direct messages';

/** When the person, or somebody else, may be tried next; `null` for now. */
async function nextOpening(queries: Queries, userId: string, at: number): Promise<number | null> {
  const others = await queries
    .selectFrom('directMessageOpenings')
    .select('triedAt')
    .where('triedAt', '>', at - OPENINGS.withinMs)
    // A later one is of before a change of the clock.
    .where('triedAt', '<=', at + CLOCK_ERROR_MS)
    .where('userId', '<>', userId)
    .orderBy('triedAt', 'desc')
    .limit(OPENINGS.people)
    .execute();
  const oldest = others.at(OPENINGS.people - 1)?.triedAt ?? null;
  return oldest === null ? null : oldest + OPENINGS.withinMs;
}

/** To be called first in a transaction that claims, so that the claims of several processes follow each other. */
export const lockOpenings = (transaction: Transaction): Promise<void> =>
  lockGuild(transaction, OPENINGS_LOCK);

/** Claims the right to try to open somebody's direct messages now. After `lockOpenings`. */
export async function takeOpeningTurn(
  transaction: Transaction,
  userId: string,
  at: number,
): Promise<OpeningTurn> {
  const next = await nextOpening(transaction, userId, at);
  if (next !== null) return { type: 'later', at: next };
  await transaction
    .insertInto('directMessageOpenings')
    .values({ userId, triedAt: at })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ triedAt: at }))
    .execute();
  return { type: 'granted' };
}

/** When the direct messages of a person were last tried to be opened, epoch ms; `null` where that is not kept. */
export async function findOpening(queries: Queries, userId: string): Promise<number | null> {
  const found = await queries
    .selectFrom('directMessageOpenings')
    .select('triedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found?.triedAt ?? null;
}

/** Begins the key of an opening whose person was forgotten. No Discord id begins with it. */
const FORGOTTEN = 'forgotten';

/**
 * Forgets whose direct messages were opened, and keeps when: it counts for the others. Those of one millisecond are
 * numbered, because the column is a key. After `lockOpenings`.
 */
export async function forgetWhoseOpening(transaction: Transaction, userId: string): Promise<void> {
  const triedAt = await findOpening(transaction, userId);
  if (triedAt === null) return;
  const { alike } = await transaction
    .selectFrom('directMessageOpenings')
    .select(({ fn }) => fn.countAll<number>().as('alike'))
    .where('triedAt', '=', triedAt)
    .where('userId', 'like', `${FORGOTTEN}%`)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('directMessageOpenings')
    .set({ userId: `${FORGOTTEN} ${triedAt} ${alike}` })
    .where('userId', '=', userId)
    .execute();
}

/** They are kept for longer than they count, because the clock of the machine may be ahead by hours. */
const KEPT_MS = DAY_MS;

/** Forgets whose direct messages were tried long ago. Returns how many. */
export async function removeExpiredOpenings(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('directMessageOpenings')
    .where('triedAt', '<=', at - KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
