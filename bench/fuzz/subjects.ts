import type { MarketplaceClient } from '#src/marketplace/client.ts';

export type JsonObject = { [key: string]: unknown };

/** One method of the client with a valid answer. */
export interface Subject {
  readonly name: string;
  /** Creates the answer from its records. */
  readonly answer: (records: readonly JsonObject[]) => unknown;
  /** Creates a valid record. */
  readonly record: (number: number) => JsonObject;
  /** Fields without which a record cannot be read or has another identity. */
  readonly essential: readonly string[];
  /** The field by which a record is understood, where a page of which nearly none is may be refused. */
  readonly kind?: string;
  /** `'one'` for an answer that is a record itself. */
  readonly holds: 'one' | 'many';
  /** Calls the method and gives the items of the answer. */
  readonly call: (client: MarketplaceClient) => Promise<readonly unknown[]>;
}

const COLLECTION = `0x${'c0'.repeat(20)}` as const;
const WALLET = `0x${'5e'.repeat(20)}`;
const hash = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;
const wallet = (number: number): string => `0x${(number + 1).toString(16).padStart(40, '0')}`;
const ISO = '2025-08-29T09:28:47.531Z';
const SECONDS = 1_756_464_735;

const attributes = [
  { trait_type: 'Hat', value: 'None', rarity: 4.5, _id: 'x' },
  { trait_type: 'Seed', value: 926_252, display_type: 'number', rarity: 0.25 },
];
const rarity = { rank: 774, total: 825, formatted: '774/825', percentile: 93.82, score: 421.3 };

const token = (number: number): JsonObject => ({
  ...{ id: `${COLLECTION}-${number}`, _id: `t${number}`, tokenId: number, collectionAddress: COLLECTION },
  ...{ collectionName: 'Shards', owner: WALLET, nftType: 'ERC721', amount: 1, isBase64: false },
  ...{ imageProcessed: true, imageProcessedAt: ISO, createdAt: ISO, updatedAt: ISO, lastPrice: '5' },
  ...{ isListed: true, isInAuction: false, hasOffers: false, listingSource: 'native', rarityRank: 7 },
  ...{ listingApprovalStatus: 'approved', name: `Shard ${number}`, description: 'd', attributes, rarity },
  ...{ image: 'https://a.example/7.png', tokenURI: 'ipfs://x/7.json', mediaType: 'image' },
  marketplaceDetails: { source: 'native', externalUrl: null, sourceDisplayName: 'Native' },
  metadata: { tokenId: number, name: 'Shard', image: 'ipfs://x', attributes },
});

const userNft = (number: number): JsonObject => ({
  ...{ id: `${COLLECTION}-${number}`, tokenId: number, collectionAddress: COLLECTION, owner: WALLET },
  ...{ isTracked: true, name: `Shard ${number}`, image: null, thumbnail: 'https://a.example/t.webp' },
  ...{ attributes, rarity, lastPrice: '0', isListed: true, listingPrice: '9', listingId: 12 },
  ...{ listingExpirationTime: SECONDS, isInAuction: true, auctionId: 4, auctionHighestBid: '3' },
  ...{ auctionEndTime: SECONDS, hasOffers: true, highestOffer: '2', acceptingBids: true },
});

const auction = (number: number): JsonObject => ({
  ...{ id: `${hash(number)}-${COLLECTION}-${number}`, _id: `a${number}`, auctionId: number, seller: WALLET },
  ...{ collectionAddress: COLLECTION, tokenId: number, nftType: 'ERC721', amount: 1, startingPrice: '1' },
  ...{ isActive: false, startTime: SECONDS, endTime: SECONDS + 300, finalizedAt: SECONDS + 1_364 },
  bids: [{ bidder: WALLET, amount: '12', timestamp: SECONDS + 9, txHash: hash(number), _id: 'b' }],
  ...{ highestBid: '12', highestBidder: WALLET, createdAt: ISO, updatedAt: ISO },
});

const activity = (number: number): JsonObject => ({
  ...{ _id: `e${number}`, type: 'sale', collectionAddress: COLLECTION, tokenId: number, price: '7' },
  ...{ seller: WALLET, buyer: wallet(number), txHash: hash(number), logIndex: 0, timestamp: SECONDS },
});

