import { DAY_MS } from '../chain/durations.ts';
import { dialectOf, now } from './database/adapters.ts';
import type { Transaction } from './database/database.ts';

/**
 * To be called at the end of every transaction that changes rules or settings of a server. The row of the counter is locked until
 * the commit, so whoever sees a version sees all before it. On SQLite no other process has to know.
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

/** Forgets what every process has read long ago. Resolves to the number of rows. */
export async function removeExpiredChanges(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('guildChanges')
    .where('changedAt', '<', at - DAY_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
