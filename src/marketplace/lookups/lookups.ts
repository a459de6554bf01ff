import type { Logger } from 'pino';
import { type Address, parseAddress } from '#src/chain/address.ts';
import type { Dated } from '#src/chain/dated.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import type { MarketplaceClient } from '../client.ts';
import type { HolderQuery } from '../endpoints/collections.ts';
import type { PageQuery, RequestOptions } from '../endpoints/context.ts';
import type { AuctionQuery } from '../endpoints/trades.ts';
import type { UserNftQuery } from '../endpoints/users.ts';
import type { Page } from '../pagination.ts';
import type { SortedPage } from '../requested-order.ts';
import type { Activity } from '../resources/activity/activity.ts';
import type { Auction } from '../resources/auction.ts';
import type { Collection, TraitType } from '../resources/collection.ts';
import type { HolderPage } from '../resources/holder.ts';
import type { OwnedToken } from '../resources/owned-token.ts';
import type { Profile } from '../resources/profile.ts';
import type { Token } from '../resources/token.ts';
import type { TokenFinder } from '../token-finder.ts';
import type { TokenQuery } from '../token-query.ts';
import { type AnswerCache, createAnswerCache, type LookupOutcome } from './answer-cache.ts';
import { CACHE_POLICIES } from './cache-policies.ts';
import { findFreshToken } from './find-token.ts';

/** An older directory is reported as stale. */

/**
 * Cached lookups for commands. Every answer has its time, and a cached one is returned while the marketplace does not
 * answer. Errors are those of the client's methods. A caller's signal only ends that caller's wait.
 */
export interface Lookups extends Disposable {
  collection(addressOrPath: string, options?: RequestOptions): Promise<Dated<Collection>>;
  traits(addressOrPath: string, options?: RequestOptions): Promise<Dated<readonly TraitType[]>>;
  holders(addressOrPath: string, query: HolderQuery, options?: RequestOptions): Promise<Dated<HolderPage>>;
  tokens(collection: Address, query: TokenQuery, options?: RequestOptions): Promise<Dated<SortedPage<Token>>>;
  /** Finds one token, from the token endpoint if the deployment has one, else from the list. */
  findToken(collection: Address, tokenId: TokenId, options?: RequestOptions): Promise<Dated<Token>>;
  profile(identifier: string, options?: RequestOptions): Promise<Dated<Profile>>;
  userNfts(
    identifier: string,
    query: UserNftQuery,
    options?: RequestOptions,
  ): Promise<Dated<SortedPage<OwnedToken>>>;
  auctions(query: AuctionQuery, options?: RequestOptions): Promise<Dated<SortedPage<Auction>>>;
  activities(query: PageQuery, options?: RequestOptions): Promise<Dated<Page<Activity>>>;
}

/** The kinds of lookups. */
export type LookupKind = keyof typeof CACHE_POLICIES;

/** Returns the cache key of a lookup, independent of the order of the query and of the case of an address. */
function keyOf(subject: string, query: object = {}): string {
  const reported = Object.entries(query).filter(([, value]) => value !== undefined);
  return JSON.stringify([parseAddress(subject) ?? subject, reported.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * @param deps.now epoch milliseconds
 * @param deps.onLookup called for every lookup, with the source of its answer
 * @param deps.maxWaitForFreshMs how long a caller waits for a fresh answer when an old one is cached, default 2 s
 */
export function createLookups(deps: {
  client: MarketplaceClient;
  finder: TokenFinder;
  now: () => number;
  /** Monotonic clock in ms, for delays and freshness; default `now`. */
  monotonic?: () => number;
  log: Logger;
  maxWaitForFreshMs?: number;
  onLookup?: ((kind: LookupKind, end: LookupOutcome) => void) | undefined;
}): Lookups {
  const { client, finder, onLookup } = deps;
  using building = new DisposableStack();

  function lookup<T>(kind: LookupKind): AnswerCache<T> {
    const onOutcome = (end: LookupOutcome) => onLookup?.(kind, end);
    const log = deps.log.child({ lookup: kind });
    return building.use(createAnswerCache<T>({ ...deps, log, policy: CACHE_POLICIES[kind], onOutcome }));
  }

  const collections = lookup<Collection>('collection');
  const traits = lookup<readonly TraitType[]>('traits');
  const holders = lookup<HolderPage>('holders');
  const tokens = lookup<SortedPage<Token>>('tokens');
  const singles = lookup<Token>('token');
  const profiles = lookup<Profile>('profile');
  const owned = lookup<SortedPage<OwnedToken>>('userNfts');
  const auctions = lookup<SortedPage<Auction>>('auctions');
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
    activities: async (query, options) =>
      activities.get(
        keyOf('', query),
        (signal) => client.activities(query, { signal, asLookup: true }),
        options,
      ),
    [Symbol.dispose]: () => parts.dispose(),
  };
}
