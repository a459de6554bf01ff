import type { Logger } from 'pino';
import { createAsking } from './endpoints/asking.ts';
import { type CollectionEndpoints, createCollectionEndpoints } from './endpoints/collections.ts';
import { createTokenEndpoints, type TokenEndpoints } from './endpoints/tokens.ts';
import { createTradeEndpoints, type TradeEndpoints } from './endpoints/trades.ts';
import { createUserEndpoints, type UserEndpoints } from './endpoints/users.ts';
import { createJsonSource, type MarketplaceRequest } from './http.ts';
import { createPatientSource } from './patient-source.ts';
import { createProblemLog } from './problem-log.ts';
import { createServerClock } from './server-clock.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1_024 * 1_024;

/**
 * The marketplace's read API. Every method throws `NotFound`, `RateLimited`, `Unavailable` or `BadResponse` and
 * nothing else, except the reason of the caller's own signal. Limits above the documented maximum are not sent.
 */
export interface MarketplaceClient
  extends CollectionEndpoints,
    TokenEndpoints,
    UserEndpoints,
    TradeEndpoints,
    AsyncDisposable {
  /** The marketplace's own time, epoch ms, as its answers tell it: what it dates is held against this. */
  marketNow(): number;
}

/**
 * @param deps.baseUrl where the marketplace is, without `/api`; may carry a path prefix
 * @param deps.now epoch milliseconds
 * @param deps.random in [0, 1), for pauses
 * @param deps.timeoutMs for a whole call with its retries, default 10 s
 * @param deps.maxBytes largest answer that is read, default 8 MiB
 * @param deps.onRequest called at the end of every request that was made, each try of a call by itself
 * @param deps.traitsParameter what the trait filter is called (the API's document does not say), default `traits`
 * @throws TypeError for a base URL that is none
 */
export function createMarketplaceClient(deps: {
  baseUrl: string;
  log: Logger;
  now: () => number;
  /** ms of a clock that only goes forward, for pauses and freshness; `now` unless told otherwise. */
  monotonic?: () => number;
  random?: () => number;
  timeoutMs?: number;
  maxBytes?: number;
  traitsParameter?: string;
  onRequest?: ((request: MarketplaceRequest) => void) | undefined;
}): MarketplaceClient {
  const { baseUrl, log, now, monotonic = now, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = MAX_BYTES } = deps;
  const serverClock = createServerClock(now);
  const { onRequest } = deps;
  const source = createPatientSource({
    source: createJsonSource({ baseUrl, log, now, monotonic, timeoutMs, maxBytes, onRequest, serverClock }),
    now: monotonic,
    random: deps.random ?? Math.random,
    timeoutMs,
  });
  const asking = createAsking({
    source,
    now,
    monotonic,
    problems: createProblemLog({ log, now: monotonic }),
  });
  return {
    ...createCollectionEndpoints(asking),
    ...createTokenEndpoints(asking, deps.traitsParameter ?? 'traits'),
    ...createUserEndpoints(asking),
    ...createTradeEndpoints(asking, serverClock.now),
    marketNow: serverClock.now,
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}
