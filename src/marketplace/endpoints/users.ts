import { type Address, parseAddress } from '#src/chain/address.ts';
import { isAbsent, isRecord } from '../decode/record.ts';
import { readError, unwrapObject } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import { reportsNotFound } from '../http-failure.ts';
import { pathSegment } from '../path-segment.ts';
import type { RequestedOrder, SortedPage } from '../requested-order.ts';
import { type OwnedToken, ownedTokenSchema } from '../resources/owned-token.ts';
import { type Profile, profileSchema } from '../resources/profile.ts';
import {
  allowedLimit,
  type EndpointContext,
  type PageQuery,
  parameters,
  type RequestOptions,
} from './context.ts';

/** marketplace-api: user NFTs, with the common names of the sort parameters. */
export interface UserNftQuery extends PageQuery {
  readonly collection?: Address | undefined;
  readonly listed?: boolean | undefined;
  readonly sortBy?: 'acquiredAt' | 'tokenId' | 'rarityRank' | 'listingPrice' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** User endpoints of the client; an `identifier` is a wallet address, a username or a name. */
export interface UserEndpoints {
  profile(identifier: string, options?: RequestOptions): Promise<Profile>;
  /** Reads one page of a user's tokens. */
  userNfts(
    identifier: string,
    query: UserNftQuery,
    options?: RequestOptions,
  ): Promise<SortedPage<OwnedToken>>;
}

/** Returns the requested order. `acquiredAt` cannot be verified, because no record contains it. */
function orderOf({ sortBy, sortOrder = 'desc' }: UserNftQuery): RequestedOrder<OwnedToken> | null {
  switch (sortBy) {
    case undefined:
      return null;
    case 'tokenId':
      return { direction: sortOrder, keyOf: (item) => BigInt(item.tokenId) };
    case 'rarityRank':
      return { direction: sortOrder, keyOf: (item) => item.rarity?.rank ?? null };
    case 'listingPrice':
      return { direction: sortOrder, keyOf: (item) => item.listing?.price ?? null };
    case 'acquiredAt':
      return { direction: sortOrder, keyOf: null };
    default:
      return sortBy satisfies never;
  }
}

/** Returns the filter of the query. `listed` only applies if the records have `isListed`. */
function filterOf(query: UserNftQuery, records: readonly unknown[]): (item: OwnedToken) => boolean {
  const reported = records.some((record) => isRecord(record) && !isAbsent(record['isListed']));
  const listed = reported ? query.listed : undefined;
  return (item) =>
    (listed === undefined || item.listed === listed) &&
    (query.collection === undefined || item.collection === query.collection);
}

export function createUserEndpoints({ ask, list, read, ownCoin }: EndpointContext): UserEndpoints {
  const ownedToken = ownedTokenSchema({ ownCoin });

  function resolveUser(identifier: string): { segment: string; what: string } {
    const what = `user "${identifier.slice(0, 100)}"`;
    const segment = parseAddress(identifier) ?? pathSegment(identifier);
    if (segment === null) throw new NotFound(what);
    return { segment, what };
  }

  return {
    async profile(identifier, options) {
      const { segment, what } = resolveUser(identifier);
      const address = parseAddress(identifier);
      const request = {
        path: `/api/users/profile/${segment}`,
        what,
        endpoint: 'profile',
        group: 'general',
        signal: options?.signal,
      } as const;
      return ask(request, (body) => {
        const user = unwrapObject(unwrapObject(body, 'data'), 'user');
        const reported = isRecord(user) && (user !== body || 'address' in user);
        const profile = reported ? read(user, profileSchema(address)) : null;
        const nobody = body === null || (isRecord(body) && body['user'] === null);
        if (profile === null && (nobody || reportsNotFound(readError(body)))) throw new NotFound(what);
        if (profile === null) throw new BadResponse('there is no user with an address in it');
        if (address !== null && profile.address !== address) {
          throw new BadResponse(`it is about ${profile.address} instead of ${address}`);
        }
        return profile;
      });
    },

    async userNfts(identifier, query, options) {
      const { segment, what } = resolveUser(identifier);
      const requested = { ...query, limit: allowedLimit(query.limit) };
      const { page, limit, collection, listed, sortBy, sortOrder } = requested;
      const request = {
        path: `/api/users/${segment}/nfts`,
        query: parameters({ page, limit, collection, listed, sortBy, sortOrder }),
        what,
        endpoint: 'user NFTs',
        group: 'general',
        signal: options?.signal,
      } as const;
      return ask(request, (body) =>
        list(body, {
          what: 'user NFTs',
          names: ['nfts', 'tokens'],
          requested,
          schema: ownedToken,
          filter: (records) => filterOf(requested, records),
          order: orderOf(requested),
        }),
      );
    },
  };
}
