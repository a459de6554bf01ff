import { type Auction, currentPrice } from '../../world/auctions/auction.ts';
import type { Endpoint } from '../endpoint.ts';
import { pageOf } from '../pagination.ts';
import { LIMIT, PAGE, sortParameters } from '../parameters.ts';
import { readChoice, readPage } from '../query.ts';
import { readSort, type SortKey, sorted } from '../sorting.ts';
import { auctionView } from '../views/auction-view.ts';

const STATUSES = ['active', 'completed', 'cancelled'] as const;
const SORTS = ['createdAt', 'endTime', 'currentBid'] as const;

const keys: Record<(typeof SORTS)[number], (auction: Auction) => SortKey> = {
  createdAt: ({ startedAtMs }) => startedAtMs,
  endTime: ({ endsAtMs }) => endsAtMs,
  currentBid: currentPrice,
};

/** marketplace-api: GET /api/auctions. Without a status: active and completed ones. */
export const auctionsEndpoint: Endpoint = {
  path: '/api/auctions',
  summary: 'Auctions with their bids. One that has ended stays active until it is settled.',
  parameters: [
    PAGE,
    LIMIT,
    { name: 'status', type: 'string', note: 'Default active and completed ones.', choices: STATUSES },
    ...sortParameters(SORTS),
  ],
  examples: () => [
    '/api/auctions?status=active&sortBy=endTime&sortOrder=asc',
    '/api/auctions?status=completed&sortBy=currentBid&limit=3',
    '/api/auctions?status=cancelled',
  ],
  answer({ query }, { market, maxLimit }) {
    const page = readPage(query, maxLimit);
    const status = readChoice(query, 'status', STATUSES);
    const { sortBy, sortOrder } = readSort(query, SORTS);
    const chosen = market.auctions.all.filter((auction) =>
      status === undefined ? statusOf(auction) !== 'cancelled' : statusOf(auction) === status,
    );
    const auctions = sorted(chosen, keys[sortBy], sortOrder, (left, right) => left.number - right.number);
    return {
      auctions: pageOf(auctions, page).map((auction) => auctionView(auction, market)),
      totalPages: Math.ceil(auctions.length / page.limit),
      currentPage: page.page,
      total: auctions.length,
    };
  },
};

function statusOf({ close }: Auction): (typeof STATUSES)[number] {
  if (close === null) return 'active';
  return close.how === 'cancelled' ? 'cancelled' : 'completed';
}