const traitType = (number: number): JsonObject => ({
  type: `Trait ${number}`,
  values: [
    { value: 'a', count: 3, rarity: 1.5, _id: 'x' },
    { value: 7, count: 4, rarity: 2 },
  ],
});

const collection = (number: number): JsonObject => ({
  ...{ address: wallet(number), name: `Shards ${number}`, symbol: 'SHR', path: `shards-${number}` },
  ...{ verified: true, standard: '721', owner: WALLET, twitter: '@shards', createdAt: ISO },
  ...{ totalVolumeTraded: '9', rarityStats: { traitCount: 7 }, traits: [traitType(1)] },
  stats: { floor: '1', totalNFTs: '100', timestampLastSale: SECONDS },
  volumeStats: { totalSales: 12, volume24h: '7', change24h: -3.5 },
});

const holder = (number: number): JsonObject => ({ address: wallet(number), count: number + 1 });

const profile = (): JsonObject => ({
  ...{ address: WALLET, snsName: 'shard-king', snsTokenId: 9, isPrivate: false, isNewUser: false },
  profile: { bio: 'Hi', avatarUrl: 'https://a.example/a.png', social: { x: 'king', github: null } },
  stats: { totalNFTsOwned: 7, totalVolumeBought: '5' },
});

const LIST = { page: 1, limit: 100, total: 12, totalPages: 1, hasNextPage: false, hasPrevPage: false };
const FLAT = { total: 12, currentPage: 1, limit: 100, pages: 1, totalPages: 1, hasMore: false };

/** Every method of the client. */
export const SUBJECTS: readonly Subject[] = [
  {
    ...{ name: 'collections', record: collection, holds: 'many', essential: ['address'] },
    answer: (collections) => ({ collections, pagination: LIST }),
    call: async (client) => (await client.collections({ limit: 100 })).items,
  },
  {
    ...{ name: 'collection', record: () => collection(0), holds: 'one', essential: ['address'] },
    answer: ([record]) => record,
    call: async (client) => [await client.collection(wallet(0))],
  },
  {
    ...{ name: 'traits', record: traitType, holds: 'many', essential: ['type'] },
    answer: (records) => records,
    call: (client) => client.traits('shards'),
  },
  {
    ...{ name: 'holders', record: holder, holds: 'many', essential: ['address', 'count'] },
    answer: (holders) => ({
      collection: { address: COLLECTION, name: 'Shards', path: 'shards' },
      summary: { totalTokens: 12, uniqueHolders: 12 },
      ...{ holders, pagination: { total: 12, page: 1, limit: 100, pages: 1 } },
    }),
    call: async (client) => (await client.holders('shards', { limit: 100 })).items,
  },
  {
    ...{ name: 'tokens', record: token, holds: 'many', essential: ['tokenId', 'id', 'collectionAddress'] },
    answer: (tokens) => ({ tokens, pagination: { total: 12, page: 1, limit: 100, pages: 1 } }),
    call: async (client) => (await client.tokens(COLLECTION, { limit: 100 })).items,
  },
  {
    ...{
      name: 'token',
      record: () => token(0),
      holds: 'one',
      essential: ['tokenId', 'id', 'collectionAddress'],
    },
    answer: ([record]) => record,
    call: async (client) => [await client.token(COLLECTION, '0')],
  },
  {
    ...{ name: 'profile', record: profile, holds: 'one', essential: ['address'] },
    answer: ([user]) => ({ user }),
    call: async (client) => [await client.profile('shard-king')],
  },
  {
    ...{
      name: 'userNfts',
      record: userNft,
      holds: 'many',
      essential: ['tokenId', 'id', 'collectionAddress'],
    },
    answer: (nfts) => ({ nfts, ...FLAT }),
    call: async (client) => (await client.userNfts('shard-king', { limit: 100 })).items,
  },
  {
    ...{
      name: 'auctions',
      record: auction,
      holds: 'many',
      essential: ['id', 'tokenId', 'collectionAddress'],
    },
    answer: (auctions) => ({ auctions, ...FLAT }),
    call: async (client) => (await client.auctions({ limit: 100 })).items,
  },
  {
    ...{ name: 'activities', record: activity, holds: 'many', essential: ['_id'], kind: 'type' },
    answer: (activities) => ({ activities, pagination: LIST }),
    call: async (client) => (await client.activities({ limit: 100 })).items,
  },
];
