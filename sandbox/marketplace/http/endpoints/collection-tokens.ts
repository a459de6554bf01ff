import type { Endpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { pageOf, shortPagination } from '../pagination.ts';
import { LIMIT, LISTED, PAGE, sortParameters } from '../parameters.ts';
import { readBoolean, readPage } from '../query.ts';
import { readSort } from '../sorting.ts';
import { chooseTokens, readTraits, tokenSorts } from '../token-list.ts';
import { tokenView } from '../views/token-view.ts';

/** marketplace-api: GET /api/tokens/collection/{address}. The trait filter's name is not documented. */
export const collectionTokensEndpoint: Endpoint = {
  path: '/api/tokens/collection/:address',
  summary: 'The tokens of a collection, filtered and sorted.',
  parameters: [
    PAGE,
    LIMIT,
    LISTED,
    ...sortParameters(tokenSorts),
    {
      name: 'traits',
      type: 'string',
      note: 'Comma-separated type:value pairs. Values of one type are alternatives; types must all hold.',
    },
  ],
  examples({ market }) {
    const [collection] = market.collections;
    const path = `/api/tokens/collection/${collection?.profile.address}`;
    const [trait] = collection?.tokens[0]?.sheet.traits ?? [];
    const filter = new URLSearchParams({ traits: `${trait?.type}:${trait?.value}` });
    return [
      `${path}?sortBy=tokenId&sortOrder=asc&limit=5`,
      `${path}?listed=true&sortBy=price&sortOrder=asc&limit=5`,
      ...(trait === undefined ? [] : [`${path}?${filter.toString()}&limit=5`]),
    ];
  },
  answer({ param, query }, api) {
    const collection = api.market.at(param('address'));
    if (collection === undefined) throw new ApiError(404, 'Collection not found');
    const page = readPage(query, api.maxLimit);
    const tokens = chooseTokens(collection, {
      listed: readBoolean(query, 'listed'),
      traits: readTraits(query.get('traits'), collection.rarity().counts),
      ...readSort(query, tokenSorts),
    });
    return {
      tokens: pageOf(tokens, page).map((token) => tokenView(collection, token, api)),
      pagination: shortPagination(page, tokens.length),
    };
  },
};
