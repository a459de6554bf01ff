import { describe, expect, it } from 'vitest';
import type { Schema } from '#src/marketplace/decode/resource.ts';
import { findUnread } from '#src/marketplace/decode/unread.ts';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { auctionSchema } from '#src/marketplace/resources/auction.ts';
import {
  collectionSchema,
  listedCollectionSchema,
  traitTypeSchema,
} from '#src/marketplace/resources/collection.ts';
import { holderSchema } from '#src/marketplace/resources/holder.ts';
import { ownedTokenSchema } from '#src/marketplace/resources/owned-token.ts';
import { profileSchema } from '#src/marketplace/resources/profile.ts';
import { tokenSchema } from '#src/marketplace/resources/token.ts';
import { COLLECTION, SELLER } from './activity-samples.ts';
import { NOW } from './stub-marketplace.ts';

const context = { now: () => NOW, ownCoin: { isOwn: isCoinOf('S') } };
const token = tokenSchema(context, COLLECTION);
const owned = ownedTokenSchema(context);
const auction = auctionSchema(context);
const DATABASE_ID = '65a7f0c2e4b0a1b2c3d4e5f6';

describe('a record that lacks what identifies it', () => {
  it.each<[string, Schema, unknown, string]>([
    ['a token', token, {}, 'has no token id'],
    ['a token', tokenSchema(context, null), { tokenId: 1 }, 'has no collection'],
    ['a token', token, { tokenId: 1, collectionAddress: SELLER }, 'is of another collection'],
    ['a token in a wallet', owned, { collectionAddress: COLLECTION }, 'has no token id'],
    ['a token in a wallet', owned, { tokenId: 1 }, 'has no collection'],
    ['an auction', auction, { tokenId: 1, id: '5' }, 'has no collection'],
    ['an auction', auction, { collectionAddress: COLLECTION }, 'has no token id'],
    ['a collection', collectionSchema(context), { name: 'Foxes' }, 'has no address'],
    ['a collection in a list', listedCollectionSchema(context), { name: 'Foxes' }, 'has no address'],
    ['a trait type', traitTypeSchema, { values: [{ value: 'Red' }] }, 'has no name'],
    ['a holder', holderSchema, { count: 3 }, 'has no address'],
    ['a holder', holderSchema, { address: SELLER }, 'has no count'],
    ['a profile', profileSchema(null), { snsName: 'rix' }, 'has no address'],
  ])('is left out of the answer, with a reason: %s', (_what, schema, record, reason) => {
    expect(schema.safeParse(record).error?.issues.map(({ message }) => message)).toEqual([reason]);
  });
});

describe('what could not be read in a record', () => {
  it('is not an id that only other deployments have', () => {
    const record = { id: DATABASE_ID, tokenId: 1, collectionAddress: COLLECTION };
    expect(findUnread(token, record)).toEqual([]);
    expect(findUnread(owned, record)).toEqual([]);
    expect(findUnread(collectionSchema(context), { id: DATABASE_ID, address: COLLECTION })).toEqual([]);
  });

  it('is a time, a handle, a value of a trait and a trait type without a name', () => {
    const attributes = [{ trait_type: 'Hat', value: { of: 'straw' } }];
    expect(findUnread(token, { tokenId: 1, createdAt: 'long ago', attributes })).toEqual([
      { path: 'attributes[].value', value: { of: 'straw' } },
      { path: 'createdAt', value: 'long ago' },
    ]);
    const collection = { address: COLLECTION, twitter: 'two words', traits: [{ values: [] }] };
    expect(findUnread(collectionSchema(context), collection)).toEqual([
      { path: 'twitter', value: 'two words' },
      { path: 'traits[]', value: { values: [] } },
    ]);
  });
});
