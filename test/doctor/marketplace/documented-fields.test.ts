import { describe, expect, it } from 'vitest';
import type { Fields, Kind } from '#src/doctor/marketplace/documented-fields.ts';
import * as ours from '#src/doctor/marketplace/documented-fields.ts';
import * as documented from '../../sandbox/marketplace/support/documented.ts';
import * as users from '../../sandbox/marketplace/support/documented-users.ts';
import type { Fields as TestFields } from '../../sandbox/marketplace/support/fields.ts';

/** What the tests' tables, which are held to the document itself, call the same thing. */
const KINDS: Readonly<Record<TestFields[string], Kind>> = {
  string: 'text',
  'string or null': 'text?',
  'string or number': 'text or number',
  integer: 'integer',
  'integer or null': 'integer?',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  wei: 'amount',
  'wei or null': 'anything?',
  'unix seconds': 'seconds',
  'unix seconds or null': 'anything?',
  url: 'text',
  'url or null': 'text?',
  address: 'text',
  'address or null': 'text?',
  'tx hash': 'text',
  'tx hash or null': 'text?',
  iso: 'time',
};

const tables: readonly (readonly [string, Fields, TestFields])[] = [
  ['general pagination', ours.generalPagination, documented.generalPagination],
  ['short pagination', ours.shortPagination, documented.shortPagination],
  ['user NFTs', ours.userNftsPagination, users.userNftsPagination],
  ['auctions', ours.auctionsPagination, users.auctionsPagination],
  ['Collection', ours.collection, documented.collectionDetail],
  ['rarityStats', ours.rarityStats, documented.rarityStats],
  ['stats', ours.collectionStats, documented.collectionStats],
  ['volumeStats', ours.volumeStats, documented.volumeStats],
  ['Trait type', ours.traitType, documented.traitType],
  ['Trait value', ours.traitValue, documented.traitValue],
  ['Token', ours.token, documented.token],
  ['metadata', ours.metadata, documented.metadata],
  ['rarity', ours.rarity, documented.rarity],
  ['marketplaceDetails', ours.marketplaceDetails, documented.marketplaceDetails],
  ['Bid', ours.bid, users.bid],
  ['Holder', ours.holder, users.holder],
  ['collection of holders', ours.holdersCollection, users.holdersCollection],
  ['summary of holders', ours.holdersSummary, users.holdersSummary],
  ['profile', ours.profile, users.profile],
  ['social', ours.social, users.social],
  ['user stats', ours.userStats, users.userStats],
];

describe('the doctor’s list of documented fields', () => {
  it.each(tables)('is the document’s: %s', (_name, fields, expected) => {
    const translated = Object.fromEntries(
      Object.entries(expected).map(([name, kind]) => [name, KINDS[kind]]),
    );
    expect(fields).toEqual(translated);
  });

  it.each([
    ['User NFT', ours.userNft, users.userNft],
    ['Auction', ours.auction, users.auction],
    ['User', ours.user, users.user],
  ] as const)('names those of which some may be absent: %s', (_name, fields, expected) => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(expected).toSorted());
  });
});
