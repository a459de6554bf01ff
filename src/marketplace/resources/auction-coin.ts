import { type CoinId, nameOfCoin } from '#src/chain/coins.ts';
import { knownCoin } from '#src/chain/known-coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import { type DecodedCurrency, inOtherCoin } from '../decode/currency.ts';
import { coinNamedBy } from '../decode/named-coin.ts';
import type { Amount } from '../decode/price.ts';
import { isRecord, type JsonRecord } from '../decode/record.ts';
import type { IsOwnCoin } from '../own-coin.ts';

const isOther = (named: DecodedCurrency | null): named is DecodedCurrency =>
  named !== null && named.currency !== null;

const symbolOf = ({ currency, symbol }: DecodedCurrency): string =>
  currency === null ? '' : symbol || (knownCoin(currency)?.symbol ?? nameOfCoin(currency) ?? '');

/** Returns whether they cannot be the same coin: another contract, or another symbol if one of them has no contract. */
function differ(one: DecodedCurrency, other: DecodedCurrency): boolean {
  if (one.currency === null || other.currency === null) return one.currency !== other.currency;
  const areContracts = nameOfCoin(one.currency) === null && nameOfCoin(other.currency) === null;
  if (areContracts) return one.currency !== other.currency;
  const [first, second] = [symbolOf(one).toLowerCase(), symbolOf(other).toLowerCase()];
  return first !== '' && second !== '' && first !== second;
}

/** The amounts of an auction as in its record. */
interface ReadAmounts<B> {
  readonly startingPrice: Amount | null;
  readonly highestBid: Amount | null;
  readonly bids: readonly (B & { readonly amount: Amount })[];
}

/** The same in the smallest unit of one coin. */
interface Amounts<B> {
  readonly startingPrice: Wei | null;
  readonly highestBid: Wei | null;
  /** The coin, where it is another than the chain's own. */
  readonly currency?: CoinId | undefined;
  /** How its amounts are written, if that is known; its symbol may be empty. */
  readonly coin?: Currency | undefined;
  readonly bids: readonly { readonly bid: B; readonly amount: Wei }[];
}

/**
 * Returns the largest amount in the smallest unit, because it shows whether the decimals of a symbol are plausible;
 * else any.
 */
function telling(amounts: readonly Amount[]): Amount {
  const none: Amount = { wei: 0n, inCoins: amounts.every(({ inCoins }) => inCoins) && amounts.length > 0 };
  return amounts
    .filter(({ inCoins }) => !inCoins)
    .reduce((most, one) => (one.wei > most.wei ? one : most), none);
}

/**
 * Converts the amounts of an auction to one coin: another one that its record names, else another one that a bid names,
 * else the chain's own. A bid without a coin has that of its auction. Amounts in different coins cannot be compared, so
 * a bid in a third coin is left out, and so is the starting price if the record names the own coin and the bids
 * another.
 * @param value the auction's record
 */
export function inOneCoin<B extends JsonRecord>(
  value: unknown,
  { startingPrice, highestBid, bids }: ReadAmounts<B>,
  isOwnCoin: IsOwnCoin,
): Amounts<B> {
  const ofRecord = coinNamedBy(value, isOwnCoin);
  const ofHighest = coinNamedBy(isRecord(value) ? value['highestBid'] : null, isOwnCoin);
  const named = bids.map((bid) => coinNamedBy(bid, isOwnCoin));
  const coin = [ofRecord, ofHighest, ...named].find(isOther);
  if (coin === undefined || coin.currency === null) {
    const inWei = bids.map((bid) => ({ bid, amount: bid.amount.wei }));
    return { startingPrice: startingPrice?.wei ?? null, highestBid: highestBid?.wei ?? null, bids: inWei };
  }
  const { currency } = coin;
  const kept = bids.filter((_, at) => {
    const own = named[at] ?? null;
    return own === null || !differ(own, coin);
  });
  const start = ofRecord !== null && !isOther(ofRecord) ? null : startingPrice;
  const amounts = [start, highestBid, ...kept.map(({ amount }) => amount)].filter((one) => one !== null);
  const written = inOtherCoin(telling(amounts), coin).coin;
  const converted = (amount: Amount): Wei =>
    inOtherCoin(amount, written === undefined ? coin : { ...coin, ...written }).price;
  return {
    startingPrice: start === null ? null : converted(start),
    highestBid: highestBid === null ? null : converted(highestBid),
    bids: kept.map((bid) => ({ bid, amount: converted(bid.amount) })),
    currency,
    ...(written === undefined ? {} : { coin: written }),
  };
}
