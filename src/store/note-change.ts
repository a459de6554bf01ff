import { type Expression, sql } from 'kysely';
import { personTarget } from '#src/alerts/target.ts';
import { DAY_MS, HOUR_MS } from '#src/chain/durations.ts';
import { dialectOf, now } from './database/adapters.ts';
import type { Transaction } from './database/database.ts';

/**
 * To be called at the end of every transaction that changes rules or settings of a server. The row of the counter is
 * locked until the commit, so whoever sees a version sees all before it. On SQLite no other process has to know.
 */
export async function noteChange(transaction: Transaction, guildId: string): Promise<void> {
  if (dialectOf(transaction) === 'sqlite') return;
  const { version } = await transaction
    .insertInto('changeCounter')
    .values({ id: 1, version: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ version: eb('changeCounter.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  const row = { version, changedAt: now(transaction) };
  await transaction
    .insertInto('guildChanges')
    .values({ guildId, ...row })
    .onConflict((conflict) => conflict.column('guildId').doUpdateSet(row))
    .execute();
}

const personTargetOf = (userId: Expression<string>) => sql<string>`${sql.lit(personTarget(''))} || ${userId}`;

/** A pattern of the targets of people. */
const ALL_PEOPLE = personTarget('%');

/**
 * Forgets what every process has read long ago: servers after a day; people whose data were deleted after an hour,
 * because nothing is sent to them by a process that has not read that, so only their id is left to delete. Resolves to
 * the number of rows.
 */
export async function removeExpiredChanges(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('guildChanges')
    .where(({ and, or, eb, not, exists, selectFrom }) =>
      or([
        eb('changedAt', '<', at - DAY_MS),
        and([
          eb('changedAt', '<', at - HOUR_MS),
          eb('guildId', 'like', ALL_PEOPLE),
          not(
            exists(
              selectFrom('people')
                .select('people.userId')
                .where(({ eb: one, ref }) =>
                  one('guildChanges.guildId', '=', personTargetOf(ref('people.userId'))),
                ),
            ),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
