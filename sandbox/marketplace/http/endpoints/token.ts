import { collectionNamed, type Endpoint, tokenNamed } from '../endpoint.ts';
import { tokenView } from '../views/token-view.ts';

/** Field notes: a token endpoint, which some deployments have. */
export const tokenEndpoint: Endpoint = {
  path: '/api/tokens/:addressOrPath/:tokenId',
  summary: 'One token, with its listingPrice. Not in the document; some deployments have it.',
  parameters: [],
  examples: ({ market }) =>
    market.collections
      .slice(0, 1)
      .map(({ profile, tokens }) => `/api/tokens/${profile.path}/${tokens[0]?.sheet.tokenId}`),
  offered: ({ tokenEndpoint }) => tokenEndpoint,
  answer({ param }, api) {
    const collection = collectionNamed(api, param('addressOrPath'));
    const token = tokenNamed(collection, param('tokenId'));
    return { ...tokenView(collection, token, api), listingPrice: token.listing?.price ?? null };
  },
};
