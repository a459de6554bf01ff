import type { Address } from '../../domain/address.ts';
import type { Dated } from '../../domain/dated.ts';
import { byValue, countHoldings, type Holding, type Holdings } from '../../domain/holdings.ts';
import type { OwnedToken } from '../../domain/profile.ts';
import type { Lookups } from '../lookups.ts';
import { optionally } from './optional.ts';

/** So much of what somebody owns is read for one profile, and so many collections are asked for their floor. */
const MOST_PAGES = 3;
const FULL_PAGE = 100;
const MOST_FLOORS = 6;

async function withFloor(holding: Holding, lookups: Lookups): Promise<Holding> {
  const known = await optionally(lookups.collection(holding.collection));
  const floor = known?.value.stats.floor ?? null;
  return { ...holding, floor: floor === 0n ? null : floor };
}

/** What a wallet holds, by collection, with the floors of those of which it holds most. Rejects as the lookup does. */
export async function readHoldings(who: Address, lookups: Lookups): Promise<Dated<Holdings>> {
  const owned = new Map<string, OwnedToken>();
  let [total, whole, stale, asOf]: [number | null, boolean, boolean, number] = [null, false, false, Infinity];
  for (let page = 1; page <= MOST_PAGES && !whole; page += 1) {
    const query = { page, limit: FULL_PAGE, collection: null, sort: 'acquiredAt', listed: false } as const;
    const answer = await lookups.owned(who, query);
    for (const token of answer.value.items) owned.set(`${token.collection}-${token.tokenId}`, token);
    total = answer.value.total;
    whole = !answer.value.hasNext || answer.value.items.length === 0;
    stale ||= answer.stale;
    asOf = Math.min(asOf, answer.asOf);
  }
  const counted = countHoldings([...owned.values()]);
  const asked = await Promise.all(counted.slice(0, MOST_FLOORS).map((one) => withFloor(one, lookups)));
  const each = byValue([...asked, ...counted.slice(MOST_FLOORS)]);
  return { value: { each, counted: owned.size, total, whole }, asOf, stale };
}
