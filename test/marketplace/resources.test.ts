import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import {
  toAuction,
  toCollection,
  toHolder,
  toOwnedToken,
  toProfile,
  toToken,
  toTraitType,
} from '../support/read-resources.ts';
import { BUYER, COLLECTION, SELLER, TX } from './activity-samples.ts';
import { NOW } from './stub-marketplace.ts';

const isOwn = isCoinOf('S');
const COIN = 10n ** 18n;
const wei = (coins: number): string => `${coins}000000000000000000`;
const ISO = '2025-01-17T16:08:25.737Z';
const AT = 1_737_130_105;
const upperCase = (address: string): string => address.toUpperCase().replace('0X', '0x');

describe('every documented field of a resource is read', () => {
  it('Collection', () => {
    const record = {
      ...{ address: COLLECTION, id: COLLECTION, name: 'Shards', symbol: 'SHR', description: 'A<br>b' },
      ...{ path: 'shards', banner: 'https://a.example/b.png', thumbnail: 'https://a.example/t.png' },
      ...{ standard: '721', chainId: 146, owner: upperCase(SELLER), royaltyReceiver: BUYER },
      ...{ isWhitelisted: true, verified: true, displayed: true, featured: true, royaltyPercentage: 500 },
      ...{ website: 'https://a.example', twitter: '@shards', 'the service': 'https://discord.gg/abc' },
      ...{ telegram: '@shards_en', createdAt: ISO, updatedAt: ISO, whitelistedAt: AT * 1_000 },
      ...{ whitelistedBy: 'x', _id: 'x', __v: 0, isDynamicMedia: true, isDynamicMetadata: true },
      ...{ isReveal: true, imageStyle: 'cover', enableRarity: true, rarityCalculated: true },
      ...{ rarityStatus: 'calculated', rarityLastCalculated: ISO, rarityTokensProcessed: 100 },
      rarityStats: {
        ...{ traitCount: 7, tokensWithTraits: 99, tokensWithoutTraits: 1, traitPrevalence: 0.5 },
      },
      traits: [
        {
          type: 'Rarity',
          values: [{ value: 7, count: '3', rarity: 1.5, _id: 'x' }, { value: null }],
          _id: 'x',
        },
      ],
      stats: {
        ...{ totalMinted: 110, totalBurned: 10, totalNFTs: 100, numOwners: 40, floor: wei(1) },
        ...{ floorCap: wei(100), lowestPrice: wei(2), highestPrice: wei(3), highestSale: wei(4) },
        ...{ lastSellPrice: wei(5), timestampLastSale: AT, activeSales: 6, activeSalesNonAuction: 5 },
        ...{ activeAuctions: 7, activeOffers: 8, collectionOffers: 9, totalListings: 10 },
        ...{ totalAuctions: 11, totalOffers: 12, acceptedOffers: 13, _id: 'x' },
      },
      volumeStats: {
        ...{ totalSales: 12, totalVolume: wei(9), volume1h: wei(6), volume24h: wei(7), volume7d: wei(8) },
        ...{ lastSalePrice: wei(5), change1h: 1, change24h: -3.5, change7d: '4', lastSaleTimestamp: AT },
      },
      ...{ volumeLast1Hour: wei(6), volumeLast24Hours: wei(7), volumeLast7Days: wei(8) },
      totalVolumeTraded: wei(9),
    };
    expect(toCollection(record, NOW, isOwn)).toEqual({
      ...{ address: COLLECTION, name: 'Shards', symbol: 'SHR', description: 'A<br>b', path: 'shards' },
      ...{ banner: 'https://a.example/b.png', thumbnail: 'https://a.example/t.png', standard: '721' },
      ...{ chainId: 146, owner: SELLER, royaltyReceiver: BUYER, verified: true, featured: true },
      ...{ displayed: true, whitelisted: true, royaltyBasisPoints: 500, website: 'https://a.example' },
      ...{ twitter: 'shards', discord: 'https://discord.gg/abc', telegram: 'shards_en' },
      ...{ createdAt: AT, updatedAt: AT, whitelistedAt: AT, totalVolume: 9n * COIN, floor: COIN },
      ...{ dynamicMedia: true, dynamicMetadata: true, reveals: true, imageStyle: 'cover' },
      rarity: {
        ...{ enabled: true, calculated: true, status: 'calculated', calculatedAt: AT },
        ...{ tokensProcessed: 100, traitCount: 7, tokensWithTraits: 99, tokensWithoutTraits: 1 },
        traitPrevalence: 0.5,
      },
      traits: [{ type: 'Rarity', values: [{ value: '7', count: 3, rarity: 1.5 }] }],
      stats: {
        ...{ tokens: 100, minted: 110, burned: 10, owners: 40, floor: COIN, floorCap: 100n * COIN },
        ...{ lowestListing: 2n * COIN, highestListing: 3n * COIN, highestSale: 4n * COIN },
        ...{ lastSale: 5n * COIN, lastSaleAt: AT, listed: 6, listedFixed: 5, auctions: 7, offers: 8 },
        ...{ collectionOffers: 9, totalListings: 10, totalAuctions: 11, totalOffers: 12 },
        ...{ acceptedOffers: 13, totalSales: 12, totalVolume: 9n * COIN, volume1h: 6n * COIN },
        ...{ volume24h: 7n * COIN, volume7d: 8n * COIN, change1h: 1, change24h: -3.5, change7d: 4 },
      },
    });
  });

  const rarity = { rank: 774, total: 825, formatted: '774/825', percentile: 93.82, score: 421.3 };
  const attributes = [
    { trait_type: 'Seed', value: 926_252, display_type: 'number', rarity: 0.25, _id: 'x' },
    { trait_type: 'Hat', value: 'None', rarity: 61.8, _id: 'y' },
  ];
  const readAttributes = [
    { type: 'Seed', value: '926252', rarity: 0.25, displayType: 'number' },
    { type: 'Hat', value: 'None', rarity: 61.8, displayType: null },
  ];

  it('Token', () => {
    const record = {
      ...{ id: `${COLLECTION}-7`, _id: 'x', __v: 1, tokenId: 7, collectionAddress: upperCase(COLLECTION) },
      ...{ collectionName: 'Shards', owner: SELLER, nftType: 'ERC1155', amount: 3, isBase64: true },
      ...{ imageProcessed: true, imageProcessedAt: ISO, createdAt: ISO, updatedAt: ISO, lastPrice: '5' },
      ...{ isListed: true, isInAuction: true, hasOffers: true, listingSource: 'native' },
      ...{ listingApprovalStatus: 'approved', name: 'Shard 7', description: 'd', listingPrice: '9' },
      ...{ image: 'https://a.example/7.png', tokenURI: 'ipfs://x/7.json', mediaType: 'image' },
      ...{ previewUrl: 'https://a.example/p.png', thumbnailUrl: 'https://a.example/t.png', attributes },
      metadata: { tokenId: 7, name: 'other', description: 'e', image: 'ipfs://x', attributes: [] },
      ...{ rarityRank: 774, rarityScore: 421.3, rarity },
      marketplaceDetails: {
        ...{ source: 'native', externalUrl: 'https://b.example', externalId: '9' },
        ...{ sourceDisplayName: 'Native', sourceLogo: 'https://b.example/l.png' },
      },
    };
    expect(toToken(record, COLLECTION, NOW, isOwn)).toEqual({
      ...{ collection: COLLECTION, tokenId: '7', name: 'Shard 7', description: 'd' },
      ...{ collectionName: 'Shards', owner: SELLER, standard: '1155', quantity: 3n },
      ...{ image: 'https://a.example/7.png', thumbnail: 'https://a.example/t.png' },
      ...{ preview: 'https://a.example/p.png', inlineImage: null },
      ...{ onChainImage: true, imageProcessed: true },
      ...{ imageProcessedAt: AT, metadataUri: 'ipfs://x/7.json', mediaType: 'image', lastPrice: 5n },
      ...{ listed: true, listingPrice: 9n, listingSource: 'native', listingApproval: 'approved' },
      listingPlace: {
        ...{ source: 'native', name: 'Native', logo: 'https://b.example/l.png' },
        ...{ url: 'https://b.example', id: '9' },
      },
      ...{ inAuction: true, hasOffers: true, createdAt: AT, updatedAt: AT },
      rarity: { rank: 774, total: 825, percentile: 93.82, score: 421.3 },
      attributes: readAttributes,
    });
  });

  it('User NFT', () => {
    const record = {
      ...{ id: `${COLLECTION}-7`, collectionAddress: COLLECTION, tokenId: 7, owner: SELLER },
      ...{ isTracked: true, name: 'Shard 7', description: 'd', image: null, attributes, rarity },
      ...{ thumbnail: 'https://a.example/t.png', preview: 'https://a.example/p.png', lastPrice: '0' },
      ...{ isListed: true, isInAuction: true, hasOffers: true, acceptingBids: true },
      ...{ listingPrice: '9', listingExpirationTime: AT + 10 ** 9, listingId: 12 },
      ...{ auctionId: '4', auctionStartingPrice: '1', auctionHighestBid: { amount: '2' } },
      ...{ auctionEndTime: AT + 1, highestOffer: { price: '3' }, listingSource: 'native' },
    };
    expect(toOwnedToken(record, isOwn)).toEqual({
      ...{ collection: COLLECTION, tokenId: '7', owner: SELLER, tracked: true, name: 'Shard 7' },
      ...{ description: 'd', image: 'https://a.example/p.png', thumbnail: 'https://a.example/t.png' },
      ...{ preview: 'https://a.example/p.png', attributes: readAttributes, lastPrice: null },
      rarity: { rank: 774, total: 825, percentile: 93.82, score: 421.3 },
      ...{ listed: true, inAuction: true, hasOffers: true, acceptingBids: true },
      listing: { id: '12', price: 9n, expiresAt: AT + 10 ** 9 },
      auction: { id: '4', startingPrice: 1n, highestBid: 2n, endTime: AT + 1 },
      ...{ highestOffer: 3n, listingSource: 'native' },
    });
  });

  it('Auction, with its bids oldest first', () => {
    const bid = (amount: string, timestamp: number) => ({
      ...{ bidder: BUYER, amount, timestamp, txHash: TX, _id: 'x' },
    });
    const record = {
      ...{ id: `${TX}-${COLLECTION}-4`, _id: 'x', __v: 1, auctionId: 4, seller: SELLER },
      ...{ collectionAddress: COLLECTION, tokenId: 478, nftType: 'ERC721', amount: 1 },
      ...{ startingPrice: '10', isActive: false, startTime: AT, endTime: AT + 300 },
      ...{ bids: [bid('12', AT + 9), bid('10', AT + 1)], highestBid: '12', highestBidder: BUYER },
      ...{ finalizedAt: AT + 1_364, createdAt: ISO, updatedAt: ISO },
    };
    const read = (amount: bigint, at: number) => ({ bidder: BUYER, amount, at, txHash: TX });
    expect(toAuction(record, NOW, isOwn)).toEqual({
      ...{ id: `${TX}-${COLLECTION}-4`, auctionId: '4', collection: COLLECTION, tokenId: '478' },
      ...{ standard: '721', quantity: 1n, seller: SELLER, startingPrice: 10n, active: false },
      ...{ startTime: AT, endTime: AT + 300, bids: [read(10n, AT + 1), read(12n, AT + 9)] },
      ...{
        highestBid: 12n,
        highestBidder: BUYER,
        finalizedAt: AT + 1_364,
        cancelledAt: null,
        listedAs: null,
      },
      ...{ createdAt: AT, updatedAt: AT },
    });
  });

  it('Holder', () => {
    expect(toHolder({ address: upperCase(SELLER), count: '12' })).toEqual({ address: SELLER, count: 12 });
  });

  it('Trait type', () => {
    const record = { type: 'Hat', values: [{ value: 'None', count: 3, rarity: 1.5, _id: 'x' }], _id: 'x' };
    expect(toTraitType(record)).toEqual({
      type: 'Hat',
      values: [{ value: 'None', count: 3, rarity: 1.5 }],
    });
  });

  it('User profile', () => {
    const record = {
      ...{ address: upperCase(SELLER), snsName: 'shard-king', snsTokenId: 9, isPrivate: true },
      ...{ isNewUser: true },
      profile: {
        ...{ bio: 'Hi', avatarUrl: 'https://a.example/a.png', bannerUrl: 'ipfs://x/b.png' },
        social: {
          ...{ x: 'shardking', instagram: null, 'the service': 'king', github: 'k' },
          ...{ website: 'https://k.example', email: 'k@k.example' },
        },
      },
      stats: {
        ...{ totalNFTsOwned: 7, totalCollectionsOwned: 2, totalVolumeBought: '5', totalVolumeSold: '6' },
      },
    };
    expect(toProfile(record, null)).toEqual({
      ...{ address: SELLER, name: 'shard-king', nameTokenId: '9', bio: 'Hi' },
      ...{ avatar: 'https://a.example/a.png', banner: 'ipfs://x/b.png' },
      social: {
        ...{ x: 'shardking', instagram: null, discord: 'king', github: 'k' },
        ...{ website: 'https://k.example', email: 'k@k.example' },
      },
      ...{ ownedTokens: 7, ownedCollections: 2, volumeBought: 5n, volumeSold: 6n },
      ...{ isPrivate: true, isNew: true },
    });
  });
});

