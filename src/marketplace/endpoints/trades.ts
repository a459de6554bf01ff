import { readList } from '../envelope.ts';
import { NotUnderstood } from '../errors.ts';
import type { ForeignShare } from '../foreign-memory.ts';
import { createPartedReader, type PartedPage } from '../page-parts.ts';
import type { Page } from '../pagination.ts';
import type { RequestedOrder, SortedPage } from '../requested-order.ts';
import type { DecodedActivities } from '../resources/activity/activities.ts';
import type { Activity } from '../resources/activity/activity.ts';
import { createActivityReader } from '../resources/activity/reader.ts';
import { type Auction, auctionSchema } from '../resources/auction.ts';
import {
  allowedLimit,
  type EndpointContext,
  type PageQuery,
  pageOf,
  parameters,
  type RequestOptions,
} from './context.ts';

/** Arrays of the activities feed (activity-decoding: envelope_array). */
export const ACTIVITY_LISTS = ['activities', 'events', 'asset_events', 'transactions', 'sales'] as const;

/** marketplace-api: GET /api/auctions. */
export interface AuctionQuery extends PageQuery {
  readonly status?: 'active' | 'completed' | 'cancelled' | undefined;
  readonly sortBy?: 'createdAt' | 'endTime' | 'currentBid' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** marketplace-api: Limits. */
const DEFAULT_LIMIT = 50;

/** Activity and auction endpoints of the client. */
export interface TradeEndpoints {
  /**
   * Reads one page of the activities feed, in the feed's order.
   * @param options.asLookup treat it as a lookup: leave the reserve of the rate limit to the poll, and retry
   * @throws NotUnderstood if nearly no record is understood
   */
  activities(query: PageQuery, options?: RequestOptions & { asLookup?: boolean }): Promise<Page<Activity>>;
  /**
   * Reads one page of the auctions. A page that is too large is read in parts, because one auction may have tens of
   * thousands of bids.
   * @param options.forAlerts may use the reserve of the rate limit; not retried, because the next poll repeats it
   * @throws NotUnderstood if nearly no record is understood
   */
  auctions(
    query: AuctionQuery,
    options?: RequestOptions & { forAlerts?: boolean },
  ): Promise<PartedPage<Auction>>;
}

function auctionOrder({ sortBy, sortOrder = 'desc' }: AuctionQuery): RequestedOrder<Auction> | null {
  if (sortBy === undefined) return null;
  if (sortBy !== 'currentBid') return { direction: sortOrder, keyOf: (auction) => auction[sortBy] };
  // Amounts in different coins cannot be compared.
  const keyOf = ({ currency, highestBid }: Auction) => (currency === undefined ? highestBid : null);
  return { direction: sortOrder, keyOf };
}

/**
 * Returns a filter for auctions that may have the requested status. Without `finalizedAt` and `cancelledAt`, an
 * inactive auction may have ended either way.
 */
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

/** Sets `listedAs` to the requested status, unless the server ignored the status filter. */
function withListedStatus(
  page: SortedPage<Auction>,
  { status }: AuctionQuery,
  received: number,
): SortedPage<Auction> {
  if (status === undefined || page.items.length + page.unreadable < received) return page;
  return { ...page, items: page.items.map((auction) => ({ ...auction, listedAs: status })) };
}

/** Fewer records prove nothing: some marketplaces have hardly any, and some record kinds are unknown. */
const MIN_RECORDS = 5;
/** Below this share, the format is unknown, not single records. */
const MIN_SHARE = 0.1;

/**
 * Rejects a page of which nearly no record is understood: ingesting it would mark its records as seen without alerts.
 * @throws NotUnderstood
 */
function requireUnderstood(what: string, records: number, understood: number): void {
  if (records >= MIN_RECORDS && understood < records * MIN_SHARE)
    throw new NotUnderstood(what, records, understood);
}

/** Whether the kind and the collection of a record are known. */
function isRecognised({ kind, collection }: Activity): boolean {
  return kind !== 'unknown' && collection !== null;
}

/**
 * @param marketNow the marketplace's time, epoch ms
 * @param memory heap share of feed records
 */
export function createTradeEndpoints(
  { ask, list, now, monotonic, problems, reportUnreadable, ownCoin }: EndpointContext,
  marketNow: () => number,
  memory: ForeignShare,
): TradeEndpoints {
  const auction = auctionSchema({ now: marketNow, ownCoin });
  let readRecords = createActivityReader(ownCoin.isOwn, memory);

  async function readActivities(records: readonly unknown[]): Promise<DecodedActivities> {
    const read = await readRecords(records, now());
    if (!ownCoin.learn(read)) return read;
    readRecords = createActivityReader(ownCoin.isOwn, memory);
    return readRecords(records, now());
  }

  const readParted = createPartedReader(monotonic);

  /** Reads one page, which must not be too large. */
  async function readAuctions(
    requested: AuctionQuery,
    options: (RequestOptions & { forAlerts?: boolean }) | undefined,
  ): Promise<SortedPage<Auction>> {
    const { page, limit, status, sortBy, sortOrder } = requested;
    const request = {
      path: '/api/auctions',
      query: parameters({ page, limit, status, sortBy, sortOrder }),
      what: 'auctions',
      endpoint: 'auctions',
      group: 'general',
      urgent: options?.forAlerts === true,
      repeated: options?.forAlerts === true,
      signal: options?.signal,
    } as const;
    return ask(request, async (body) => {
      const names = ['auctions'] as const;
      const answer = await list(body, {
        what: 'auctions',
        names,
        requested,
        schema: auction,
        filter: () => auctionFilter(requested),
        order: auctionOrder(requested),
      });
      const received = readList(body, names).length;
      requireUnderstood('auctions', received, received - answer.unreadable);
      return withListedStatus(answer, requested, received);
    });
  }

  return {
    async activities(query, options) {
      const what = 'activities';
      const request = {
        path: '/api/activities',
        query: parameters({ limit: query.limit, page: query.page }),
        what,
        endpoint: 'activities',
        group: 'general',
        // The poll's request may use the reserve of the rate limit, and sends the ETag.
        urgent: options?.asLookup !== true,
        repeated: options?.asLookup !== true,
        signal: options?.signal,
      } as const;
      return ask(request, async (body) => {
        const records = readList(body, ACTIVITY_LISTS);
        const { items, unreadable, unknownKinds } = await readActivities(records);
        reportUnreadable(what, unreadable);
        if (unknownKinds.length > 0)
          problems.report('unknown kinds of activity', unknownKinds.length, unknownKinds);
        requireUnderstood(what, records.length, items.filter(isRecognised).length);
        return { ...pageOf(body, query, records.length), items, unreadable: unreadable.length };
      });
    },

    async auctions(query, options) {
      const { page = 1, limit = DEFAULT_LIMIT, ...listed } = { ...query, limit: allowedLimit(query.limit) };
      const readPart = (part: { readonly page: number; readonly limit: number }) =>
        readAuctions({ ...listed, ...part }, options);
      return readParted({ list: parameters(listed).toString(), page, limit }, readPart);
    },
  };
}
