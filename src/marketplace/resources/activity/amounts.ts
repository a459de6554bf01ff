import type { CoinId } from '#src/chain/coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import { decodeCurrency, inOtherCoin } from '../../decode/currency.ts';
import { type Amount, readAmount, readCoinAmount } from '../../decode/price.ts';
import type { FieldReader, Path } from '../../decode/record.ts';
import { readQuantity } from '../../decode/scalar.ts';
import type { IsOwnCoin } from '../../own-coin.ts';
import * as field from './fields.ts';
import type { ActivityKind } from './kind.ts';
import { decodeFall } from './terms.ts';

function isMove(kind: ActivityKind): boolean {
  return kind === 'transfer' || kind === 'mint' || kind === 'burn';
}

/**
 * Returns whether the amount is wei: in a bid it is, everywhere else it is a quantity (activity-decoding: quantity).
 */
function isBid(kind: ActivityKind, word: string): boolean {
  return kind === 'auction_bid' || (kind === 'offer' && word.includes('bid'));
}

function totalPaths(kind: ActivityKind, word: string): readonly Path[] {
  return [
    ...field.PRICE_FIRST,
    ...(kind === 'auction_created' ? field.PRICE_STARTING : []),
    ...field.PRICE_TOTAL,
    ...field.PRICE_OF_BID,
    ...(isBid(kind, word) ? field.PRICE_AMOUNT : []),
    ...field.PRICE_HIGHEST_BID,
    ...(isMove(kind) ? [] : field.PRICE_VALUE),
  ];
}

interface DecodedAmounts {
  /** Total price in the smallest unit of `currency`; `0n` is a price, `null` means unknown. */
  readonly price: Wei | null;
  /** The coin that the price is in; `null` is the chain's own coin. */
  readonly currency: CoinId | null;
  /** How amounts of `currency` are written, if that is known; its symbol may be empty. */
  readonly coin?: Currency | null | undefined;
  /** How many units changed hands, 1 unless an ERC1155 says otherwise. */
  readonly quantity: bigint;
  /** What the price of a dutch listing falls to, in its coin, and when, epoch seconds; `price` is its first. */
  readonly falling?:
    | { readonly to: Wei; readonly from: number | null; readonly until: number | null }
    | undefined;
}

/**
 * Decodes total price, currency and quantity of an event. A unit price is multiplied by the quantity
 * (activity-decoding: unit_vs_total).
 * @param units number of units if the record does not contain it
 */
export function decodeAmounts(
  reader: FieldReader,
  kind: ActivityKind,
  { word, units }: { readonly word: string; readonly units: bigint },
  isOwnCoin: IsOwnCoin,
): {
  readonly amounts: DecodedAmounts;
  /** What the record calls the chain's own coin beside its placeholder. */
  readonly ownName: string | null;
} {
  const quantityPaths = [
    ...(isBid(kind, word) ? [] : field.AMOUNT),
    ...field.QUANTITY,
    ...(isMove(kind) ? field.TRANSFER_VALUE : []),
  ];
  const quantity = reader.first(quantityPaths, readQuantity) ?? units;
  const unit = (): Amount | null => {
    const each = reader.first(field.PRICE_UNIT, readAmount);
    return each === null ? null : { ...each, wei: each.wei * quantity };
  };
  const amount =
    reader.first(totalPaths(kind, word), readAmount) ??
    unit() ??
    reader.first(field.PRICE_STARTING, readAmount) ??
    reader.first(field.PRICE_COINS, readCoinAmount);
  const coin = decodeCurrency(reader, isOwnCoin);
  const { currency, ownName } = coin;
  const priced =
    amount === null || currency === null ? { price: amount?.wei ?? null } : inOtherCoin(amount, coin);
  const fall = amount === null ? null : decodeFall(reader, kind, amount);
  if (fall === null) return { amounts: { ...priced, currency, quantity }, ownName };
  const to = currency === null ? fall.to.wei : inOtherCoin(fall.to, coin).price;
  return { amounts: { ...priced, currency, quantity, falling: { ...fall, to } }, ownName };
}
