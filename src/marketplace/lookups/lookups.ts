import type { Logger } from 'pino';
import type { Activity } from '../../domain/activity.ts';
import { type Address, parseAddress } from '../../domain/address.ts';
import type { Auction } from '../../domain/auction.ts';
import type { Collection, CollectionSummary, TraitType } from '../../domain/collection.ts';
import type { Dated } from '../../domain/dated.ts';
import type { HolderPage } from '../../domain/holder.ts';
import type { Offer } from '../../domain/offer.ts';
import type { Page, SortedPage } from '../../domain/page.ts';
import type { OwnedToken, Profile } from '../../domain/profile.ts';
import type { Token } from '../../domain/token.ts';
import type { TokenId } from '../../domain/token-id.ts';
import type { MarketplaceClient } from '../client.ts';
import type { Directory } from '../directory.ts';
import type { PageQuery, RequestOptions } from '../endpoints/asking.ts';
import type { HolderQuery } from '../endpoints/collections.ts';
import type { AuctionQuery, OfferQuery } from '../endpoints/trades.ts';
import type { UserNftQuery } from '../endpoints/users.ts';
import type { TokenFinder } from '../token-finder.ts';
import type { TokenQuery } from '../token-query.ts';
import { type AnswerCache, createAnswerCache, type LookupEnd } from './answer-cache.ts';
import { findFreshToken } from './find-token.ts';
import { KEEPING } from './keeping.ts';

/** The directory is asked for anew after so long; an older copy is told to be stale. */
const DIRECTORY_FRESH_MS = 20 * 60_000;

/**
 * What commands look up. Every answer tells when it was true, and one that is known already is given while the
 * marketplace does not answer. The methods throw what the client's throw; a caller's signal ends its waiting.
 */
export interface Lookups extends Disposable {
  collection(addressOrPath: string, options?: RequestOptions): Promise<Dated<Collection>>;
  traits(addressOrPath: string, options?: RequestOptions): Promise<Dated<readonly TraitType[]>>;
  holders(addressOrPath: string, query: HolderQuery, options?: RequestOptions): Promise<Dated<HolderPage>>;
  tokens(collection: Address, query: TokenQuery, options?: RequestOptions): Promise<Dated<SortedPage<Token>>>;
  /** One token, from the token endpoint where the deployment has one, else found in the list. */
  findToken(collection: Address, tokenId: TokenId, options?: RequestOptions): Promise<Dated<Token>>;
  profile(identifier: string, options?: RequestOptions): Promise<Dated<Profile>>;
  userNfts(
    identifier: string,
    query: UserNftQuery,
    options?: RequestOptions,
  ): Promise<Dated<SortedPage<OwnedToken>>>;
  auctions(query: AuctionQuery, options?: RequestOptions): Promise<Dated<SortedPage<Auction>>>;
  /** The value is `null` where the deployment does not tell of offers. */
  offers(query: OfferQuery, options?: RequestOptions): Promise<Dated<Page<Offer> | null>>;
  activities(query: PageQuery, options?: RequestOptions): Promise<Dated<Page<Activity>>>;
  /**
   * Collections by name from the local copy, best first; where that is empty the marketplace is asked for the list. The
   * copy of an earlier run counts as of the epoch, as nobody knows its age.
   */
  searchCollections(
    text: string,
    limit?: number,
    options?: RequestOptions,
  ): Promise<Dated<readonly CollectionSummary[]>>;
}

/** What is looked up. */
export type LookupKind = keyof typeof KEEPING;

/** A question as text: equal questions are equal texts, whatever the order and case they were put in. */
function keyOf(subject: string, query: object = {}): string {
  const told = Object.entries(query).filter(([, value]) => value !== undefined);
  return JSON.stringify([parseAddress(subject) ?? subject, told.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * @param deps.now epoch milliseconds
 * @param deps.onLookup called for every answer, with where it came from
 * @param deps.patienceMs how long an old answer is held back while a new one is asked for, default 2 s
 */
export function createLookups(deps: {
  client: MarketplaceClient;
  finder: TokenFinder;
  directory: Pick<Directory, 'search' | 'refresh' | 'size' | 'refreshedAt'>;
  now: () => number;
  /** ms of a clock that only goes forward, for pauses and freshness; `now` unless told otherwise. */
  monotonic?: () => number;
  log: Logger;
  patienceMs?: number;
  onLookup?: ((kind: LookupKind, end: LookupEnd) => void) | undefined;
}): Lookups {
  const { client, finder, directory, now, onLookup } = deps;
  using building = new DisposableStack();

  function lookup<T>(kind: LookupKind): AnswerCache<T> {
    const onEnd = (end: LookupEnd) => onLookup?.(kind, end);
    const log = deps.log.child({ lookup: kind });
    return building.use(createAnswerCache<T>({ ...deps, log, keeping: KEEPING[kind], onEnd }));
  }

  const collections = lookup<Collection>('collection');
  const traits = lookup<readonly TraitType[]>('traits');
  const holders = lookup<HolderPage>('holders');
  const tokens = lookup<SortedPage<Token>>('tokens');
  const singles = lookup<Token>('token');
  const profiles = lookup<Profile>('profile');
  const owned = lookup<SortedPage<OwnedToken>>('userNfts');
  const auctions = lookup<SortedPage<Auction>>('auctions');
  const offers = lookup<Page<Offer> | null>('offers');
  const activities = lookup<Page<Activity>>('activities');
  const parts = building.move();

  return {
    collection: async (name, options) =>
      collections.get(keyOf(name), (signal) => client.collection(name, { signal }), options),
    traits: async (name, options) =>
      traits.get(keyOf(name), (signal) => client.traits(name, { signal }), options),
    holders: async (name, query, options) =>
      holders.get(keyOf(name, query), (signal) => client.holders(name, query, { signal }), options),
    tokens: async (collection, query, options) =>
      tokens.get(keyOf(collection, query), (signal) => client.tokens(collection, query, { signal }), options),
    findToken: async (collection, tokenId, options) =>
      singles.get(
        keyOf(collection, { tokenId }),
        (signal) => findFreshToken({ client, finder }, collection, tokenId, signal),
        options,
      ),
    profile: async (identifier, options) =>
      profiles.get(keyOf(identifier), (signal) => client.profile(identifier, { signal }), options),
    userNfts: async (identifier, query, options) =>
      owned.get(
        keyOf(identifier, query),
        (signal) => client.userNfts(identifier, query, { signal }),
        options,
      ),
    auctions: async (query, options) =>
      auctions.get(keyOf('', query), (signal) => client.auctions(query, { signal }), options),
    offers: async (query, options) =>
      offers.get(keyOf('', query), (signal) => client.offers(query, { signal }), options),
    activities: async (query, options) =>
      activities.get(
        keyOf('', query),
        (signal) => client.activities(query, { signal, patient: true }),
        options,
      ),
    async searchCollections(text, limit, options) {
      if (directory.size === 0) {
        const { signal } = options ?? {};
        await directory.refresh(signal === undefined ? {} : { signal });
      }
      const asOf = directory.refreshedAt ?? 0;
      return { value: directory.search(text, limit), asOf, stale: now() - asOf > DIRECTORY_FRESH_MS };
    },
    [Symbol.dispose]: () => parts.dispose(),
  };
}
