import type { HttpAnswer, HttpOutcome, HttpRequest, HttpServer } from '../edges/http.ts';
import type { Market, MarketAuction, MarketEvent } from './market.ts';
import { auctionView, collectionView, eventView, tokenView } from './market-views.ts';

/** What the marketplace does wrong. */
export type MarketFault = 'error' | 'html' | 'limit' | 'hang' | 'reset' | 'empty' | 'garbage' | 'slow';
/** Which half of it. */
export type MarketPart = 'feed' | 'auctions' | 'rest';

export interface MarketServer {
  readonly server: HttpServer;
  fault(part: MarketPart, fault: MarketFault | null): void;
}

const DEFAULT_LIMIT = 50;
const RETRY_AFTER_SECONDS = 20;
/** Records that a poll of the feed asks for; lookups ask for another number. */
const POLLED_LIMIT = '100';
/** So soon after the list of collections was answered, what is asked of the feed may be the cause of a floor. */
const CAUSE_MS = 3_000;
/** Tokens of all collections. */
const TOKENS = 5_000;
const JSON_TEXT = { 'content-type': 'application/json' };
/** Pages of tokens by their addresses, the same in all histories. */
const tokenPages = new Map<string, string>();

function pageOf<T>(
  items: readonly T[],
  { url }: HttpRequest,
): { readonly items: readonly T[]; readonly more: boolean } {
  const limit = Number(url.searchParams.get('limit') ?? DEFAULT_LIMIT);
  const page = Number(url.searchParams.get('page') ?? 1);
  return { items: items.slice((page - 1) * limit, page * limit), more: items.length > page * limit };
}

