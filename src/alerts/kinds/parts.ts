import { z } from 'zod';
import { address, bigint, tokenId } from '#src/chain/codecs.ts';
import type { Wei } from '#src/chain/wei.ts';

const tokenFields = {
  collection: address,
  collectionName: z.string().nullable(),
  tokenId,
  tokenName: z.string().nullable(),
  image: z.string().nullable(),
  rarity: z.object({ rank: z.number(), total: z.number().nullable() }).nullable(),
  attributes: z
    .array(z.object({ type: z.string(), value: z.string(), rarity: z.number().nullable() }))
    .readonly(),
  // Units, more than 1 only for an ERC1155.
  quantity: bigint,
};

/** A token in an alert with its known details. */
export const alertToken = z.object(tokenFields);
export type AlertToken = Readonly<z.infer<typeof alertToken>>;

/** A price and the time of payment, epoch seconds. */
const earlierPrice = z.object({ price: bigint, at: z.number() }).readonly().nullable();

/** Values for comparison with a price; `null` if unknown. Amounts in the chain's own coin, wei. */
const priceContext = z.object({
  // What the seller paid for it.
  bought: earlierPrice,
  // Its previous sale by any seller.
  last: earlierPrice,
  // The collection's floor as the marketplace reported it; at most minutes old.
  floor: bigint.nullable(),
  // Whether this is the highest sale of the collection ever.
  record: z.boolean(),
});
export type PriceContext = Readonly<z.infer<typeof priceContext>>;

/** A price as a record reports it. */
export const priceFields = {
  // In the smallest unit of `currency`; `null` if unknown.
  price: bigint.nullable(),
  // The coin of the price, a `CoinId`; `null` is the chain's own coin.
  currency: address.nullable(),
  // Format of amounts in `currency`, if known; its symbol may be empty.
  coin: z.object({ symbol: z.string(), decimals: z.number() }).nullish(),
};

/** Returns the price in the chain's own coin, wei; `null` if it is unknown or in another coin. */
export function nativePrice({ price, currency }: Pick<SoldItem, 'price' | 'currency'>): Wei | null {
  return currency === null ? price : null;
}

/** A token that changed hands for a price, or is offered for one. The price is for all units. */
export const soldItem = z.object({
  ...tokenFields,
  ...priceFields,
  seller: address.nullable(),
  priceContext: priceContext.readonly().nullable(),
});
export type SoldItem = Readonly<z.infer<typeof soldItem>>;

/** Fields of every alert. */
export const alertFields = {
  // Stable idempotency key, derived from the event alone.
  key: z.string(),
  // Key of the live message: the message of this alert is edited when that state changes (`store/model/live-state.ts`).
  // `null` for messages that are never edited.
  liveKey: z.string().nullable(),
  txHash: z.string().nullable(),
  // Epoch seconds.
  occurredAt: z.number(),
  // Set if the marketplace reverted the event after its announcement.
  reverted: z.literal(true).optional(),
  // Set if a member asked to post it again (`again.ts`).
  again: z.literal(true).optional(),
  // The price of one coin when the alert was made, so that a redraw shows the same. Nothing is filtered or summed by it.
  fiat: z.object({ currency: z.string(), rate: z.string() }).readonly().optional(),
};
