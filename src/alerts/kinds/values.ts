import type { Address } from '#src/chain/address.ts';
import { compareAmounts } from '#src/chain/comparison.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Rarity } from '#src/marketplace/resources/item.ts';
import type { Segments } from '#src/messages/segment.ts';
import type { DescribeContext, Subject } from '../description.ts';
import type { Placeholder, PlaceholderValues } from '../templates/placeholders.ts';
import type { AlertBase } from './alert-base.ts';
import { nativeAmount, priceText, resultText, timeOf, transactionUrl, walletOf } from './facts.ts';
import { nativePrice, type SoldItem } from './parts.ts';

/** The placeholders of every event about a token or tokens. */
export const EVENT_PLACEHOLDERS = ['token', 'collection', 'count', 'link', 'transaction', 'time'] as const;
/** The placeholders of a price. */
export const PRICE_PLACEHOLDERS = ['price', 'price.fiat'] as const;
/** The placeholders of what a price of one token is compared with. */
export const COMPARISON_PLACEHOLDERS = ['rank', 'floor', 'floor.change', 'last'] as const;
/** The placeholders of what a sale was for its seller. */
export const HOLDING_PLACEHOLDERS = ['held', 'profit'] as const;

type Values<P extends readonly Placeholder[]> = PlaceholderValues<P[number]>;

/** Returns the address as a text that shows no preview of its page. */
const addressText = (url: string | null): Segments | null =>
  url === null ? null : [{ type: 'text', text: `<${url}>` }];

/** Returns the values of an event. @param count tokens or units */
export function eventValues(
  { txHash, occurredAt }: Pick<AlertBase, 'txHash' | 'occurredAt'>,
  subject: Subject,
  { collection, count }: { readonly collection: string | null; readonly count: bigint },
  context: DescribeContext,
): Values<typeof EVENT_PLACEHOLDERS> {
  const when = timeOf(occurredAt);
  return {
    token: subject.short,
    collection: collection === null ? null : [{ type: 'name', text: collection }],
    count: [{ type: 'text', text: context.messages.writer.number(count) }],
    link: addressText(subject.url),
    transaction: addressText(transactionUrl(txHash, context)),
    time: when === null ? null : [when],
  };
}

/** Returns the values of a price in any coin. */
export function priceValues(
  priced: Pick<SoldItem, 'price' | 'currency' | 'coin'>,
  context: DescribeContext,
): Values<typeof PRICE_PLACEHOLDERS> {
  const amount = nativePrice(priced);
  const { fiat = null, currency: coin } = context;
  return {
    price: priceText(priced, context),
    'price.fiat':
      amount === null || amount <= 0n || fiat === null
        ? null
        : [{ type: 'fiat', amount, coin, rate: fiat, isAlone: true }],
  };
}

export const walletValue = (wallet: Address | null, context: DescribeContext): Segments | null =>
  wallet === null ? null : [walletOf(wallet, context)];

/** @param amount in the chain's own coin, wei */
export const amountValue = (amount: Wei | null, context: DescribeContext): Segments | null =>
  amount === null ? null : [nativeAmount(amount, context)];

export const rankValue = (rarity: Rarity | null, { messages }: DescribeContext): Segments | null =>
  rarity === null ? null : [{ type: 'text', text: messages.writer.number(rarity.rank) }];

/** Compares a price with the floor. @param price in the chain's own coin, wei, for this many units */
export function floorChangeValue(
  price: Wei | null,
  floor: Wei | null,
  quantity: bigint,
  { messages: { facts } }: DescribeContext,
): Segments | null {
  const comparison =
    price === null || floor === null || floor <= 0n ? null : compareAmounts(price, floor * quantity);
  return comparison === null ? null : facts.overFloor(comparison, quantity > 1n);
}

/** Returns the values of what the price of a token is compared with. */
export function comparisonValues(
  item: SoldItem,
  context: DescribeContext,
): Values<typeof COMPARISON_PLACEHOLDERS> {
  const { priceContext, quantity, rarity } = item;
  return {
    rank: rankValue(rarity, context),
    floor: amountValue(priceContext?.floor ?? null, context),
    'floor.change': floorChangeValue(nativePrice(item), priceContext?.floor ?? null, quantity, context),
    last: amountValue(priceContext?.last?.price ?? null, context),
  };
}

/** Returns the values of what a sale was for its seller. @param soldAt epoch seconds */
export function holdingValues(
  item: SoldItem,
  soldAt: number,
  context: DescribeContext,
): Values<typeof HOLDING_PLACEHOLDERS> {
  const price = nativePrice(item);
  const bought = item.priceContext?.bought ?? null;
  const isHeld = bought !== null && bought.at <= soldAt;
  return {
    held: isHeld ? context.messages.facts.heldFor(soldAt - bought.at) : null,
    profit: isHeld && price !== null ? resultText(bought.price, price, context) : null,
  };
}