const pagination = ({ url }: HttpRequest, total: number): object => {
  const page = Number(url.searchParams.get('page') ?? 1);
  const limit = Number(url.searchParams.get('limit') ?? DEFAULT_LIMIT);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  return { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
};

function partOf({ url }: HttpRequest): MarketPart {
  if (url.pathname === '/api/activities') return 'feed';
  return url.pathname === '/api/auctions' ? 'auctions' : 'rest';
}

/**
 * The marketplace's HTTP interface.
 * @param deps.now ms since the start of the history; `timeOf` converts it to epoch ms
 * @param deps.latency ms of the next answer
 */
export function createMarketServer(deps: {
  readonly market: Market;
  readonly now: () => number;
  readonly timeOf: (at: number) => number;
  readonly latency: () => number;
  /** Called with every answer to a poll that has the newest page of the feed. */
  readonly onFeedRead: () => void;
  /** Called with every answer that asks to wait, and for how long (ms): the bot asks nothing at all meanwhile. */
  readonly onLimit: (lastsMs: number) => void;
}): MarketServer {
  const { market, now, timeOf, latency, onFeedRead, onLimit } = deps;
  const faults = new Map<MarketPart, MarketFault>();
  const records = new Map<MarketEvent, string>();
  let recordsOf = market.generation;
  let listedAt = Number.NEGATIVE_INFINITY;

  /** As JSON; one that has its price does not change any more. */
  function recordOf(event: MarketEvent): string {
    if (recordsOf !== market.generation) records.clear();
    recordsOf = market.generation;
    const known = records.get(event);
    if (known !== undefined) return known;
    const record = JSON.stringify(eventView(event, timeOf, { now: now(), generation: market.generation }));
    if (event.pricedAt <= now()) records.set(event, record);
    return record;
  }

  function feed(request: HttpRequest): HttpAnswer {
    const shown = market.events
      .filter(({ shownAt, bundle, number }) => shownAt <= now() && (bundle?.first ?? number) === number)
      .toSorted((one, other) => other.at - one.at || other.number - one.number);
    const { items } = pageOf(shown, request);
    const { searchParams } = request.url;
    const isNewest = (searchParams.get('page') ?? '1') === '1' && searchParams.get('limit') === POLLED_LIMIT;
    if (isNewest && now() > listedAt + CAUSE_MS) onFeedRead();
    return {
      status: 200,
      headers: JSON_TEXT,
      body: `{"activities":[${items.map(recordOf).join()}],"pagination":${JSON.stringify(pagination(request, shown.length))}}`,
    };
  }

  function isListed(auction: MarketAuction, status: string | null): boolean {
    if (status === 'cancelled') return auction.cancelledAt !== null;
    if (status === 'completed') return auction.settledAt !== null;
    return auction.settledAt === null && auction.cancelledAt === null;
  }

  function auctions(request: HttpRequest): HttpAnswer {
    const { searchParams } = request.url;
    const direction = searchParams.get('sortOrder') === 'asc' ? 1 : -1;
    const key = searchParams.get('sortBy') === 'createdAt' ? 'startedAt' : 'endsAt';
    const listed = market.auctions
      .filter((auction) => isListed(auction, searchParams.get('status')))
      .toSorted((one, other) => direction * (one[key] - other[key]) || one.number - other.number);
    const { items } = pageOf(listed, request);
    return {
      status: 200,
      body: {
        auctions: items.map((auction) => auctionView(auction, timeOf, now())),
        ...pagination(request, listed.length),
        pagination: pagination(request, listed.length),
      },
    };
  }

  function tokens(address: string, request: HttpRequest): HttpAnswer {
    const collection = market.collections.find((one) => one.address === address);
    if (collection === undefined) return { status: 404, body: { error: 'Not Found' } };
    const { href, searchParams } = request.url;
    const known = tokenPages.get(href);
    if (known !== undefined) return { status: 200, headers: JSON_TEXT, body: known };
    const page = Number(searchParams.get('page') ?? 1);
    const limit = Number(searchParams.get('limit') ?? DEFAULT_LIMIT);
    const isDescending = searchParams.get('sortOrder') === 'desc';
    const numbers = Array.from({ length: limit }, (_, position) => (page - 1) * limit + position + 1);
    const ids = numbers
      .filter((number) => number <= TOKENS)
      .map((number) => (isDescending ? TOKENS + 1 - number : number));
    const body = JSON.stringify({
      tokens: ids.map((id) => tokenView(address, String(id), collection.name)),
      pagination: { total: TOKENS, page, limit, pages: Math.ceil(TOKENS / limit) },
    });
    tokenPages.set(href, body);
    return { status: 200, headers: JSON_TEXT, body };
  }

  function rest(request: HttpRequest): HttpAnswer {
    const [kind = '', first = '', second = ''] = request.url.pathname.split('/').slice(2);
    const notFound = { status: 404, body: { error: 'Not Found' } };
    if (kind === 'collections' && first === '') {
      listedAt = now();
      const { items } = pageOf(market.collections, request);
      return {
        status: 200,
        body: {
          collections: items.map((one) => collectionView(one, market)),
          pagination: pagination(request, market.collections.length),
        },
      };
    }
    if (kind === 'tokens' && first === 'collection') return tokens(second, request);
    const collection = market.collections.find(({ address }) => address === first);
    if (collection === undefined) return notFound;
    if (kind === 'collections' && second === '')
      return { status: 200, body: collectionView(collection, market) };
    if (kind === 'tokens' && /^\d+$/.test(second))
      return { status: 200, body: tokenView(first, second, collection.name) };
    return notFound;
  }

  function faulty(fault: MarketFault, request: HttpRequest): HttpOutcome | null {
    const afterMs = latency();
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}): HttpOutcome => ({
      type: 'answer',
      afterMs,
      answer: () => ({ status, body, headers }),
    });
    switch (fault) {
      case 'error':
        return answer(500, { error: 'Internal Server Error' });
      case 'html':
        return answer(502, '<html><title>Bad gateway</title></html>', { 'content-type': 'text/html' });
      case 'limit':
        return {
          type: 'answer',
          afterMs,
          answer() {
            onLimit(RETRY_AFTER_SECONDS * 1_000);
            return {
              status: 429,
              body: { error: 'Too Many Requests', retryAfter: RETRY_AFTER_SECONDS },
              headers: {},
            };
          },
        };
      case 'hang':
        return { type: 'hangs' };
      case 'reset':
        return { type: 'fails', afterMs, code: 'ECONNRESET' };
      case 'empty':
        return answer(200, '');
      case 'garbage':
        return answer(200, '{"activities": [{', { 'content-type': 'application/json' });
      case 'slow':
        return { type: 'answer', afterMs: 2_500 + afterMs, answer: () => answerTo(request) };
    }
  }

  function answerTo(request: HttpRequest): HttpAnswer {
    const part = partOf(request);
    const given = part === 'feed' ? feed(request) : part === 'auctions' ? auctions(request) : rest(request);
    return { ...given, headers: { ...given.headers, date: new Date(timeOf(now())).toUTCString() } };
  }

  return {
    fault(part, fault) {
      if (fault === null) faults.delete(part);
      else faults.set(part, fault);
    },
    server(request) {
      const fault = faults.get(partOf(request));
      const wrong = fault === undefined ? null : faulty(fault, request);
      return wrong ?? { type: 'answer', afterMs: latency(), answer: () => answerTo(request) };
    },
  };
}
