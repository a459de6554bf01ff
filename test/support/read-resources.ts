import type { Address } from '#src/chain/address.ts';
import type { Schema } from '#src/marketplace/decode/resource.ts';
import type { IsOwnCoin } from '#src/marketplace/own-coin.ts';
import { auctionSchema } from '#src/marketplace/resources/auction.ts';
import { collectionSchema, traitTypeSchema } from '#src/marketplace/resources/collection.ts';
import { holderSchema } from '#src/marketplace/resources/holder.ts';
import { ownedTokenSchema } from '#src/marketplace/resources/owned-token.ts';
import { profileSchema } from '#src/marketplace/resources/profile.ts';
import { tokenSchema } from '#src/marketplace/resources/token.ts';

/* Records as the client reads them; `null` for one that it leaves out. */

const read = <T>(record: unknown, schema: Schema<T>): T | null => schema.safeParse(record).data ?? null;

export const toProfile = (record: unknown, requested: Address | null) =>
  read(record, profileSchema(requested));

export const toHolder = (record: unknown) => read(record, holderSchema);

export const toCollection = (record: unknown, now: number, isOwn: IsOwnCoin) =>
  read(record, collectionSchema({ now: () => now, ownCoin: { isOwn } }));

export const toTraitType = (record: unknown) => read(record, traitTypeSchema);

export const toToken = (record: unknown, collection: Address | null, now: number, isOwn: IsOwnCoin) =>
  read(record, tokenSchema({ now: () => now, ownCoin: { isOwn } }, collection));

export const toOwnedToken = (record: unknown, isOwn: IsOwnCoin) =>
  read(record, ownedTokenSchema({ ownCoin: { isOwn } }));

export const toAuction = (record: unknown, now: number, isOwn: IsOwnCoin) =>
  read(record, auctionSchema({ now: () => now, ownCoin: { isOwn } }));
