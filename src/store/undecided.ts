import { z } from 'zod';
import { address } from '#src/chain/codecs.ts';
import { reached } from '#src/chain/points.ts';
import type { Transaction } from './database/database.ts';
import { jsonColumn } from './database/json.ts';
import type { Undecided } from './model/undecided.ts';

/** Missing details of an alert. */
export const missingDetailsJson = jsonColumn(
  'what is missing for an alert',
  z.object({ tokens: z.array(z.string()), collections: z.array(address) }),
);

/**
 * Writes the missing details of the alert; `null` for none.
 * @param since when it was ingested, epoch ms
 * @param at epoch ms
 */
export async function putUndecided(
  transaction: Transaction,
  alertId: number,
  undecided: Undecided | null,
  { since, at }: { readonly since: number; readonly at: number },
): Promise<void> {
  if (undecided === null) {
    const decided = await transaction
      .deleteFrom('undecidedAlerts')
      .where('alertId', '=', alertId)
      .executeTakeFirst();
    if (decided.numDeletedRows > 0n) reached('an undecided rule is decided late');
    return;
  }
  const { tokens, collections } = undecided.missingDetails;
  const missing = {
    missingDetails: missingDetailsJson.write({ tokens: [...tokens], collections: [...collections] }),
    isToLookUp: tokens.length + collections.length > 0,
    isAwaitingFeed: undecided.awaitsFeed,
    triedAt: at,
  };
  await transaction
    .insertInto('undecidedAlerts')
    .values({ alertId, since, ...missing })
    .onConflict((conflict) => conflict.column('alertId').doUpdateSet(missing))
    .execute();
}
