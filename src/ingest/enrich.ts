import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AlertToken, collectionsOf, type MarketAlert, tokensOf } from '#src/alerts/alert.ts';
import { marketKindOf } from '#src/alerts/kinds/registry.ts';
import { type MissingDetails, tokenKey } from '#src/alerts/missing-details.ts';
import type { CollectionPrices } from '#src/alerts/price-context.ts';
import type { Address } from '#src/chain/address.ts';
import { GavelError } from '#src/chain/errors.ts';
import type { FiatRate } from '#src/chain/fiat.ts';
import type { Token } from '#src/marketplace/resources/token.ts';
import type { CollectionSource, TokenSource } from './sources.ts';

/** Looked-up details for the alerts of one poll. */
export interface AlertDetails {
  /** By `tokenKey`. */
  readonly tokens: ReadonlyMap<string, Token>;
  readonly marketValues: ReadonlyMap<Address, CollectionPrices>;
  /** The present price of one coin; `null` if it is unknown. */
  readonly fiat: FiatRate | null;
}

/** Returns the collections whose market data an alert needs; none for alerts without a price. */
function measuredCollections(alert: MarketAlert): readonly Address[] {
  return marketKindOf(alert).usesFloor ? collectionsOf(alert) : [];
}

/** Returns the alert with looked-up details. Without them it keeps what the feed reported, and has no floor price. */
function withDetails(alert: MarketAlert, { tokens, marketValues, fiat }: AlertDetails): MarketAlert {
  const detailed = marketKindOf(alert).withDetails(alert, {
    token: ({ collection, tokenId }) => tokens.get(tokenKey(collection, tokenId)) ?? null,
    prices: (collection) => marketValues.get(collection) ?? null,
  });
  // A live message would be edited whenever the rate changes.
  const isFixed = alert.fiat === undefined && alert.liveKey === null;
  return isFixed && fiat !== null ? { ...detailed, fiat } : detailed;
}

/**
 * Runs `work` for every item in order, at most `atOnce` concurrently. Rejects with the first failure; running work is
 * not cancelled.
 */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  async function runWorker(): Promise<void> {
    for (const item of queue) await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runWorker));
}

/** Time limit for all lookups of a poll. An alert without details is better than a late one. */
const LOOKUP_TIMEOUT_MS = 3_000;
/** Tokens looked up per sweep or move, as many as fit into a message. */
const FIRST_TOKENS = 10;
/** Tokens looked up per poll, to limit the load on the marketplace after a downtime. */
const MAX_TOKENS = 500;
/**
 * Limit for tokens that no filter needs. Larger bursts are posted as summaries, which show no tokens, so looking them
 * up would only delay other alerts.
 */
const MAX_OPTIONAL_TOKENS = 64;
const MAX_COLLECTIONS = 100;
/** Concurrent lookups, for tokens and for collections each. */
const MAX_CONCURRENT = 16;
/** Pauses before failed lookups of tokens that a rule needs are retried. */
const PAUSES_MS = [250, 500, 1_000];

export interface EnrichDeps {
  readonly tokens: TokenSource;
  readonly collections: Pick<CollectionSource, 'collectionPrices'>;
  /** Returns the fiat price of one coin, which is stored with alerts; none by default. */
  readonly fiat?: (() => FiatRate | null) | undefined;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /**
   * Whether every token of the alert is needed, because a rule filters by rank or traits; those are looked up first.
   */
  readonly needsTokens?: (alert: MarketAlert) => boolean;
}

/** Tokens that a rule needs, and optional ones that only add details; each once. */
interface Wanted {
  readonly needed: readonly AlertToken[];
  readonly optional: readonly AlertToken[];
}

function wantedTokens(alerts: readonly MarketAlert[], needsTokens: (alert: MarketAlert) => boolean): Wanted {
  const isNeeded = new Set(alerts.filter(needsTokens));
  const once = (tokens: readonly AlertToken[]) =>
    new Map(tokens.map((token) => [tokenKey(token.collection, token.tokenId), token]));
  const required = once([...isNeeded].flatMap(tokensOf));
  const others = alerts.filter((alert) => !isNeeded.has(alert));
  const optionalTokens = once(others.flatMap((alert) => tokensOf(alert).slice(0, FIRST_TOKENS)));
  const needed = [...required.values()].slice(0, MAX_TOKENS);
  const optional = [...optionalTokens].filter(([key]) => !required.has(key)).map(([, token]) => token);
  return { needed, optional: optional.slice(0, Math.min(MAX_OPTIONAL_TOKENS, MAX_TOKENS - needed.length)) };
}