describe('a resource with few fields', () => {
  it('is an auction without a bid when the highest bidder is the zero address', () => {
    const nobody = { highestBid: '0', highestBidder: `0x${'0'.repeat(40)}`, bids: [] };
    const auction = toAuction({ id: `${TX}-${COLLECTION}-4`, tokenId: 7, ...nobody }, NOW, isOwn);
    expect(auction).toMatchObject({ highestBid: null, highestBidder: null });
  });

  it('is still an auction, with what its bids and its id say', () => {
    const auction = toAuction(
      { id: `${TX}-${COLLECTION}-4`, tokenId: 1, highestBid: '0', bids: [{ amount: '7' }, 'x', {}] },
      NOW,
      isOwn,
    );
    expect(auction).toMatchObject({ collection: COLLECTION, highestBid: 7n, active: true, auctionId: null });
    expect(auction?.bids).toHaveLength(1);
  });

  it('is a profile when the address was requested', () => {
    expect(toProfile({}, SELLER)).toMatchObject({ address: SELLER, isPrivate: false, ownedTokens: null });
    expect(toProfile({}, null)).toBeNull();
  });

  it('is no auction and no item without its collection or token id', () => {
    expect(toAuction({ id: '5', tokenId: 1 }, NOW, isOwn)).toBeNull();
    expect(toOwnedToken({ tokenId: 1 }, isOwn)).toBeNull();
    expect(toHolder({ address: SELLER })).toBeNull();
  });
});

const SAMPLES = new URL('../../../shared/fixtures/api-samples/', import.meta.url);

function firstOf(file: string, list: string): unknown {
  return Object(JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')))[list][0];
}

describe.skipIf(!existsSync(SAMPLES))(
  'records of a live deployment (skipped where ../shared is absent)',
  () => {
    it('give an auction', () => {
      expect(toAuction(firstOf('auctions_sample.json', 'auctions'), NOW, isOwn)).toMatchObject({
        ...{ auctionId: '4', tokenId: '478', highestBid: 10n * COIN, finalizedAt: 1_756_719_990 },
        bids: [{ amount: 10n * COIN, at: 1_756_464_735 }],
      });
    });

    it('give an item of a wallet', () => {
      expect(toOwnedToken(firstOf('user_nfts_sample_partial.json', 'nfts'), isOwn)).toMatchObject({
        ...{ tokenId: '63', tracked: true, rarity: { rank: 774, percentile: 93.82 }, listing: null },
      });
    });
  },
);
