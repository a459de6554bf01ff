import type { ActivityKind } from '../../domain/activity.ts';
import type { Address } from '../../domain/address.ts';
import { knownCoin } from '../../domain/known-coins.ts';
import type { Currency, Wei } from '../../domain/wei.ts';
import { decodeCurrency } from './activity-currency.ts';
import * as field from './activity-fields.ts';
import { inSmallestUnit, isInCoins, readCoins, readPrice } from './price.ts';
import type { FieldReader, Path } from './record.ts';
import { readQuantity } from './scalar.ts';

function isMove(kind: ActivityKind): boolean {
  return kind === 'transfer' || kind === 'mint' || kind === 'burn';
}

/** `amount` is wei in a bid and a quantity everywhere else (activity-decoding: quantity). */
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

/**
 * Total price, its currency and the quantity of an event; a price told per item is multiplied (activity-decoding:
 * unit_vs_total). A price in a currency that is only named, and not the chain's own, counts as not told.
 */
export function decodeAmounts(
  reader: FieldReader,
  kind: ActivityKind,
  word: string,
): { price: Wei | null; currency: Address | null; coin?: Currency; quantity: bigint } {
  const quantityPaths = [
    ...(isBid(kind, word) ? [] : field.AMOUNT),
    ...field.QUANTITY,
    ...(isMove(kind) ? field.TRANSFER_VALUE : []),
  ];
  const quantity = reader.first(quantityPaths, readQuantity) ?? 1n;
  const unit = (): Wei | null => {
    const each = reader.first(field.PRICE_UNIT, readPrice);
    return each === null ? null : each * quantity;
  };
  const price =
    reader.first(totalPaths(kind, word), readPrice) ??
    unit() ??
    reader.first(field.PRICE_STARTING, readPrice) ??
    reader.first(field.PRICE_COINS, readCoins);
  const { contract, foreign, coin: told } = decodeCurrency(reader);
  if (contract === null) return { price: foreign ? null : price, currency: null, quantity };
  const coin = told ?? knownCoin(contract);
  if (coin === null) return { price, currency: contract, quantity };
  const inCoins =
    reader.first(totalPaths(kind, word), isInCoins) ?? reader.first(field.PRICE_UNIT, isInCoins) ?? true;
  // Whole coins were read by the decimals of the chain's own.
  if (price !== null && inCoins)
    return { price: inSmallestUnit(price, coin.decimals), currency: contract, coin, quantity };
  return { price, currency: contract, coin, quantity };
}
