import type { Burn } from '#src/alerts/burn.ts';
import { address } from '#src/chain/codecs.ts';
import type { Queries, Transaction } from './database/database.ts';
import { rowInsertion } from './database/insert-rows.ts';
import { inChunks } from './database/lists.ts';
import { idBeyondIfMany } from './database/surplus.ts';
import type { SalesPeriod } from './sales.ts';

/** Burned units of one collection. */
export type BurnedTokens = Pick<Burn, 'collection' | 'quantity'>;

const insertBurns = rowInsertion(
  'burns',
  { key: 'text', collection: 'text', quantity: 'text', at: 'real' },
  { unlessKnown: ['key'] },
);

/** Stores new burns, except those with a known key, and deletes the oldest ones beyond the limit. */
export async function addBurns(
  transaction: Transaction,
  burns: readonly Burn[],
  maxBurns: number,
): Promise<void> {
  if (burns.length === 0) return;
  const rows = burns.map(({ quantity, ...burn }) => ({ ...burn, quantity: quantity.toString() }));
  await insertBurns(transaction, rows, {});
  await transaction.deleteFrom('burns').where('id', '<=', idBeyondIfMany('burns', maxBurns)).execute();
}

/** Deletes stored burns that did not happen, or that will be added again with corrected values. */
export async function removeBurns(transaction: Transaction, keys: readonly string[]): Promise<void> {
  for (const chunk of inChunks(keys))
    await transaction.deleteFrom('burns').where('key', 'in', chunk).execute();
}

/** Sums the units burned in a period, by collection. Collections without burns are left out. */
export async function burnedBetween(
  queries: Queries,
  { collections, from, to }: SalesPeriod,
): Promise<readonly BurnedTokens[]> {
  if (collections !== null && collections.length === 0) return [];
  // Quantities are text, which the database cannot add exactly. Nearly all of them are 1.
  const rows = await queries
    .selectFrom('burns')
    .select(({ fn }) => ['collection', 'quantity', fn.countAll<number>().as('burns')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .$if(collections !== null, (query) => query.where('collection', 'in', collections ?? []))
    .groupBy(['collection', 'quantity'])
    .execute();
  return [...Map.groupBy(rows, ({ collection }) => collection)]
    .map(([collection, ofCollection]) => ({
      collection: address.parse(collection),
      quantity: ofCollection.reduce((sum, { quantity, burns }) => sum + BigInt(quantity) * BigInt(burns), 0n),
    }))
    .toSorted((one, other) => (one.collection < other.collection ? -1 : 1));
}
