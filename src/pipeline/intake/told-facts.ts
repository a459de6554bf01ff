import type { Address } from '../../domain/address.ts';
import {
  collectionsOf,
  type ListingAlert,
  type MarketAlert,
  type SoldItem,
  type ToldToken,
} from '../../domain/alert.ts';
import { tokenKey } from '../../domain/alert-filter.ts';
import { type Worth, withWorth, worthWithout } from '../../domain/price-story.ts';
import type { Token } from '../../domain/token.ts';

/** What was looked up for the alerts of one look. */
export interface Facts {
  /** By `tokenKey`. */
  readonly tokens: ReadonlyMap<string, Token>;
  readonly worths: ReadonlyMap<Address, Worth>;
}

/** The collections whose numbers an alert is measured against: none where no price is told. */
export function measuredCollections(alert: MarketAlert): readonly Address[] {
  return alert.type === 'move' ? [] : collectionsOf(alert);
}

/** The alert with what was looked up. What was not found stays as the feed told it, and nothing is claimed of its floor. */
export function withFacts(alert: MarketAlert, { tokens, worths }: Facts): MarketAlert {
  const tokenOf = ({ collection, tokenId }: ToldToken): Token | undefined =>
    tokens.get(tokenKey(collection, tokenId));
  const worthOf = (collection: Address): Worth | null => worths.get(collection) ?? null;
  const floorOf = (collection: Address): Worth['floor'] =>
    withWorth({ price: null, story: null }, worthOf(collection)).floor;

  function told<Told extends ToldToken>(item: Told): Told {
    const token = tokenOf(item);
    if (token === undefined) return item;
    const { rarity } = token;
    return {
      ...item,
      collectionName: item.collectionName ?? token.collectionName,
      tokenName: token.name ?? item.tokenName,
      image: token.image ?? item.image,
      // Nothing else of them: an alert is the same before it was written and after it was read back.
      rarity: rarity === null ? null : { rank: rarity.rank, total: rarity.total },
      attributes: token.attributes.map((one) => ({ type: one.type, value: one.value, rarity: one.rarity })),
    };
  }
  const sold = (item: SoldItem): SoldItem => ({
    ...told(item),
    story: withWorth(item, worthOf(item.collection)),
  });
  function listed(alert: ListingAlert): SoldItem {
    const worth = worthOf(alert.item.collection);
    const story = withWorth(alert.item, worth === null ? null : worthWithout(alert, worth));
    return { ...told(alert.item), story };
  }

  switch (alert.type) {
    case 'sale':
    case 'storm':
      return { ...alert, item: sold(alert.item) };
    case 'listing':
      return { ...alert, item: listed(alert) };
    case 'sweep':
      return { ...alert, items: alert.items.map(sold) };
    case 'offer':
      return {
        ...alert,
        token: alert.token === null ? null : told(alert.token),
        floor: floorOf(alert.collection),
      };
    case 'move':
      return { ...alert, tokens: alert.tokens.map(told) };
    case 'auction':
      return {
        ...alert,
        token: told(alert.token),
        floor: floorOf(alert.token.collection) ?? alert.floor,
        lastPrice: tokenOf(alert.token)?.lastPrice ?? alert.lastPrice,
      };
    default:
      return alert satisfies never;
  }
}
