import { type Address, parseAddress } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { readError, unwrapObject } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import { reportsNotFound } from '../http-failure.ts';
import { createOptionalEndpoint } from '../optional-endpoint.ts';
import { pathSegment } from '../path-segment.ts';
import type { RequestedOrder, SortedPage } from '../requested-order.ts';
import { type Token, tokenSchema } from '../resources/token.ts';
import { type TokenQuery, tokenFilter, tokenParameters } from '../token-query.ts';
import type { EndpointContext, RequestOptions } from './context.ts';

/** Token endpoints of the client. */
export interface TokenEndpoints {
  /**
   * Reads one page of a collection's tokens. A filter or an order that the server ignored is applied to the page here:
   * `total` is then `null`, or `sorted` is `false`.
   */
  tokens(collection: Address, query: TokenQuery, options?: RequestOptions): Promise<SortedPage<Token>>;
  /**
   * Reads one token from the endpoint that only some deployments have (field notes: A token endpoint); `null` if this
   * one does not have it, which is cached for an hour.
   */
  token(addressOrPath: string, tokenId: TokenId, options?: RequestOptions): Promise<Token | null>;
}

/** Returns the requested order. `lastSale` cannot be verified, because it may mean a price or a time. */
function orderOf({ sortBy, sortOrder = 'desc' }: TokenQuery): RequestedOrder<Token> | null {
  switch (sortBy) {
    case undefined:
      return null;
    case 'tokenId':
      return { direction: sortOrder, keyOf: (token) => BigInt(token.tokenId) };
    case 'rarityRank':
      return { direction: sortOrder, keyOf: (token) => token.rarity?.rank ?? null };
    case 'price':
      return { direction: sortOrder, keyOf: (token) => token.listingPrice };
    case 'lastSale':
      return { direction: sortOrder, keyOf: null };
    default:
      return sortBy satisfies never;
  }
}

/** @param traitsParameter name of the query parameter that filters by traits */
export function createTokenEndpoints(
  { ask, list, read, now, monotonic, ownCoin }: EndpointContext,
  traitsParameter: string,
): TokenEndpoints {
  const tokenOf = (collection: Address | null) => tokenSchema({ now, ownCoin }, collection);
  const single = createOptionalEndpoint({ now: monotonic, resourceWords: /\b(?:token|nft|item|asset)/i });

  return {
    async tokens(collection, query, options) {
      const request = {
        path: `/api/tokens/collection/${collection}`,
        query: tokenParameters(query, traitsParameter),
        what: `tokens of ${collection}`,
        endpoint: 'tokens',
        group: 'general',
        signal: options?.signal,
      } as const;
      return ask(request, (body) =>
        list(body, {
          what: 'tokens',
          names: ['tokens', 'nfts'],
          requested: query,
          schema: tokenOf(collection),
          filter: (records) => tokenFilter(query, records),
          order: orderOf(query),
        }),
      );
    },

    async token(addressOrPath, tokenId, options) {
      const what = `token ${tokenId} in ${addressOrPath.slice(0, 100)}`;
      const address = parseAddress(addressOrPath);
      const segment = address ?? pathSegment(addressOrPath);
      if (segment === null) throw new NotFound(what);
      if (!single.isAvailable) return null;
      const request = {
        path: `/api/tokens/${segment}/${tokenId}`,
        what,
        endpoint: 'token',
        group: 'general',
        signal: options?.signal,
      } as const;
      return single.try(async () =>
        ask(request, (body) => {
          const token = read(unwrapObject(unwrapObject(body, 'token'), 'nft'), tokenOf(address));
          if (token?.tokenId === tokenId) return token;
          if (body === null || reportsNotFound(readError(body))) throw new NotFound(what, readError(body));
          throw new BadResponse(
            token === null ? 'it contains no token' : `it is about token ${token.tokenId}`,
          );
        }),
      );
    },
  };
}
