import { type Address, shortAddress, ZERO_ADDRESS } from '#src/chain/address.ts';
import { type CoinId, nameOfCoin } from '#src/chain/coins.ts';
import { compareAmounts, priceChange } from '#src/chain/comparison.ts';
import { knownCoin } from '#src/chain/known-coins.ts';
import type { Currency, Wei } from '#src/chain/wei.ts';
import type { Rarity } from '#src/marketplace/resources/item.ts';
import type { Segment, Segments } from '#src/messages/segment.ts';

import type { DescribeContext, DescribedPrice, Fact } from '../description.ts';
import { type AlertToken, nativePrice, type SoldItem } from './parts.ts';

/** The last second of the year 9999; later moments have no date. */
const LAST_SECOND = 253_402_300_799;

/** A moment as a reader sees it; `null` if it is unknown or no date. @param seconds epoch seconds */
export function timeOf(
  seconds: number | null,
  style: Extract<Segment, { type: 'time' }>['style'] = 'relative',
): Extract<Segment, { type: 'time' }> | null {
  if (seconds === null || !(seconds > 0 && seconds <= LAST_SECOND)) return null;
  return { type: 'time', at: seconds, style };
}

/** A sentence with a moment and its date; `null` if the moment is unknown. */
export function sentenceAt(
  sentence: (when: Segment, at: Segment) => Segments,
  seconds: number | null,
): Segments | null {
  const [when, at] = [timeOf(seconds), timeOf(seconds, 'dateTime')];
  return when === null || at === null ? null : sentence(when, at);
}

/** A wallet with its cached name. */
export function walletOf(address: Address, { names }: Pick<DescribeContext, 'names'>): Segment {
  return { type: 'wallet', address, name: names.wallet(address) };
}

export const strong = (...segments: Segments): Segment => ({ type: 'strong', segments });

/** Parts of one line, with a dot between them; `null` if there are none. */
export function joined(parts: readonly (Segments | null)[]): Segments | null {
  const present = parts.filter((part) => part !== null);
  if (present.length === 0) return null;
  return present.flatMap((part, index) => (index === 0 ? part : [{ type: 'text', text: ' · ' }, ...part]));
}

/** An amount in the chain's own coin. @param amount wei */
export function nativeAmount(amount: Wei, { currency }: Pick<DescribeContext, 'currency'>): Segment {
  return { type: 'amount', amount, coin: currency };
}

type Priced = Pick<SoldItem, 'price' | 'currency' | 'coin'>;

/** How amounts of another coin are written; `null` if that is unknown. */
const coinOf = ({ coin }: Priced, currency: CoinId) => coin ?? knownCoin(currency);

/** A coin that is known by its name alone needs no contract beside its symbol. */
const isNamedBySymbol = (currency: CoinId, { symbol }: Currency) =>
  symbol !== '' && nameOfCoin(currency) !== null;

/**
 * A price in any coin; `null` if it is unknown. Another coin is named with the end of its contract, since any coin can
 * call itself `ETH`; where its decimals are unknown, the amount is in its smallest unit.
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

/** An amount that cannot be written in coins. */
function baseUnits(
  price: Wei,
  currency: CoinId,
  shown: Segment,
  { messages: { facts } }: Pick<DescribeContext, 'messages'>,
): Segments {
  return nameOfCoin(currency) === null ? facts.baseUnits(price, shown) : facts.baseUnitsOf(price, shown);
}

/** `priceText` for a headline, which has no room for base units. */
export function headlinePrice(
  priced: Priced,
  context: Pick<DescribeContext, 'messages' | 'currency'>,
): Segments | null {
  const { price, currency } = priced;
  const unreadable = price !== null && currency !== null && coinOf(priced, currency) === null;
  return unreadable ? context.messages.facts.anotherCoin : priceText(priced, context);
}

/** The price of an alert. @param missing what is said where it is unknown; `null` where none is expected */
export function describedPrice(
  priced: Priced,
  missing: Segments | null,
  context: DescribeContext,
): DescribedPrice {
  return { amount: nativePrice(priced), text: priceText(priced, context) ?? missing };
}

