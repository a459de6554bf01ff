import { DAY_MS, MINUTE_MS } from '#src/chain/durations.ts';
import type { Queries, Transaction } from './database/database.ts';
import { lockGuild } from './database/locks.ts';
import type { OpeningTurn } from './model/people.ts';

/** Discord's clock is known to within a second, so it may seem to run backwards. */
const CLOCK_ERROR_MS = 2_000;
/** Discord flags bots that open many direct messages, so attempts are limited to this many users per minute. */
const OPENINGS = { people: 10, withinMs: MINUTE_MS + CLOCK_ERROR_MS } as const;

/** A single lock for all openings, because the count and the claim are one step. */
const OPENINGS_LOCK = 'the opening of direct messages';

/** Returns when this user, or another one, may be tried next; `null` for now. */
async function nextOpening(queries: Queries, userId: string, at: number): Promise<number | null> {
  const others = await queries
    .selectFrom('directMessageOpenings')
    .select('triedAt')
    .where('triedAt', '>', at - OPENINGS.withinMs)
    // A later time is from before a clock change.
    .where('triedAt', '<=', at + CLOCK_ERROR_MS)
    .where('userId', '<>', userId)
    .orderBy('triedAt', 'desc')
    .limit(OPENINGS.people)
    .execute();
  const oldest = others.at(OPENINGS.people - 1)?.triedAt ?? null;
  return oldest === null ? null : oldest + OPENINGS.withinMs;
}

/**
 * Locks the openings. Must be the first statement of a claiming transaction, so that claims of several processes run
 * one after the other.
 */
export const lockOpenings = (transaction: Transaction): Promise<void> =>
  lockGuild(transaction, OPENINGS_LOCK);

/** Claims the right to try to open a user's direct messages now. Call it after `lockOpenings`. */
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

/** Finds when the bot last tried to open a user's direct messages, epoch ms; `null` if that is not stored. */
export async function findOpening(queries: Queries, userId: string): Promise<number | null> {
  const found = await queries
    .selectFrom('directMessageOpenings')
    .select('triedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found?.triedAt ?? null;
}

/** Prefix of the key of an opening whose user's data was deleted. No Discord id begins with it. */
const FORGOTTEN = 'forgotten';

/**
 * Removes the user from an opening but keeps its time, because it counts towards the limit. Openings of the same
 * millisecond are numbered, because the column is a key. Call it after `lockOpenings`.
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

/** Openings are kept for longer than they count, because the machine's clock may be hours ahead. */
const KEPT_MS = DAY_MS;

/** Deletes old openings. Returns their number. */
export async function removeExpiredOpenings(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('directMessageOpenings')
    .where('triedAt', '<=', at - KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
