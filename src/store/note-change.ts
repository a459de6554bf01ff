import { type Expression, sql } from 'kysely';
import { personTarget } from '#src/alerts/target.ts';
import { DAY_MS, HOUR_MS } from '#src/chain/durations.ts';
import { isShared, now } from './database/adapters.ts';
import type { Transaction } from './database/database.ts';

/**
 * Records a change. Call this at the end of every transaction that changes rules or settings of a server. The counter's
 * row is locked until the commit, so every process that sees a version also sees all earlier changes. A process that is
 * alone needs no record.
 */
export async function noteChange(transaction: Transaction, guildId: string): Promise<void> {
  if (!isShared(transaction)) return;
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

/** Pattern for user targets. */
const ALL_PEOPLE = personTarget('%');

/**
 * Deletes changes that every process has long read: of servers after a day; of users with deleted data after an hour,
 * because a process that has not read the change sends nothing to them, and only their id is left to delete. Resolves
 * to the number of rows.
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
