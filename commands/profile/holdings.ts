import type { Address } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { Lookups } from '#src/discord/lookups/lookups.ts';
import { resultOrNull } from '#src/discord/lookups/result-or-null.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import type { ViewContext } from '#src/discord/views/context.ts';
import { amountText } from '#src/discord/views/price.ts';
import {
  byValue,
  countHoldings,
  type Holding,
  type Holdings,
  valueAtFloor,
} from '#src/marketplace/holdings.ts';
import type { OwnedToken } from '#src/marketplace/resources/owned-token.ts';

/** Limits for one profile: pages of NFTs that are read, and collections whose floor is requested. */
const MAX_PAGES = 3;
const FULL_PAGE = 100;
const MAX_FLOORS = 6;

async function withFloor(holding: Holding, lookups: Lookups): Promise<Holding> {
  const dated = await resultOrNull(lookups.collection(holding.collection));
  const floor = dated?.value.stats.floor ?? null;
  return { ...holding, floor: floor === 0n ? null : floor };
}

/** Reads the holdings of a wallet by collection, with the floors of the largest ones. Rejects like the lookup. */
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

/** Below Discord's limit of 1,024 characters for fields; the rest is for the text below the lines. */
const ROOM = 750;
const MAX_LINES = 8;

function line(holding: Holding, linked: boolean, context: ViewContext): string {
  const name = collectionTitle(holding.collection, context);
  const page = linked ? context.links.collection(holding.collection) : null;
  const { tokens, listed, floor } = holding;
  const { profile } = context.messages;
  return [
    page === null ? `**${name}**` : `**[${name}](${page})**`,
    profile.itemCount(tokens),
    ...(listed === 0 ? [] : [profile.listedItems(listed)]),
    ...(floor === null ? [] : [profile.atFloor(amountText(valueAtFloor(holding), context))]),
  ].join(' · ');
}

/** Formats as many holdings as fit, with links if there is room for them. */
function linesOf(each: readonly Holding[], context: ViewContext): readonly string[] {
  const shown = each.slice(0, MAX_LINES);
  const lengthOf = (lines: readonly string[]) => lines.join('\n').length;
  const linked = shown.map((holding) => line(holding, true, context));
  if (lengthOf(linked) <= ROOM) return linked;
  const plain = shown.map((holding) => line(holding, false, context));
  while (lengthOf(plain) > ROOM) plain.pop();
  return plain;
}

function summary({ each, counted: seen, total, whole }: Holdings, context: ViewContext): readonly string[] {
  const withFloor = each.filter(({ floor }) => floor !== null);
  const value = withFloor.reduce((sum, holding) => sum + valueAtFloor(holding), 0n);
  const { profile } = context.messages;
  const amount = amountText(value, context);
  const together =
    withFloor.length === each.length
      ? profile.together(amount)
      : profile.togetherOfSome(amount, withFloor.length, each.length);
  const counted = total === null || total <= seen ? profile.counted(seen) : profile.countedOf(seen, total);
  return [...(withFloor.length === 0 ? [] : [`-# ${together}`]), ...(whole ? [] : [`-# ${counted}`])];
}

/** Lists a wallet's holdings by collection, with their value at the floor; `null` without holdings. */
export function holdingsText(holdings: Holdings, context: ViewContext): string | null {
  const { each } = holdings;
  if (each.length === 0) return null;
  const lines = linesOf(each, context);
  const more = each.length - lines.length;
  return [
    ...lines,
    ...(more === 0 ? [] : [context.messages.profile.moreCollections(more)]),
    ...summary(holdings, context),
  ].join('\n');
}
