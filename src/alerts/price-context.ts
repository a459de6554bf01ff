import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { EarlierAmount } from '#src/marketplace/amount-history.ts';
import type { PriceContext, SoldItem } from './kinds/parts.ts';
import type { Trade } from './trade.ts';

/**
 * Assumed lag of the bot's clock behind the chain's, ms. Otherwise, the listing that made a new floor would seem newer
 * than the floor.
 */
const CLOCK_MARGIN_MS = 60_000;

/** A collection's floor and highest sale, wei; `null` if unknown. */
export interface CollectionPrices {
  readonly floor: Wei | null;
  /** The floor before `floor`; `null` if unknown. */
  readonly floorBefore: EarlierAmount | null;
  readonly highestSale: Wei | null;
  /** The highest sale before `highestSale`; `null` if unknown. */
  readonly highestBefore: EarlierAmount | null;
}

/** Saved trades from before a sale or listing. */
export interface PriceHistory {
  /** Earlier trades of the token, newest first. */
  readonly trades: readonly Trade[];
  /** The highest saved price of the collection, wei; `null` if there is none. */
  readonly highest: Wei | null;
}

type Priced = Pick<SoldItem, 'price' | 'currency' | 'seller' | 'quantity'>;

/**
 * Returns the seller's purchase: the token's last trade that involved the seller, if they bought the same number of
 * units in it. If they sold in it, they got the token back without a trade, at an unknown price.
 */
function lastPurchase(seller: Address, quantity: bigint, trades: readonly Trade[]): PriceContext['bought'] {
  const last = trades.find((trade) => trade.buyer === seller || trade.seller === seller);
  if (last === undefined || last.buyer !== seller || last.seller === seller) return null;
  return last.price === null || last.quantity !== quantity ? null : { price: last.price, at: last.at };
}

/** Returns the last sale of the same number of units. */
function lastSale(quantity: bigint, [last]: readonly Trade[]): PriceContext['last'] {
  if (last === undefined || last.price === null || last.quantity !== quantity) return null;
  return { price: last.price, at: last.at };
}

/**
 * Builds the price context from saved trades. `record` only means that the price is higher than every saved price of
 * the collection, until `addCollectionPrices` checks it against the marketplace's numbers. Only a price in the chain's
 * own coin is compared with earlier ones, and only the price of one unit can be a record.
 */
export function buildPriceContext(item: Priced, history: PriceHistory): PriceContext {
  const { price, currency, seller, quantity } = item;
  if (currency !== null) return { bought: null, last: null, floor: null, record: false };
  const bought = seller === null ? null : lastPurchase(seller, quantity, history.trades);
  const record =
    quantity === 1n && price !== null && price > 0n && (history.highest === null || price > history.highest);
  return { bought, last: lastSale(quantity, history.trades), floor: null, record };
}

/**
 * Returns whether the marketplace's numbers show no sale in the collection for this much or more. If its highest sale
 * equals this price, it may be this sale or an older one. It is this one if the highest sale was lower before.
 */
function isHighest(price: Wei, { highestSale, highestBefore }: CollectionPrices): boolean {
  if (highestSale === null || price < highestSale) return false;
  return price > highestSale || (highestBefore !== null && price > highestBefore.amount);
}

/**
 * Adds the collection's numbers to the price context. `record` remains only if the marketplace's numbers confirm it.
 * Without numbers there is no floor and no record. A floor of 0 means none.
 *
 * @param collectionPrices `null` if the marketplace did not answer
 */
export function addCollectionPrices(
  item: Pick<SoldItem, 'price' | 'priceContext'>,
  collectionPrices: CollectionPrices | null,
): PriceContext {
  const { price, priceContext } = item;
  const floor = collectionPrices?.floor ?? null;
  const record =
    priceContext?.record === true &&
    price !== null &&
    collectionPrices !== null &&
    isHighest(price, collectionPrices);
  const { bought, last } = priceContext ?? { bought: null, last: null };
  return { bought, last, floor: floor === 0n ? null : floor, record };
}

/**
 * Returns the collection's numbers without the listing itself. The marketplace may include the listing in the floor
 * immediately, so it would never be below the floor. A listing for exactly the floor is therefore compared with the
 * previous, higher floor, unless the current floor was reported before the listing.
 */
export function excludeListing(
  {
    item,
    occurredAt,
  }: { readonly item: Pick<SoldItem, 'price' | 'currency' | 'quantity'>; readonly occurredAt: number },
  collectionPrices: CollectionPrices,
): CollectionPrices {
  const { floor, floorBefore } = collectionPrices;
  if (item.currency !== null || floor === null || floorBefore === null) return collectionPrices;
  const isFloor = item.price === floor * item.quantity;
  const mayHaveMadeIt = occurredAt * 1_000 <= floorBefore.until + CLOCK_MARGIN_MS;
  return isFloor && mayHaveMadeIt && floorBefore.amount > floor
    ? { ...collectionPrices, floor: floorBefore.amount }
    : collectionPrices;
}
