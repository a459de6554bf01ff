import type { Logger } from 'pino';
import { type CollectionEndpoints, createCollectionEndpoints } from './endpoints/collections.ts';
import { createEndpointContext, type EndpointContext } from './endpoints/context.ts';
import { createTokenEndpoints, type TokenEndpoints } from './endpoints/tokens.ts';
import { createTradeEndpoints, type TradeEndpoints } from './endpoints/trades.ts';
import { createUserEndpoints, type UserEndpoints } from './endpoints/users.ts';
import { type ForeignShare, unlimitedShare } from './foreign-memory.ts';
import { createJsonSource, type MarketplaceRequest } from './http.ts';
import { createOwnCoin, type OwnCoin } from './own-coin.ts';
import { createProblemLog } from './problem-log.ts';
import { createRetryingSource } from './retrying-source.ts';
import { createServerClock } from './server-clock.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1_024 * 1_024;
const ASSUMED_COIN = { symbol: 'ETH', decimals: 18 } as const;

/**
 * The marketplace's read API. Every method throws only `NotFound`, `RateLimited`, `Unavailable` or `BadResponse`, or
 * the reason of the caller's own signal. Limits are capped at the documented maximum.
 */
export interface MarketplaceClient
  extends CollectionEndpoints,
    TokenEndpoints,
    UserEndpoints,
    TradeEndpoints,
    AsyncDisposable {
  /** Returns the marketplace's time from the Date headers of its answers, epoch ms, for comparing its timestamps. */
  marketNow(): number;
}

/** All endpoints, without what sends their requests. */
export function createEndpoints(
  context: EndpointContext,
  deps: { marketNow: () => number; traitsParameter?: string; feedMemory?: ForeignShare },
): CollectionEndpoints & TokenEndpoints & UserEndpoints & TradeEndpoints {
  return {
    ...createCollectionEndpoints(context),
    ...createTokenEndpoints(context, deps.traitsParameter ?? 'traits'),
    ...createUserEndpoints(context),
    ...createTradeEndpoints(context, deps.marketNow, deps.feedMemory ?? unlimitedShare),
  };
}

/**
 * @param deps.baseUrl URL of the marketplace, without `/api`; may have a path prefix
 * @param deps.now epoch milliseconds
 * @param deps.random in [0, 1), for retry delays
 * @param deps.timeoutMs for a whole call including retries, default 10 s
 * @param deps.maxBytes largest answer that is accepted, default 8 MiB
 * @param deps.onRequest called at the end of every HTTP request; a retried call makes several
 * @param deps.traitsParameter name of the query parameter that filters by traits (not documented), default `traits`
 * @param deps.ownCoin the chain's own coin, default ETH or the coin that the prices name
 * @param deps.feedMemory heap share of feed records, unlimited by default
 * @throws TypeError for an invalid base URL
 */
export function createMarketplaceClient(deps: {
  baseUrl: string;
  log: Logger;
  now: () => number;
  /** Monotonic clock in ms, for delays and freshness; default `now`. */
  monotonic?: () => number;
  random?: () => number;
  timeoutMs?: number;
  maxBytes?: number;
  traitsParameter?: string;
  onRequest?: ((request: MarketplaceRequest) => void) | undefined;
  ownCoin?: OwnCoin;
  feedMemory?: ForeignShare;
}): MarketplaceClient {
  const { baseUrl, log, now, monotonic = now, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = MAX_BYTES } = deps;
  const serverClock = createServerClock({ now, monotonic });
  const { onRequest, ownCoin = createOwnCoin({ ...ASSUMED_COIN, isGiven: false }) } = deps;
  const source = createRetryingSource({
    source: createJsonSource({ baseUrl, log, now, monotonic, timeoutMs, maxBytes, onRequest, serverClock }),
    now: monotonic,
    random: deps.random ?? Math.random,
    timeoutMs,
  });
  const context = createEndpointContext({
    source,
    // Either clock may be behind, so an event is in the future only if both clocks say so.
    now: () => Math.max(now(), serverClock.now()),
    monotonic,
    problems: createProblemLog({ log, now: monotonic }),
    ownCoin,
  });
  return {
    ...createEndpoints(context, { ...deps, marketNow: serverClock.now }),
    marketNow: serverClock.now,
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
