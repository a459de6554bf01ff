import type { Selectable } from 'kysely';
import type { Silence } from '#src/alerts/silences/silence.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import type { Queries, Transaction } from './database/database.ts';
import type { Tables } from './database/tables.ts';

/** How long silences are kept after their end: as long as the alerts that they left out. */
const KEPT_MS = 14 * DAY_MS;

export const readSilence = (row: Selectable<Tables['silences']>): Silence => row;

/** Finds the silences of a server, including those that are over, oldest first. */
export async function findSilences(queries: Queries, guildId: string): Promise<readonly Silence[]> {
  const rows = await queries
    .selectFrom('silences')
    .selectAll()
    .where('guildId', '=', guildId)
    .orderBy('id')
    .execute();
  return rows.map(readSilence);
}

/**
 * Counts dropped alerts.
 * @param ids the silence of each alert
 */
export async function countDropped(transaction: Transaction, ids: readonly number[]): Promise<void> {
  // In a fixed order, so that two transactions do not wait for each other.
  const counts = [...Map.groupBy(ids, (id) => id)].toSorted(([one], [other]) => one - other);
  for (const [id, { length }] of counts) {
    await transaction
      .updateTable('silences')
      .set(({ eb }) => ({ dropped: eb('dropped', '+', length) }))
      .where('id', '=', id)
      .execute();
  }
}

/** Deletes silences that ended long ago. Resolves to their number. */
export async function removeOldSilences(transaction: Transaction, at: number): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('silences')
    .where('endsAt', '<', at - KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
