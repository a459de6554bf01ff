import type { Offer } from '../../world/offers.ts';
import type { Endpoint } from '../endpoint.ts';
import { pageOf } from '../pagination.ts';
import { LIMIT, PAGE, sortParameters } from '../parameters.ts';
import { readChoice, readPage } from '../query.ts';
import { readSort, type SortKey, sorted } from '../sorting.ts';
import { offerStatus, offerView } from '../views/offer-view.ts';

const STATUSES = ['active', 'accepted', 'cancelled', 'expired'] as const;
const SORTS = ['createdAt', 'price', 'expirationTime'] as const;

const keys: Record<(typeof SORTS)[number], (offer: Offer) => SortKey> = {
  createdAt: ({ madeAtMs }) => madeAtMs,
  price: ({ price }) => price,
  expirationTime: ({ expiresAtMs }) => expiresAtMs,
};

/** Field notes: offers, which some deployments have. */
export const offersEndpoint: Endpoint = {
  path: '/api/offers',
  summary: 'Offers for tokens. Not in the document; some deployments have it.',
  parameters: [
    PAGE,
    LIMIT,
    { name: 'status', type: 'string', note: 'Default all.', choices: STATUSES },
    {
      name: 'offerType',
      type: 'string',
      note: 'For one token, or for any of a collection.',
      choices: ['token', 'collection'],
    },
    ...sortParameters(SORTS),
  ],
  examples: () => ['/api/offers?status=active&sortBy=price&limit=5'],
  offered: ({ offersEndpoint }) => offersEndpoint,
  answer({ query }, { market, maxLimit, now }) {
    const page = readPage(query, maxLimit);
    const status = readChoice(query, 'status', STATUSES);
    const type = readChoice(query, 'offerType', ['token', 'collection'] as const);
    const { sortBy, sortOrder } = readSort(query, SORTS);
    const chosen = market.offers.all.filter(
      (offer) =>
        (type === undefined || (type === 'collection') === (offer.tokenId === '')) &&
        (status === undefined || offerStatus(offer, now()) === status),
    );
    const offers = sorted(chosen, keys[sortBy], sortOrder, (left, right) => left.number - right.number);
    return {
      offers: pageOf(offers, page).map((offer) => offerView(offer, market, now())),
      totalPages: Math.ceil(offers.length / page.limit),
      currentPage: page.page,
      total: offers.length,
    };
  },
};
