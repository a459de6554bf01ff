import { isRecord } from '../record.ts';
import type { Fields } from './documented-fields.ts';
import * as documented from './documented-fields.ts';

/** A kind of record within an answer. */
export interface Part {
  /** Prefix of the fields' names; empty at the top level. */
  readonly prefix: string;
  readonly fields: Fields;
  /** Returns its records in the answer. */
  readonly within: (body: unknown) => readonly unknown[];
  /** Fields that the bot requires in a record. */
  readonly requiredFields?: readonly string[];
  /** Whether every answer must have it. */
  readonly mandatory?: boolean;
}

/** A request of the bot and its documented answer. */
export interface Endpoint {
  /** Path and query below MARKETPLACE_URL. */
  readonly path: string;
  /** Name of the list in the answer; `null` for a single object. */
  readonly list: string | null;
  readonly parts: readonly Part[];
}

/** Parameters of later requests, taken from the answers to earlier ones. */
export interface Samples {
  readonly collection: string;
  readonly slug: string | null;
  readonly holder: string | null;
}

const field = (name: string) => (record: unknown) => (isRecord(record) ? record[name] : undefined);
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const present = (value: unknown): readonly unknown[] => (isRecord(value) ? [value] : []);

/** Returns the objects in a field of every record; for lists, their items. */
function nested(outer: Part['within'], name: string): Part['within'] {
  return (body) =>
    outer(body).flatMap((record) => {
      const value = field(name)(record);
      return Array.isArray(value) ? value : present(value);
    });
}

const root: Part['within'] = present;
/** Returns the items of a list, which may be the whole answer. */
const itemsOf =
  (name: string): Part['within'] =>
  (body) =>
    Array.isArray(body) ? body : listed(field(name)(body));

const part = (
  prefix: string,
  fields: Fields,
  within: Part['within'],
  requiredFields: readonly string[] = [],
): Part => ({
  prefix,
  fields,
  within,
  requiredFields,
});

/** Defines a mandatory object with this name. */
const section = (name: string, fields: Fields): Part => ({
  ...part(`${name}.`, fields, nested(root, name)),
  mandatory: true,
});
const paged = (fields: Fields): Part => section('pagination', fields);

/** Returns the first record of a list in an answer. */
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
export const nextActivities = '/api/activities?limit=100&page=2';

function collectionEndpoint(addressOrPath: string): Endpoint {
  const traits = nested(root, 'traits');
  return {
    path: `/api/collections/${addressOrPath}`,
    list: null,
    parts: [
      { ...part('', documented.collection, root, ['address']), mandatory: true },
      part('stats.', documented.collectionStats, nested(root, 'stats')),
      part('volumeStats.', documented.volumeStats, nested(root, 'volumeStats')),
      part('rarityStats.', documented.rarityStats, nested(root, 'rarityStats')),
      part('traits[].', documented.traitType, traits),
      part('traits[].values[].', documented.traitValue, nested(traits, 'values')),
    ],
  };
}

function auctionsEndpoint(status: string): Endpoint {
  const items = itemsOf('auctions');
  return {
    path: `/api/auctions?page=1&limit=100&status=${status}&sortBy=endTime&sortOrder=desc`,
    list: 'auctions',
    parts: [
      part('', documented.auctionsPagination, root),
      part('auctions[].', documented.auction, items, ['collectionAddress', 'tokenId', 'endTime']),
      part('auctions[].bids[].', documented.bid, nested(items, 'bids')),
    ],
  };
}

function holderEndpoints(holder: string): readonly Endpoint[] {
  const nfts = itemsOf('nfts');
  const users = nested(root, 'user');
  const profiles = nested(users, 'profile');
  return [
    {
      path: `/api/users/${holder}/nfts?page=1&limit=50`,
      list: 'nfts',
      parts: [
        part('', documented.userNftsPagination, root),
        part('nfts[].', documented.userNft, nfts, ['collectionAddress', 'tokenId']),
        part('nfts[].rarity.', documented.rarity, nested(nfts, 'rarity')),
        part('nfts[].attributes[].', documented.attribute, nested(nfts, 'attributes')),
      ],
    },
    {
      path: `/api/users/profile/${holder}`,
      list: null,
      parts: [
        { ...part('user.', documented.user, users, ['address']), mandatory: true },
        part('user.profile.', documented.profile, profiles),
        part('user.profile.social.', documented.social, nested(profiles, 'social')),
        part('user.stats.', documented.userStats, nested(users, 'stats')),
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

/** Returns the documented endpoints that need parameters. */
export function sampledEndpoints({ collection, slug, holder }: Samples): readonly Endpoint[] {
  const tokens = itemsOf('tokens');
  const traits = itemsOf('traits');
  return [
    collectionEndpoint(collection),
    ...(slug === null ? [] : [collectionEndpoint(slug)]),
    {
      path: `/api/collections/${collection}/traits`,
      list: 'traits',
      parts: [
        part('[].', documented.traitType, traits, ['type']),
        part('[].values[].', documented.traitValue, nested(traits, 'values')),
      ],
    },
    {
      path: `/api/tokens/collection/${collection}?page=1&limit=100&sortBy=tokenId&sortOrder=asc`,
      list: 'tokens',
      parts: [
        part('tokens[].', documented.token, tokens, ['tokenId']),
        part('tokens[].metadata.', documented.metadata, nested(tokens, 'metadata')),
        part('tokens[].rarity.', documented.rarity, nested(tokens, 'rarity')),
        part(
          'tokens[].marketplaceDetails.',
          documented.marketplaceDetails,
          nested(tokens, 'marketplaceDetails'),
        ),
        part('tokens[].attributes[].', documented.attribute, nested(tokens, 'attributes')),
        paged(documented.shortPagination),
      ],
    },
    ...(holder === null ? [] : holderEndpoints(holder)),
    auctionsEndpoint('active'),
    auctionsEndpoint('completed'),
  ];
}
