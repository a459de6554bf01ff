import type { Address } from '../../chain/address.ts';
import type { Dated } from '../../chain/dated.ts';
import { byValue, countHoldings, type Holding, type Holdings } from '../../marketplace/model/holdings.ts';
import type { OwnedToken } from '../../marketplace/model/profile.ts';
import type { Lookups } from '../lookups.ts';
import { resultOrNull } from './result-or-null.ts';

/** Limits for one profile: pages of NFTs that are read, and collections whose floor is requested. */
const MAX_PAGES = 3;
const FULL_PAGE = 100;
const MAX_FLOORS = 6;

async function withFloor(holding: Holding, lookups: Lookups): Promise<Holding> {
  const dated = await resultOrNull(lookups.collection(holding.collection));
  const floor = dated?.value.stats.floor ?? null;
  return { ...holding, floor: floor === 0n ? null : floor };
}

/** The holdings of a wallet by collection, with the floors of the largest. Rejects like the lookup. */
export async function readHoldings(who: Address, lookups: Lookups): Promise<Dated<Holdings>> {
  const owned = new Map<string, OwnedToken>();
  let [total, whole, stale, asOf]: [number | null, boolean, boolean, number] = [null, false, false, Infinity];
  for (let page = 1; page <= MAX_PAGES && !whole; page += 1) {
    const query = { page, limit: FULL_PAGE, collection: null, sort: 'acquiredAt', listed: false } as const;
    const answer = await lookups.owned(who, query);
    for (const token of answer.value.items) owned.set(`${token.collection}-${token.tokenId}`, token);
    total = answer.value.total;
    whole = !answer.value.hasNext || answer.value.items.length === 0;
    stale ||= answer.stale;
    asOf = Math.min(asOf, answer.asOf);
  }
  const counted = countHoldings([...owned.values()]);
  const withFloors = await Promise.all(counted.slice(0, MAX_FLOORS).map((one) => withFloor(one, lookups)));
  const each = byValue([...withFloors, ...counted.slice(MAX_FLOORS)]);
  return { value: { each, counted: owned.size, total, whole }, asOf, stale };
}
