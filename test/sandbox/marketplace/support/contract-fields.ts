import * as documented from './documented.ts';
import * as users from './documented-users.ts';
import type { Fields } from './fields.ts';
import { recordOf, type TestMarketplace } from './start.ts';

/** A resource of the document: its fields, their location in the document, and where the server has one. */
interface Resource {
  readonly name: string;
  readonly fields: Fields;
  /** A line of the document, or its prefix, below or in which the fields are listed. */
  readonly heading: string;
  /** The table row below the heading whose last column lists them, where it is not the table itself. */
  readonly row?: string;
  /** The prefix of this resource's fields in the table's first column. */
  readonly prefix?: string;
  /** The part of the line with the names. */
  readonly within?: RegExp;
  /** Returns one in which every field has a value. */
  readonly sample: (marketplace: TestMarketplace) => Promise<unknown>;
}

const inside =
  (sample: Resource['sample'], ...keys: readonly (string | number)[]): Resource['sample'] =>
  async (marketplace) => {
    let value = await sample(marketplace);
    for (const key of keys) value = Array.isArray(value) ? value[Number(key)] : recordOf(value)[key];
    return value;
  };

const at =
  (path: string): Resource['sample'] =>
  (marketplace) =>
    marketplace.json(path);

const foxes = (marketplace: TestMarketplace): string => marketplace.collections()[0]?.address ?? '';
const collection = at('/api/collections/pocket-golems');
const tokens: Resource['sample'] = (marketplace) => {
  const golems = marketplace.collections().find(({ path }) => path === 'pocket-golems');
  return marketplace.json(`/api/tokens/collection/${golems?.address}?limit=1`);
};
const token = inside(tokens, 'tokens', 0);
const auctions = at('/api/auctions?status=completed');
const soldAuction: Resource['sample'] = async (marketplace) =>
  (await marketplace.list('/api/auctions?status=completed', 'auctions')).find((one) => 'highestBid' in one);
const holders = at('/api/collections/lantern-foxes/holders?limit=1');
const userNfts: Resource['sample'] = async (marketplace) => {
  const [first] = await marketplace.list('/api/collections/lantern-foxes/holders?limit=1', 'holders');
  return marketplace.json(
    `/api/users/${String(first?.['address'])}/nfts?collection=${foxes(marketplace)}&limit=1`,
  );
};
const userProfile: Resource['sample'] = async (marketplace) => {
  const names = marketplace.collections().find(({ path }) => path === 'sim-names');
  for (const { name, owner } of await marketplace.list(
    `/api/tokens/collection/${names?.address}`,
    'tokens',
  )) {
    if (/^[a-z]/.test(String(name))) return marketplace.json(`/api/users/profile/${String(owner)}`);
  }
  throw new Error('Nobody has a name.');
};

/** Every table of the document with fields. */
export const resources: readonly Resource[] = [
  {
    name: 'pagination (general form)',
    heading: '### Pagination shapes',
    row: 'Envelope object `pagination` (general form)',
    fields: documented.generalPagination,
    sample: inside(at('/api/collections'), 'pagination'),
  },
  {
    name: 'pagination (short form)',
    heading: '### Pagination shapes',
    row: 'Envelope object `pagination` (short form)',
    fields: documented.shortPagination,
    sample: inside(tokens, 'pagination'),
  },
  {
    name: 'user NFTs (top level)',
    heading: '| Top-level fields | user NFTs |',
    fields: users.userNftsPagination,
    sample: userNfts,
  },
  {
    name: 'auctions (top level)',
    heading: '| Top-level fields | auctions |',
    fields: users.auctionsPagination,
    sample: auctions,
  },
  { name: 'Collection', heading: '### Collection', fields: documented.collectionDetail, sample: collection },
  {
    name: 'rarityStats',
    heading: '### Collection',
    row: 'rarityStats',
    fields: documented.rarityStats,
    sample: inside(collection, 'rarityStats'),
  },
  {
    name: 'stats',
    heading: 'Collection stats (`stats`):',
    fields: documented.collectionStats,
    sample: inside(collection, 'stats'),
  },
  {
    name: 'volumeStats',
    heading: 'Volume stats (`volumeStats`):',
    fields: documented.volumeStats,
    sample: inside(collection, 'volumeStats'),
  },
  {
    name: 'Trait type',
    heading: '### Trait type',
    fields: documented.traitType,
    sample: inside(at('/api/collections/pocket-golems/traits'), 0),
  },
  {
    name: 'Trait value',
    heading: '### Trait type',
    row: 'values',
    fields: documented.traitValue,
    sample: inside(at('/api/collections/pocket-golems/traits'), 0, 'values', 0),
  },
  {
    name: 'Token',
    heading: '### Token (as returned by the collection token list)',
    fields: documented.token,
    sample: token,
  },
  {
    name: 'metadata',
    heading: '### Token (as returned by the collection token list)',
    row: 'metadata',
    fields: documented.metadata,
    sample: inside(token, 'metadata'),
  },
  {
    name: 'rarity',
    heading: '### Token (as returned by the collection token list)',
    row: 'rarity',
    fields: documented.rarity,
    sample: inside(token, 'rarity'),
  },
  {
    name: 'marketplaceDetails',
    heading: '### Token (as returned by the collection token list)',
    row: 'marketplaceDetails',
    fields: documented.marketplaceDetails,
    sample: inside(token, 'marketplaceDetails'),
  },
  {
    name: 'Attribute',
    heading: 'Attribute:',
    fields: { ...documented.attribute, display_type: 'string' },
    sample: async (marketplace) => {
      const { attributes } = recordOf(await token(marketplace));
      return Array.isArray(attributes)
        ? attributes.map(recordOf).find((one) => one['trait_type'] === 'Level')
        : undefined;
    },
  },
  {
    name: 'User NFT',
    heading: '### User NFT (as returned by the user NFT list)',
    fields: users.userNft,
    sample: inside(userNfts, 'nfts', 0),
  },
  { name: 'Auction', heading: '### Auction', fields: users.auction, sample: soldAuction },
  {
    name: 'Bid',
    heading: 'Bid:',
    fields: users.bid,
    sample: inside(soldAuction, 'bids', 0),
  },
  { name: 'Holder', heading: 'holder:', fields: users.holder, sample: inside(holders, 'holders', 0) },
  {
    name: 'collection (of holders)',
    heading: 'Response: collection {',
    within: /^([^}]*)\}/,
    fields: users.holdersCollection,
    sample: inside(holders, 'collection'),
  },
  {
    name: 'summary (of holders)',
    heading: 'Response: collection {',
    within: /summary \{([^}]*)\}/,
    fields: users.holdersSummary,
    sample: inside(holders, 'summary'),
  },
  {
    name: 'User',
    heading: '### User profile',
    prefix: 'user.',
    fields: users.user,
    sample: inside(userProfile, 'user'),
  },
  {
    name: 'User.profile',
    heading: '### User profile',
    prefix: 'user.profile.',
    fields: users.profile,
    sample: inside(userProfile, 'user', 'profile'),
  },
  {
    name: 'User.profile.social',
    heading: '### User profile',
    row: 'user.profile.social',
    fields: users.social,
    sample: inside(userProfile, 'user', 'profile', 'social'),
  },
  {
    name: 'User.stats',
    heading: '### User profile',
    row: 'user.stats',
    fields: users.userStats,
    sample: inside(userProfile, 'user', 'stats'),
  },
];
