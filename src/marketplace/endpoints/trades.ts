import type { Activity } from '../../domain/activity.ts';
import type { Auction } from '../../domain/auction.ts';
import type { Offer } from '../../domain/offer.ts';
import type { Page, SortedPage } from '../../domain/page.ts';
import { listIn } from '../envelope.ts';
import { mustBeLegible } from '../legible.ts';
import { createActivityReader } from '../map/activity-reader.ts';
import { toAuction } from '../map/auction.ts';
import { toOffer } from '../map/offer.ts';
import { createOptionalEndpoint } from '../optional-endpoint.ts';
import type { AskedOrder } from '../order-check.ts';
import {
  type Asking,
  allowedLimit,
  type PageQuery,
  pageOf,
  parameters,
  type RequestOptions,
} from './asking.ts';

/** Arrays of the activities feed (activity-decoding: envelope_array). */
const ACTIVITY_LISTS = ['activities', 'events', 'asset_events', 'transactions', 'sales'] as const;

/** marketplace-api: GET /api/auctions. */
export interface AuctionQuery extends PageQuery {
  readonly status?: 'active' | 'completed' | 'cancelled' | undefined;
  readonly sortBy?: 'createdAt' | 'endTime' | 'currentBid' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** Field notes: Offers; the values are not documented and go out as they are. */
export interface OfferQuery extends PageQuery {
  readonly status?: string | undefined;
  readonly offerType?: string | undefined;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** The part of the client that is about what happens: auctions, offers and the feed. */
export interface TradeEndpoints {
  /**
   * One page of the activities feed, in the feed's order. Rejects with `NotUnderstood` where nearly nothing of it is
   * understood, like the page of auctions below.
   * @param options.patient a lookup like any other: leaves the last of the rate limit to the feed, and is retried
   */
  activities(query: PageQuery, options?: RequestOptions & { patient?: boolean }): Promise<Page<Activity>>;
  /**
   * One page of the auctions.
   * @param options.watched for alerts: may use what lookups leave of the rate limit, and is asked for again anyway
   */
  auctions(
    query: AuctionQuery,
    options?: RequestOptions & { watched?: boolean },
  ): Promise<SortedPage<Auction>>;
  /**
   * One page of the offers, in the server's order; `null` where the deployment has no such endpoint, which is remembered
   * for an hour.
   */
  offers(query: OfferQuery, options?: RequestOptions): Promise<Page<Offer> | null>;
}

function auctionOrder({ sortBy, sortOrder = 'desc' }: AuctionQuery): AskedOrder<Auction> | null {
  if (sortBy === undefined) return null;
  const key = sortBy === 'currentBid' ? 'highestBid' : sortBy;
  return { direction: sortOrder, keyOf: (auction) => auction[key] };
}

/** Whether an auction can have the status that is asked for. An inactive one tells no more unless it was settled. */
function auctionFilter({ status }: AuctionQuery): (auction: Auction) => boolean {
  switch (status) {
    case undefined:
      return () => true;
    case 'active':
      return (auction) => auction.active;
    case 'completed':
      return (auction) => !auction.active && auction.cancelledAt === null;
    case 'cancelled':
      return (auction) => !auction.active && auction.finalizedAt === null;
    default:
      return status satisfies never;
  }
}

/** The auctions as the list calls them that they were asked from, unless it holds what was not asked for. */
function asListed(
  page: SortedPage<Auction>,
  { status }: AuctionQuery,
  received: number,
): SortedPage<Auction> {
  if (status === undefined || page.items.length + page.unreadable < received) return page;
  return { ...page, items: page.items.map((auction) => ({ ...auction, listedAs: status })) };
}

/** Whether a record tells what happened, and where. */
function isUnderstood({ kind, collection }: Activity): boolean {
  return kind !== 'unknown' && collection !== null;
}

/** @param marketNow the marketplace's own time, epoch ms */
export function createTradeEndpoints(
  { ask, list, now, monotonic, problems, reportUnreadable }: Asking,
  marketNow: () => number,
): TradeEndpoints {
  const offersEndpoint = createOptionalEndpoint({ now: monotonic, thing: null });
  const readActivities = createActivityReader();

  return {
    async activities(query, options) {
      const what = 'activities';
      const request = {
        path: '/api/activities',
        query: parameters({ limit: query.limit, page: query.page }),
        what,
        endpoint: 'activities',
        group: 'general',
        // Alerts come of this one: it may use what lookups leave, and is asked for all the time.
        urgent: options?.patient !== true,
        repeated: options?.patient !== true,
        signal: options?.signal,
      } as const;
      return ask(request, (body) => {
        const records = listIn(body, ACTIVITY_LISTS);
        const { items, unreadable, unknownKinds } = readActivities(records, now());
        reportUnreadable(what, unreadable);
        if (unknownKinds.length > 0)
          problems.report('unknown kinds of activity', unknownKinds.length, unknownKinds);
        mustBeLegible(what, records.length, items.filter(isUnderstood).length);
        return { ...pageOf(body, query, records.length), items, unreadable: unreadable.length };
      });
    },

    async auctions(query, options) {
      const asked = { ...query, limit: allowedLimit(query.limit) };
      const { page, limit, status, sortBy, sortOrder } = asked;
      const request = {
        path: '/api/auctions',
        query: parameters({ page, limit, status, sortBy, sortOrder }),
        what: 'auctions',
        endpoint: 'auctions',
        group: 'general',
        urgent: options?.watched === true,
        repeated: options?.watched === true,
        signal: options?.signal,
      } as const;
      return ask(request, (body) => {
        const names = ['auctions'] as const;
        const answer = list(body, {
          what: 'auctions',
          names,
          asked,
          read: (record) => toAuction(record, marketNow()),
          filter: () => auctionFilter(asked),
          order: auctionOrder(asked),
        });
        const received = listIn(body, names).length;
        mustBeLegible('auctions', received, received - answer.unreadable);
        return asListed(answer, asked, received);
      });
    },

    async offers(query, options) {
      if (!offersEndpoint.worthAsking) return null;
      const { page, limit, status, offerType, sortBy, sortOrder } = query;
      const request = {
        path: '/api/offers',
        query: parameters({ page, limit: allowedLimit(limit), status, offerType, sortBy, sortOrder }),
        what: 'offers',
        endpoint: 'offers',
        group: 'general',
        signal: options?.signal,
      } as const;
      return offersEndpoint.try(async () =>
        ask(request, (body) =>
          list(body, {
            what: 'offers',
            names: ['offers'],
            asked: query,
            read: (record) => toOffer(record, now()),
          }),
        ),
      );
    },
  };
}
