import type { Address } from './address.ts';
import type { ListingAlert, PriceStory, SoldItem } from './alert.ts';
import type { Trade } from './trade.ts';
import type { Wei } from './wei.ts';

/**
 * The bot's clock may be behind the chain's by so much (ms), and the listing that made a new floor must not seem to have come
 * after it.
 */
const CLOCK_MARGIN_MS = 60_000;

/** A floor or highest sale that was told earlier than the one of now. */
export interface EarlierAmount {
  /** Wei. */
  readonly amount: Wei;
  /** When another was first told, epoch ms. */
  readonly until: number;
}

/** What a collection's numbers say, in wei; `null` where they are not told. */
export interface Worth {
  readonly floor: Wei | null;
  /** From before `floor` was told; `null` where none is known. */
  readonly floorBefore: EarlierAmount | null;
  readonly highestSale: Wei | null;
  /** From before `highestSale` was told; `null` where none is known. */
  readonly highestBefore: EarlierAmount | null;
}

/** What is remembered from before a sale or listing. */
export interface Memory {
  /** Trades of the token before it, the newest first. */
  readonly trades: readonly Trade[];
  /** The highest price of the collection, wei; `null` while none is remembered. */
  readonly highest: Wei | null;
}

type Priced = Pick<SoldItem, 'price' | 'currency' | 'seller' | 'quantity'>;

/**
 * What the seller had paid: the last trade of the token that the seller took part in, when that was a purchase of as many
 * units. Who has sold it since got it back in some other way, at a price that is not known.
 */
function boughtBy(seller: Address, quantity: bigint, trades: readonly Trade[]): PriceStory['bought'] {
  const last = trades.find((trade) => trade.buyer === seller || trade.seller === seller);
  if (last === undefined || last.buyer !== seller || last.seller === seller) return null;
  return last.price === null || last.quantity !== quantity ? null : { price: last.price, at: last.at };
}

/** What the token was last sold for, as many units of it. */
function lastSoldFor(quantity: bigint, [last]: readonly Trade[]): PriceStory['last'] {
  if (last === undefined || last.price === null || last.quantity !== quantity) return null;
  return { price: last.price, at: last.at };
}

/**
 * The story of a price as far as memory tells it. `record` says only that the price is higher than every remembered one of
 * the collection; it counts once `withWorth` has held it against the marketplace's own numbers. One unit in the chain's own
 * coin alone can be a record, and only a price in that coin is held against an earlier one.
 */
export function rememberedStory(item: Priced, memory: Memory): PriceStory {
  const { price, currency, seller, quantity } = item;
  if (currency !== null) return { bought: null, last: null, floor: null, record: false };
  const bought = seller === null ? null : boughtBy(seller, quantity, memory.trades);
  const record =
    quantity === 1n && price !== null && price > 0n && (memory.highest === null || price > memory.highest);
  return { bought, last: lastSoldFor(quantity, memory.trades), floor: null, record };
}

/**
 * Whether nothing of the collection was ever sold for more or as much, by what the marketplace tells. Its highest sale may be this
 * very one, or an old one for the same price: it is this one where it was lower before.
 */
function isHighest(price: Wei, { highestSale, highestBefore }: Worth): boolean {
  if (highestSale === null || price < highestSale) return false;
  return price > highestSale || (highestBefore !== null && price > highestBefore.amount);
}

/**
 * The story with the collection's numbers. A record is claimed only where the marketplace's own numbers say so as well. Without
 * numbers nothing is claimed of floor and record. A floor of 0 is none.
 *
 * @param worth `null` where the marketplace did not answer
 */
export function withWorth(item: Pick<SoldItem, 'price' | 'story'>, worth: Worth | null): PriceStory {
  const { price, story } = item;
  const floor = worth?.floor ?? null;
  const record = story?.record === true && price !== null && worth !== null && isHighest(price, worth);
  const { bought, last } = story ?? { bought: null, last: null };
  return { bought, last, floor: floor === 0n ? null : floor, record };
}

/**
 * The collection's numbers without the listing itself. A marketplace may count it into the floor at once, and nothing is below
 * a floor of its own. So a listing for exactly the floor is held against the higher one from before, unless the floor had
 * been told before anybody listed: then it is one more at the floor.
 */
export function worthWithout(
  { item, occurredAt }: Pick<ListingAlert, 'item' | 'occurredAt'>,
  worth: Worth,
): Worth {
  const { floor, floorBefore } = worth;
  if (item.currency !== null || floor === null || floorBefore === null) return worth;
  const isFloor = item.price === floor * item.quantity;
  const mayHaveMadeIt = occurredAt * 1_000 <= floorBefore.until + CLOCK_MARGIN_MS;
  return isFloor && mayHaveMadeIt && floorBefore.amount > floor
    ? { ...worth, floor: floorBefore.amount }
    : worth;
}
