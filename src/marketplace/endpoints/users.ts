import { type Address, parseAddress } from '../../domain/address.ts';
import type { SortedPage } from '../../domain/page.ts';
import type { OwnedToken, Profile } from '../../domain/profile.ts';
import { isAbsent, isRecord } from '../decode/record.ts';
import { errorIn, objectIn } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import { saysNotFound } from '../http-failure.ts';
import { toOwnedToken } from '../map/owned-token.ts';
import { toProfile } from '../map/profile.ts';
import type { AskedOrder } from '../order-check.ts';
import { pathSegment } from '../path-segment.ts';
import { type Asking, allowedLimit, type PageQuery, parameters, type RequestOptions } from './asking.ts';

/** marketplace-api: user NFTs; the names of the sort parameters are the common ones. */
export interface UserNftQuery extends PageQuery {
  readonly collection?: Address | undefined;
  readonly listed?: boolean | undefined;
  readonly sortBy?: 'acquiredAt' | 'tokenId' | 'rarityRank' | 'listingPrice' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** The part of the client that is about people; an `identifier` is a wallet address, a username or a name. */
export interface UserEndpoints {
  profile(identifier: string, options?: RequestOptions): Promise<Profile>;
  /** One page of what somebody owns. */
  userNfts(
    identifier: string,
    query: UserNftQuery,
    options?: RequestOptions,
  ): Promise<SortedPage<OwnedToken>>;
}

/** When a token was acquired is in no record, so that order is taken on trust. */
function orderOf({ sortBy, sortOrder = 'desc' }: UserNftQuery): AskedOrder<OwnedToken> | null {
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

/** What the query asks for, as far as the page tells. */
function filterOf(query: UserNftQuery, records: readonly unknown[]): (item: OwnedToken) => boolean {
  const told = records.some((record) => isRecord(record) && !isAbsent(record['isListed']));
  const listed = told ? query.listed : undefined;
  return (item) =>
    (listed === undefined || item.listed === listed) &&
    (query.collection === undefined || item.collection === query.collection);
}

export function createUserEndpoints({ ask, list }: Asking): UserEndpoints {
  function personOf(identifier: string): { segment: string; what: string } {
    const what = `user "${identifier.slice(0, 100)}"`;
    const segment = parseAddress(identifier) ?? pathSegment(identifier);
    if (segment === null) throw new NotFound(what);
    return { segment, what };
  }

  return {
    async profile(identifier, options) {
      const { segment, what } = personOf(identifier);
      const address = parseAddress(identifier);
      const request = {
        path: `/api/users/profile/${segment}`,
        what,
        endpoint: 'profile',
        group: 'general',
        signal: options?.signal,
      } as const;
      return ask(request, (body) => {
        const user = objectIn(objectIn(body, 'data'), 'user');
        const told = isRecord(user) && (user !== body || 'address' in user);
        const profile = told ? toProfile(user, address) : null;
        const nobody = body === null || (isRecord(body) && body['user'] === null);
        if (profile === null && (nobody || saysNotFound(errorIn(body)))) throw new NotFound(what);
        if (profile === null) throw new BadResponse('there is no user with an address in it');
        if (address !== null && profile.address !== address) {
          throw new BadResponse(`it is about ${profile.address} instead of ${address}`);
        }
        return profile;
      });
    },

    async userNfts(identifier, query, options) {
      const { segment, what } = personOf(identifier);
      const asked = { ...query, limit: allowedLimit(query.limit) };
      const { page, limit, collection, listed, sortBy, sortOrder } = asked;
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
          asked,
          read: toOwnedToken,
          filter: (records) => filterOf(asked, records),
          order: orderOf(asked),
        }),
      );
    },
  };
}
