import type { Address } from '../../chain/address.ts';
import { knownCoin } from '../../chain/known-coins.ts';
import type { Currency, Wei } from '../../chain/wei.ts';
import type { ActivityKind } from '../model/activity.ts';
import { decodeCurrency } from './activity-currency.ts';
import * as field from './activity-fields.ts';
import { isCoinAmount, readCoins, readPrice, toSmallestUnit } from './price.ts';
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
 * Total price, its currency and the quantity of an event. A unit price is multiplied by the quantity (activity-decoding:
 * unit_vs_total). A price in a foreign currency that is given by name only is `null`.
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
  const { contract, foreign, coin: reported } = decodeCurrency(reader);
  if (contract === null) return { price: foreign ? null : price, currency: null, quantity };
  const coin = reported ?? knownCoin(contract);
  if (coin === null) return { price, currency: contract, quantity };
  const inCoins =
    reader.first(totalPaths(kind, word), isCoinAmount) ??
    reader.first(field.PRICE_UNIT, isCoinAmount) ??
    true;
  // Amounts in whole coins were converted with the decimals of the native currency.
  if (price !== null && inCoins)
    return { price: toSmallestUnit(price, coin.decimals), currency: contract, coin, quantity };
  return { price, currency: contract, coin, quantity };
}
