import { type Address, isBurnAddress, shortAddress } from '#src/chain/address.ts';
import { type CoinId, nameOfCoin } from '#src/chain/coins.ts';
import { compareAmounts } from '#src/chain/comparison.ts';
import { knownCoin } from '#src/chain/known-coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { Rarity } from '#src/marketplace/resources/item.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';

import type { DescribeContext, DescribedPrice, Fact } from '../description.ts';
import { type AlertToken, nativePrice, type SoldItem } from './parts.ts';

/** Last second of the year 9999, the latest supported date. */
const LAST_SECOND = 253_402_300_799;

/**
 * Formats a moment for a reader; `null` if it is unknown or out of range.
 * @param seconds epoch seconds
 */
export function timeOf(
  seconds: number | null,
  style: Extract<Segment, { type: 'time' }>['style'] = 'relative',
): Extract<Segment, { type: 'time' }> | null {
  if (seconds === null || !(seconds > 0 && seconds <= LAST_SECOND)) return null;
  return { type: 'time', at: seconds, style };
}

/** Builds a sentence with a moment and its date; `null` if the moment is unknown. */
export function sentenceAt(
  sentence: (when: Segment, at: Segment) => Segments,
  seconds: number | null,
): Segments | null {
  const [when, at] = [timeOf(seconds), timeOf(seconds, 'dateTime')];
  return when === null || at === null ? null : sentence(when, at);
}

/** Formats a wallet with its cached name. */
export function walletOf(address: Address, { names }: Pick<DescribeContext, 'names'>): Segment {
  return { type: 'wallet', address, name: names.wallet(address) };
}

export const strong = (...segments: Segments): Segment => ({ type: 'strong', segments });

/** Joins parts of one line with dots; `null` if there are none. */
export function joined(parts: readonly (Segments | null)[]): Segments | null {
  const present = parts.filter((part) => part !== null);
  if (present.length === 0) return null;
  return present.flatMap((part, index) => (index === 0 ? part : [{ type: 'text', text: ' · ' }, ...part]));
}

/**
 * Formats an amount in the chain's own coin.
 * @param amount wei
 */
export function nativeAmount(amount: Wei, { currency }: Pick<DescribeContext, 'currency'>): Segment {
  return { type: 'amount', amount, coin: currency };
}

type Priced = Pick<SoldItem, 'price' | 'currency' | 'coin'>;

/** Returns the format of another coin; `null` if it is unknown. */
const coinOf = ({ coin }: Priced, currency: CoinId) => coin ?? knownCoin(currency);

/** Returns whether the symbol identifies the coin, so that no contract is shown beside it. */
const isNamedBySymbol = (currency: CoinId, { symbol }: Currency) =>
  symbol !== '' && nameOfCoin(currency) !== null;

/**
 * Formats a price in any coin; `null` if it is unknown. The symbol of another coin is followed by the end of its
 * contract, since any coin can call itself `ETH`. If its decimals are unknown, the amount is in its smallest unit.
 */
export function priceText(
  priced: Priced,
  context: Pick<DescribeContext, 'messages' | 'currency'>,
): Segments | null {
  const { price, currency } = priced;
  if (price === null) return null;
  if (currency === null) return [nativeAmount(price, context)];
  const { facts } = context.messages;
  const named: Segment = { type: 'name', text: nameOfCoin(currency) ?? shortAddress(currency) };
  const coin = coinOf(priced, currency);
  if (coin === null) return baseUnits(price, currency, named, context);
  const amount: Segment = { type: 'amount', amount: price, coin };
  return isNamedBySymbol(currency, coin) ? [amount] : facts.otherCoin(amount, named);
}

/** Formats an amount in base units, if it cannot be converted to coins. */
function baseUnits(
  price: Wei,
  currency: CoinId,
  shown: Segment,
  { messages: { facts } }: Pick<DescribeContext, 'messages'>,
): Segments {
  return nameOfCoin(currency) === null ? facts.baseUnits(price, shown) : facts.baseUnitsOf(price, shown);
}

/**
 * Formats a price like `priceText`, for a headline, which has no room for base units. A price in the chain's own coin
 * is followed by its fiat value, if the alert has a rate.
 */
export function headlinePrice(
  priced: Priced,
  context: Pick<DescribeContext, 'messages' | 'currency' | 'fiat'>,
): Segments | null {
  const { price, currency } = priced;
  const unreadable = price !== null && currency !== null && coinOf(priced, currency) === null;
  if (unreadable) return context.messages.facts.anotherCoin;
  const text = priceText(priced, context);
  const { fiat = null } = context;
  if (text === null || price === null || currency !== null || fiat === null) return text;
  return [...text, { type: 'fiat', amount: price, coin: context.currency, rate: fiat }];
}

/**
 * Formats the price of an alert.
 * @param missing text for an unknown price; `null` if none is expected
 */
export function describedPrice(
  priced: Priced,
  missing: Segments | null,
  context: DescribeContext,
): DescribedPrice {
  return { amount: nativePrice(priced), text: priceText(priced, context) ?? missing };
}

/**
 * Builds a fact; none without a text.
 * @param brief text for single-line layouts, if it differs
 */
export function fact(
  line: Fact['line'],
  id: string,
  text: Segments | null,
  brief: Segments | null = text,
): readonly Fact[] {
  return text === null ? [] : [{ id, line, text, brief }];
}

/**
 * Builds a fact with what a headline leaves out of a price in another coin: its contract, and the amount if its
 * decimals are unknown.
 */