/** Alerts with the looked-up details. */
export interface LookupResult {
  readonly alerts: readonly MarketAlert[];
  /** Returns the details of one alert that could not be looked up. */
  missingDetailsOf(alert: MarketAlert): MissingDetails;
}

/** Returns whether a retry may help: the marketplace did not answer, or its response was invalid. */
function isTransient(error: unknown): boolean {
  return (
    error instanceof GavelError &&
    (error.code === 'MARKETPLACE_UNAVAILABLE' || error.code === 'MARKETPLACE_BAD_RESPONSE')
  );
}

/**
 * Adds details that the feed does not report: name, picture, rank and traits of tokens, the last price of auctioned
 * ones, floor prices, and whether a price is a record.
 * Each token and collection is requested once, within three seconds; failed requests for tokens that a rule needs are
 * retried within that time. Alerts whose details are not available in time are posted without them, and rules that
 * filter by them stay undecided.
 *
 * Rejects only when `signal` aborts.
 */
export async function lookUpDetails(
  alerts: readonly MarketAlert[],
  { tokens, collections, fiat = () => null, log, signal: stopping, needsTokens = () => false }: EnrichDeps,
): Promise<LookupResult> {
  const { needed, optional } = wantedTokens(alerts, needsTokens);
  const measured = [...new Set(alerts.flatMap(measuredCollections))];
  const found = new Map<string, Token>();
  const marketValues = new Map<Address, CollectionPrices>();
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LOOKUP_TIMEOUT_MS)]);
  let failure: unknown = null;
  const { promise: overdue, reject: giveUp } = Promise.withResolvers<never>();
  overdue.catch(() => undefined);
  signal.addEventListener('abort', () => giveUp(signal.reason), { once: true });

  /** Resolves to whether a retry may help. */
  async function attempt(request: () => Promise<void>): Promise<boolean> {
    try {
      signal.throwIfAborted();
      // A lookup shared with other callers continues after the time limit, but is not awaited here.
      await Promise.race([request(), overdue]);
      return false;
    } catch (error) {
      failure ??= error;
      return !signal.aborted && isTransient(error);
    }
  }

  /** Resolves to the tokens for which a retry may help. */
  async function findAll(wanted: readonly AlertToken[]): Promise<readonly AlertToken[]> {
    const open: AlertToken[] = [];
    await forEachConcurrently(wanted, MAX_CONCURRENT, async (token) => {
      const { collection, tokenId } = token;
      const again = await attempt(async () => {
        found.set(tokenKey(collection, tokenId), await tokens.find(collection, tokenId, { signal }));
      });
      if (again) open.push(token);
    });
    return open;
  }

  async function findNeeded(): Promise<void> {
    let open = new Set(await findAll([...needed, ...optional]));
    for (const pause of PAUSES_MS) {
      open = new Set(needed.filter((token) => open.has(token)));
      if (open.size === 0) return;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      open = new Set(await findAll([...open]));
    }
  }

  await Promise.all([
    findNeeded(),
    forEachConcurrently(measured.slice(0, MAX_COLLECTIONS), MAX_CONCURRENT, async (collection) => {
      await attempt(async () => {
        marketValues.set(collection, await collections.collectionPrices(collection, { signal }));
      });
    }),
  ]);
  stopping.throwIfAborted();
  const of = needed.length + optional.length + measured.length;
  const missing = of - found.size - marketValues.size;
  if (missing > 0) log.info({ missing, of, err: failure }, 'alerts without all details');
  return {
    alerts: alerts.map((alert) => withDetails(alert, { tokens: found, marketValues, fiat: fiat() })),
    missingDetailsOf: (alert) => ({
      tokens: tokensOf(alert)
        .map(({ collection, tokenId }) => tokenKey(collection, tokenId))
        .filter((key) => !found.has(key)),
      collections: measuredCollections(alert).filter((collection) => !marketValues.has(collection)),
    }),
  };
}

/** Runs `lookUpDetails` and drops the list of missing details. */
export async function enrich(
  alerts: readonly MarketAlert[],
  deps: EnrichDeps,
): Promise<readonly MarketAlert[]> {
  return (await lookUpDetails(alerts, deps)).alerts;
}
