import { z } from 'zod';

const decimal = z.string().regex(/^\d+$/, 'is not a decimal string');
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address')
  .transform((text) => text.toLowerCase());
const txHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'is not a transaction hash');

/** `collection.json`: fields of a Collection. */
export const collectionRecord = z.looseObject({
  address,
  name: z.string(),
  path: z.string().optional(),
  symbol: z.string().default(''),
  description: z.string().default(''),
  standard: z.enum(['721', '1155']).default('721'),
  chainId: z.number().int().default(1),
  owner: address.optional(),
  verified: z.boolean().default(true),
  featured: z.boolean().default(false),
  royaltyPercentage: z.number().int().default(0),
  website: z.string().default(''),
  twitter: z.string().default(''),
  discord: z.string().default(''),
  imageStyle: z.string().default('cover'),
  isDynamicMedia: z.boolean().default(false),
  isDynamicMetadata: z.boolean().default(false),
  isReveal: z.boolean().default(false),
});

/** A line of `tokens.jsonl`. */
export const tokenRecord = z.object({
  tokenId: decimal.transform((text) => BigInt(text).toString()),
  name: z.string(),
  attributes: z.array(
    z.object({
      trait_type: z.string(),
      value: z.union([z.string(), z.number()]),
      display_type: z.string().optional(),
    }),
  ),
});

/** A line of `sales.jsonl`; null means unknown. */
export const saleRecord = z.object({
  timestamp: z.number().int(),
  tokenId: decimal.transform((text) => BigInt(text).toString()),
  price: decimal.transform(BigInt).nullable(),
  seller: address.nullable(),
  buyer: address.nullable(),
  txHash: txHash.nullable(),
  logIndex: z.number().int().nonnegative().nullable(),
});

/** A line of `auctions.jsonl`; null means unknown, or not settled. */
export const auctionRecord = z.object({
  auctionId: z.number().int().nonnegative(),
  tokenId: decimal.transform((text) => BigInt(text).toString()),
  seller: address,
  startingPrice: decimal.transform(BigInt),
  startTime: z.number().int(),
  endTime: z.number().int(),
  finalizedAt: z.number().int().nullable(),
  bids: z.array(
    z.object({ bidder: address, amount: decimal.transform(BigInt), timestamp: z.number().int(), txHash }),
  ),
});

export type AuctionRecord = z.infer<typeof auctionRecord>;
export type CollectionRecord = z.infer<typeof collectionRecord>;
export type TokenRecord = z.infer<typeof tokenRecord>;
export type SaleRecord = z.infer<typeof saleRecord>;