export function otherCoinFact(priced: Priced, context: DescribeContext): readonly Fact[] {
  const { price, currency } = priced;
  if (price === null || currency === null) return [];
  const { facts } = context.messages;
  const coin = coinOf(priced, currency);
  const name = nameOfCoin(currency);
  const shown: Segment =
    name === null ? { type: 'contract', address: currency } : { type: 'name', text: name };
  if (coin === null)
    return fact('context', 'coin', baseUnits(price, currency, shown, context), priceText(priced, context));
  return name === null ? fact('context', 'coin', facts.coin(shown), null) : [];
}

/** Builds facts with what a headline leaves out of an expected price: that it is unknown, or its coin. */
export function priceFacts(priced: Priced, context: DescribeContext): readonly Fact[] {
  const missing = priced.price === null ? context.messages.facts.noPrice : null;
  return [...fact('context', 'price', missing), ...otherCoinFact(priced, context)];
}

/** A role in an event, and its wallet; `null` if that is unknown. */
type Person = readonly [role: keyof DescribeContext['messages']['facts']['roles'], wallet: Address | null];

/** Builds a fact for each of these people whose wallet is known; burn addresses are nobody. */
export function roleFacts(people: readonly Person[], context: DescribeContext): readonly Fact[] {
  const { roles } = context.messages.facts;
  return people.flatMap(([role, wallet]) =>
    wallet === null || isBurnAddress(wallet)
      ? []
      : fact('parties', role, roles[role](walletOf(wallet, context))),
  );
}

/** Sums the units of several tokens. */
export function unitsOf(tokens: readonly Pick<AlertToken, 'quantity'>[]): bigint {
  return tokens.reduce((sum, { quantity }) => sum + quantity, 0n);
}

/** Returns the URL of a transaction; `null` without one. */
export function transactionUrl(txHash: string | null, { links }: DescribeContext): string | null {
  return txHash === null ? null : links.transaction(txHash);
}

/**
 * Builds a fact with the number of units, and the price of each if it divides evenly; none for a single unit.
 * @param price of all units in the chain's own coin, wei
 */
export function unitsFact(quantity: bigint, price: Wei | null, context: DescribeContext): readonly Fact[] {
  if (quantity <= 1n) return [];
  const { facts } = context.messages;
  const units = facts.units(quantity);
  const even = price !== null && price > 0n && price % quantity === 0n;
  const text = even ? facts.unitsAt(quantity, nativeAmount(price / quantity, context)) : units;
  return fact('context', 'units', text, units);
}

/** Builds a fact with the rank of a token. */
export function rarityFact(rarity: Rarity | null, { messages: { facts } }: DescribeContext): readonly Fact[] {
  if (rarity === null) return [];
  return fact('context', 'rank', facts.rank(rarity.rank));
}

/**
 * Compares a price with the collection's floor; no fact if one of them is unknown.
 * @param price in the chain's own coin, wei
 * @param quantity units that the price covers; the floor is for one unit
 */
export function floorFact(
  price: Wei | null,
  floor: Wei | null,
  quantity: bigint,
  context: DescribeContext,
): readonly Fact[] {
  if (price === null || floor === null || floor <= 0n) return [];
  const comparison = compareAmounts(price, floor * quantity);
  if (comparison === null) return [];
  return fact('context', 'floor', context.messages.facts.overFloor(comparison, quantity > 1n));
}

/**
 * Formats the time, unless it is after the sale.
 * @param soldAt epoch seconds; `null` if nothing was sold
 */
const earlier = (at: number, soldAt: number | null) => (soldAt !== null && at > soldAt ? null : timeOf(at));

/** Formats what a price adds to an earlier one, or takes from it. */
export function resultText(from: Wei, to: Wei, context: DescribeContext): Segments {
  const { facts } = context.messages;
  if (from === to) return facts.samePrice;
  return to > from
    ? facts.gained(nativeAmount(to - from, context))
    : facts.lost(nativeAmount(from - to, context));
}

/** Formats how long the seller had a token and what the sale brought; for a token that is for sale, the purchase. */
function boughtText(item: SoldItem, soldAt: number | null, context: DescribeContext): Segments | null {
  const bought = item.priceContext?.bought ?? null;
  if (bought === null) return null;
  const { facts } = context.messages;
  if (soldAt === null || bought.at > soldAt)
    return facts.bought(nativeAmount(bought.price, context), earlier(bought.at, soldAt));
  const price = nativePrice(item);
  return facts.held(soldAt - bought.at, price === null ? null : resultText(bought.price, price, context));
}

/** Formats the previous price of the token, unless it is what the seller paid. */
function lastText(item: SoldItem, soldAt: number | null, context: DescribeContext): Segments | null {
  const last = item.priceContext?.last ?? null;
  if (last === null || item.priceContext?.bought !== null) return null;
  return context.messages.facts.lastSold(nativeAmount(last.price, context), earlier(last.at, soldAt));
}

/**
 * Builds facts on what makes a price or a token remarkable: a record, the floor, the rank, the seller's purchase or the
 * last sale, the units and another coin.
 * @param soldAt epoch seconds; `null` for a token that is only offered for sale
 */
export function contextFacts(
  item: SoldItem,
  soldAt: number | null,
  context: DescribeContext,
): readonly Fact[] {
  const { priceContext, quantity, rarity } = item;
  const price = nativePrice(item);
  return [
    ...fact('context', 'record', priceContext?.record === true ? context.messages.facts.highestSale : null),
    ...floorFact(price, priceContext?.floor ?? null, quantity, context),
    ...rarityFact(rarity, context),
    ...fact('context', 'bought', boughtText(item, soldAt, context)),
    ...fact('context', 'last', lastText(item, soldAt, context)),
    ...unitsFact(quantity, price, context),
    ...priceFacts(item, context),
  ];
}