/** A fact; none where there is no text. @param brief in a layout of a single line, where it is written another way */
export function fact(
  line: Fact['line'],
  id: string,
  text: Segments | null,
  brief: Segments | null = text,
): readonly Fact[] {
  return text === null ? [] : [{ id, line, text, brief }];
}

/**
 * What a headline leaves out of a price in another coin: its contract, and the amount where its decimals are unknown.
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

/** What a headline leaves out of an expected price: that it is unknown, or its coin. */
export function priceFacts(priced: Priced, context: DescribeContext): readonly Fact[] {
  const missing = priced.price === null ? context.messages.facts.noPrice : null;
  return [...fact('context', 'price', missing), ...otherCoinFact(priced, context)];
}

/** The one who offers or asks. */
export function byFact(wallet: Address | null, context: DescribeContext): readonly Fact[] {
  if (wallet === null) return [];
  return fact('parties', 'by', context.messages.facts.by(walletOf(wallet, context)));
}

/** From whom to whom, as far as that is known; the zero address is nobody. */
export function flowFact(
  from: Address | null,
  to: Address | null,
  context: DescribeContext,
): readonly Fact[] {
  const { facts } = context.messages;
  const [giver, taker] = [from, to].map((wallet) =>
    wallet === null || wallet === ZERO_ADDRESS ? null : walletOf(wallet, context),
  );
  if (giver && taker) return fact('parties', 'flow', facts.flow(giver, taker));
  if (giver) return fact('parties', 'flow', facts.from(giver));
  return taker ? fact('parties', 'flow', facts.to(taker)) : [];
}

/** All units of several tokens. */
export function unitsOf(tokens: readonly Pick<AlertToken, 'quantity'>[]): bigint {
  return tokens.reduce((sum, { quantity }) => sum + quantity, 0n);
}

/** The page of a transaction; `null` without one. */
export function transactionUrl(txHash: string | null, { links }: DescribeContext): string | null {
  return txHash === null ? null : links.transaction(txHash);
}

/** A link to the transaction; no fact without a page, or where the headline leads to it. */
export function transactionFact(
  txHash: string | null,
  subject: { readonly url: string | null },
  context: DescribeContext,
): readonly Fact[] {
  const url = transactionUrl(txHash, context);
  if (url === null || url === subject.url) return [];
  return fact(
    'parties',
    'transaction',
    [{ type: 'link', segments: context.messages.facts.transaction, url }],
    null,
  );
}

/**
 * The number of units, with the price of each if it divides evenly; no fact for a single one.
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

/** The rank of a token. */
export function rarityFact(rarity: Rarity | null, { messages: { facts } }: DescribeContext): readonly Fact[] {
  if (rarity === null) return [];
  const { rank, total } = rarity;
  return fact('context', 'rank', facts.rankOf(rank, total), facts.rank(rank));
}

/**
 * How a price compares with the collection's floor; no fact if one of them is unknown.
 * @param price in the chain's own coin, wei
 * @param quantity units that the price is for; the floor is of one
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

/** When it was, unless that is after the sale. @param soldAt epoch seconds; `null` for what was not sold */
const earlier = (at: number, soldAt: number | null) => (soldAt !== null && at > soldAt ? null : timeOf(at));

function boughtText(item: SoldItem, soldAt: number | null, context: DescribeContext): Segments | null {
  const bought = item.priceContext?.bought ?? null;
  if (bought === null) return null;
  const price = nativePrice(item);
  const change = price === null ? null : priceChange(bought.price, price);
  return context.messages.facts.bought(
    nativeAmount(bought.price, context),
    earlier(bought.at, soldAt),
    change,
  );
}

/** The previous price of the token, unless the seller is known to have paid it. */
function lastText(item: SoldItem, soldAt: number | null, context: DescribeContext): Segments | null {
  const last = item.priceContext?.last ?? null;
  if (last === null || item.priceContext?.bought !== null) return null;
  return context.messages.facts.lastSold(nativeAmount(last.price, context), earlier(last.at, soldAt));
}

/**
 * What makes a price or a token remarkable: a record, the floor, the rank, the seller's purchase or the last sale, the
 * units and another coin.
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
