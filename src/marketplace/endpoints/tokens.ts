import { type Address, parseAddress } from '../../domain/address.ts';
import type { SortedPage } from '../../domain/page.ts';
import type { Token } from '../../domain/token.ts';
import type { TokenId } from '../../domain/token-id.ts';
import { errorIn, objectIn } from '../envelope.ts';
import { BadResponse, NotFound } from '../errors.ts';
import { saysNotFound } from '../http-failure.ts';
import { toToken } from '../map/token.ts';
import { createOptionalEndpoint } from '../optional-endpoint.ts';
import type { AskedOrder } from '../order-check.ts';
import { pathSegment } from '../path-segment.ts';
import { type TokenQuery, tokenFilter, tokenParameters } from '../token-query.ts';
import type { Asking, RequestOptions } from './asking.ts';

/** The part of the client that is about tokens. */
export interface TokenEndpoints {
  /**
   * One page of a collection's tokens. A filter or an order that the server ignored is applied to the page here:
   * `total` is then `null`, `sorted` is `false`.
   */
  tokens(collection: Address, query: TokenQuery, options?: RequestOptions): Promise<SortedPage<Token>>;
  /**
   * One token from the endpoint that only some deployments have (field notes: A token endpoint); `null` where this one
   * lacks it, which is remembered for an hour.
   */
  token(addressOrPath: string, tokenId: TokenId, options?: RequestOptions): Promise<Token | null>;
}

/** What the list is ordered by as far as the records tell: not by `lastSale`, which may mean a price or a moment. */
function orderOf({ sortBy, sortOrder = 'desc' }: TokenQuery): AskedOrder<Token> | null {
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

/** @param traitsParameter what the trait filter is called */
export function createTokenEndpoints(
  { ask, list, now, monotonic }: Asking,
  traitsParameter: string,
): TokenEndpoints {
  const single = createOptionalEndpoint({ now: monotonic, thing: /\b(?:token|nft|item|asset)/i });

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
          asked: query,
          read: (record) => toToken(record, collection, now()),
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
      if (!single.worthAsking) return null;
      const request = {
        path: `/api/tokens/${segment}/${tokenId}`,
        what,
        endpoint: 'token',
        group: 'general',
        signal: options?.signal,
      } as const;
      return single.try(async () =>
        ask(request, (body) => {
          const token = toToken(objectIn(objectIn(body, 'token'), 'nft'), address, now());
          if (token?.tokenId === tokenId) return token;
          if (body === null || saysNotFound(errorIn(body))) throw new NotFound(what, errorIn(body));
          throw new BadResponse(
            token === null ? 'there is no token in it' : `it is about token ${token.tokenId}`,
          );
        }),
      );
    },
  };
}
