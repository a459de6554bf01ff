import type { Endpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { pageOf, shortPagination } from '../pagination.ts';
import { readBoolean, readChoice, readPage } from '../query.ts';
import { chooseTokens, readTraits, tokenSorts } from '../token-list.ts';
import { tokenView } from '../views/token-view.ts';

/** marketplace-api: GET /api/tokens/collection/{address}. The trait filter's name is not documented. */
export const collectionTokensEndpoint: Endpoint = {
  path: '/api/tokens/collection/:address',
  answer({ param, query }, api) {
    const collection = api.market.at(param('address'));
    if (collection === undefined) throw new ApiError(404, 'Collection not found');
    const page = readPage(query, api.maxLimit);
    const tokens = chooseTokens(collection, {
      listed: readBoolean(query, 'listed'),
      traits: readTraits(query.get('traits'), collection.rarity().counts),
      sortBy: readChoice(query, 'sortBy', tokenSorts) ?? 'tokenId',
      sortOrder: readChoice(query, 'sortOrder', ['asc', 'desc'] as const) ?? 'desc',
    });
    return {
      tokens: pageOf(tokens, page).map((token) => tokenView(collection, token, api.url())),
      pagination: shortPagination(page, tokens.length),
    };
  },
};
