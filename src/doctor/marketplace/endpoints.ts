import { isRecord } from '../record.ts';
import type { Fields } from './documented-fields.ts';
import * as documented from './documented-fields.ts';

/** A kind of record within an answer. */
export interface Part {
  /** What stands before its fields' names; empty for the answer's own. */
  readonly where: string;
  readonly fields: Fields;
  /** Its records in the answer; none where there are none to look at. */
  readonly within: (body: unknown) => readonly unknown[];
  /** Fields without which the bot can make nothing of a record. */
  readonly needed?: readonly string[];
  /** Whether every answer has it. */
  readonly always?: boolean;
}

/** A request that the bot makes, and what the document says of its answer. */
export interface Endpoint {
  /** Below the marketplace's address. */
  readonly path: string;
  /** The list that the answer is about; `null` for an answer about one thing. */
  readonly list: string | null;
  readonly parts: readonly Part[];
}

/** What the later requests are about, found in the answers to the earlier ones. */
export interface Samples {
  readonly collection: string;
  readonly slug: string | null;
  readonly holder: string | null;
}

const field = (name: string) => (record: unknown) => (isRecord(record) ? record[name] : undefined);
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const present = (value: unknown): readonly unknown[] => (isRecord(value) ? [value] : []);

/** What is in a field of every record: the things themselves, or the items of lists. */
function inside(outer: Part['within'], name: string): Part['within'] {
  return (body) =>
    outer(body).flatMap((record) => {
      const value = field(name)(record);
      return Array.isArray(value) ? value : present(value);
    });
}

const itself: Part['within'] = present;
/** A list may be the whole answer. */
const itemsOf =
  (name: string): Part['within'] =>
  (body) =>
    Array.isArray(body) ? body : listed(field(name)(body));

const part = (
  where: string,
  fields: Fields,
  within: Part['within'],
  needed: readonly string[] = [],
): Part => ({
  where,
  fields,
  within,
  needed,
});

/** An object that stands in every answer under this name. */
const section = (name: string, fields: Fields): Part => ({
  ...part(`${name}.`, fields, inside(itself, name)),
  always: true,
});
const paged = (fields: Fields): Part => section('pagination', fields);

/** The first record of a list in an answer. */
export const firstOf = (body: unknown, name: string): unknown => itemsOf(name)(body)[0];

export const collections: Endpoint = {
  path: '/api/collections?page=1&limit=100',
  list: 'collections',
  parts: [
    part('collections[].', documented.listedCollection, itemsOf('collections'), ['address', 'name']),
    paged(documented.generalPagination),
  ],
};

export const activities = '/api/activities?limit=100&page=1';

function oneCollection(addressOrPath: string): Endpoint {
  const traits = inside(itself, 'traits');
  return {
    path: `/api/collections/${addressOrPath}`,
    list: null,
    parts: [
      { ...part('', documented.collection, itself, ['address']), always: true },
      part('stats.', documented.collectionStats, inside(itself, 'stats')),
      part('volumeStats.', documented.volumeStats, inside(itself, 'volumeStats')),
      part('rarityStats.', documented.rarityStats, inside(itself, 'rarityStats')),
      part('traits[].', documented.traitType, traits),
      part('traits[].values[].', documented.traitValue, inside(traits, 'values')),
    ],
  };
}

function auctions(status: string): Endpoint {
  const items = itemsOf('auctions');
  return {
    path: `/api/auctions?page=1&limit=100&status=${status}&sortBy=endTime&sortOrder=desc`,
    list: 'auctions',
    parts: [
      part('', documented.auctionsPagination, itself),
      part('auctions[].', documented.auction, items, ['collectionAddress', 'tokenId', 'endTime']),
      part('auctions[].bids[].', documented.bid, inside(items, 'bids')),
    ],
  };
}

function aboutHolder(holder: string): readonly Endpoint[] {
  const nfts = itemsOf('nfts');
  const users = inside(itself, 'user');
  const profiles = inside(users, 'profile');
  return [
    {
      path: `/api/users/${holder}/nfts?page=1&limit=50`,
      list: 'nfts',
      parts: [
        part('', documented.userNftsPagination, itself),
        part('nfts[].', documented.userNft, nfts, ['collectionAddress', 'tokenId']),
        part('nfts[].rarity.', documented.rarity, inside(nfts, 'rarity')),
        part('nfts[].attributes[].', documented.attribute, inside(nfts, 'attributes')),
      ],
    },
    {
      path: `/api/users/profile/${holder}`,
      list: null,
      parts: [
        { ...part('user.', documented.user, users, ['address']), always: true },
        part('user.profile.', documented.profile, profiles),
        part('user.profile.social.', documented.social, inside(profiles, 'social')),
        part('user.stats.', documented.userStats, inside(users, 'stats')),
      ],
    },
  ];
}

export function holdersOf(collection: string): Endpoint {
  return {
    path: `/api/collections/${collection}/holders?page=1&limit=100`,
    list: 'holders',
    parts: [
      section('collection', documented.holdersCollection),
      section('summary', documented.holdersSummary),
      part('holders[].', documented.holder, itemsOf('holders'), ['address', 'count']),
      paged(documented.shortPagination),
    ],
  };
}

/** Every further endpoint that the bot uses and that the document shows. */
export function furtherEndpoints({ collection, slug, holder }: Samples): readonly Endpoint[] {
  const tokens = itemsOf('tokens');
  const traits = itemsOf('traits');
  return [
    oneCollection(collection),
    ...(slug === null ? [] : [oneCollection(slug)]),
    {
      path: `/api/collections/${collection}/traits`,
      list: 'traits',
      parts: [
        part('[].', documented.traitType, traits, ['type']),
        part('[].values[].', documented.traitValue, inside(traits, 'values')),
      ],
    },
    {
      path: `/api/tokens/collection/${collection}?page=1&limit=100&sortBy=tokenId&sortOrder=asc`,
      list: 'tokens',
      parts: [
        part('tokens[].', documented.token, tokens, ['tokenId']),
        part('tokens[].metadata.', documented.metadata, inside(tokens, 'metadata')),
        part('tokens[].rarity.', documented.rarity, inside(tokens, 'rarity')),
        part(
          'tokens[].marketplaceDetails.',
          documented.marketplaceDetails,
          inside(tokens, 'marketplaceDetails'),
        ),
        part('tokens[].attributes[].', documented.attribute, inside(tokens, 'attributes')),
        paged(documented.shortPagination),
      ],
    },
    ...(holder === null ? [] : aboutHolder(holder)),
    auctions('active'),
    auctions('completed'),
  ];
}
