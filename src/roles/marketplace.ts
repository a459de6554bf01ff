import type { Logger } from 'pino';
import type { MarketAlert } from '#src/alerts/alert.ts';
import { systemClock } from '#src/chain/clock.ts';
import type { Config } from '#src/config.ts';
import { runByCron } from '#src/ingest/cron.ts';
import { enrich } from '#src/ingest/enrich.ts';
import type { CollectionSource } from '#src/ingest/sources.ts';
import { createAmountHistory } from '#src/marketplace/amount-history.ts';
import type { AuctionCache } from '#src/marketplace/auction-cache.ts';
import { createAuctionCache } from '#src/marketplace/auction-cache.ts';
import { createMarketplaceClient, type MarketplaceClient } from '#src/marketplace/client.ts';
import { createDirectory, type Directory } from '#src/marketplace/directory.ts';
import { createFiatRates, type FiatRates } from '#src/marketplace/fiat-rates.ts';
import { createForeignMemory, type ForeignShare } from '#src/marketplace/foreign-memory.ts';
import type { MarketplaceRequest } from '#src/marketplace/http.ts';
import type { LookupOutcome } from '#src/marketplace/lookups/answer-cache.ts';
import { createLookups, type LookupKind, type Lookups } from '#src/marketplace/lookups/lookups.ts';
import { type MarketList, readingOf } from '#src/marketplace/market-point.ts';
import { createOwnCoin, type OwnCoin } from '#src/marketplace/own-coin.ts';
import { createSuggestionCache, type SuggestionCache } from '#src/marketplace/suggestion-cache.ts';
import { createTokenFinder, type TokenFinder } from '#src/marketplace/token-finder.ts';
import { createWalletNames, type WalletNames } from '#src/marketplace/wallet-names.ts';
import type { DirectoryStore } from '#src/store/directory.ts';

/** All readers of the marketplace, with their caches. */
export interface Marketplace extends AsyncDisposable {
  readonly client: MarketplaceClient;
  /** The chain's own coin. */
  readonly ownCoin: OwnCoin;
  readonly directory: Directory;
  /** Heap share of watched auctions, beside the directory and the feed. */
  readonly auctionMemory: ForeignShare;
  readonly finder: TokenFinder;
  readonly lookups: Lookups;
  readonly auctionCache: AuctionCache;
  readonly suggestionCache: SuggestionCache;
  readonly walletNames: WalletNames;
  /** Returns the marketplace's list of collections as last read; `null` before that. */
  newestList(): MarketList | null;
  /** Floors and highest sales, for price contexts and filters. */
  readonly collections: CollectionSource;
  /** The fiat price of one coin. */
  readonly fiat: FiatRates;
  /** Adds token details, floors and highest sales to alerts. */
  enrichAlerts(alerts: readonly MarketAlert[]): ReturnType<typeof enrich>;
  /** Keeps the local copy of the collections up to date. Resolves when it first is. */
  start(): Promise<void>;
}

/** Schedule for checking the age of the local copy of the collections. */
const DIRECTORY_SCHEDULE = '15,45 * * * * *';
const DIRECTORY_MAX_AGE_MS = 10 * 60_000;
/** Every five minutes, but not on the minute, when most scheduled jobs start. */
const FIAT_SCHEDULE = '35 */5 * * * *';

/** @param deps.now epoch ms; `monotonic`: ms of a clock that only goes forward */
export async function createMarketplace(deps: {
  readonly config: Config;
  readonly store: DirectoryStore;
  readonly log: Logger;
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly onRequest?: (request: MarketplaceRequest) => void;
  readonly onLookup?: (kind: LookupKind, end: LookupOutcome) => void;
}): Promise<Marketplace> {
  const { config, store, log, now, monotonic, onRequest, onLookup } = deps;
  await using parts = new AsyncDisposableStack();
  const stopping = new AbortController();
  const { marketplaceUrl: baseUrl, traitsParameter } = config;
  const ownCoin = createOwnCoin(config.currency);
  const memory = createForeignMemory();
  const feedMemory = memory.share('feed');
  const client = parts.use(
    createMarketplaceClient({
      baseUrl,
      traitsParameter,
      log,
      now,
      monotonic,
      onRequest,
      ownCoin,
      feedMemory,
    }),
  );
  const fiat = parts.use(createFiatRates({ source: config.fiat, log, now, monotonic }));
  const floors = createAmountHistory();
  const highestSales = createAmountHistory();
  let newestList: MarketList | null = null;
  const directory = createDirectory({
    client,
    log,
    now,
    memory: memory.share('directory'),
    onRead(listed, readAt) {
      newestList = { readings: listed.map(readingOf), readAt };
    },
    snapshot: {
      load: () => store.loadCollections(),
      save: (collections) => store.saveCollections(collections),
    },
    learn(collections, asOf) {
      for (const { address, floor } of collections) floors.learn(address, floor, asOf);
    },
    learnWhole(collections, askedAt) {
      for (const { address, highestSale } of collections) highestSales.learn(address, highestSale, askedAt);
    },
  });
  await directory.load();
  const finder = createTokenFinder({ client, now: monotonic });
  const lookups = parts.use(createLookups({ client, finder, now, monotonic, log, onLookup }));
  const collections: CollectionSource = {
    async collectionPrices(collection, { signal }) {
      signal.throwIfAborted();
      const { value, asOf } = await lookups.collection(collection);
      const { floor, highestSale } = value.stats;
      floors.learn(collection, floor, asOf);
      highestSales.learn(collection, highestSale, asOf);
      return {
        floor,
        floorBefore: floors.before(collection, floor),
        highestSale,
        highestBefore: highestSales.before(collection, highestSale),
        asOf,
      };
    },
    // If the directory is incomplete, an unknown collection may still be listed.
    isWhitelisted: (collection) =>
      directory.size === 0 || directory.omitted !== 0 || directory.get(collection) !== undefined,
  };

  /** Returns whether the directory is old. A time in the future means that the clock was set back since. */
  function directoryIsOld(): boolean {
    const { refreshedAt } = directory;
    return refreshedAt === null || Math.abs(now() - refreshedAt) >= DIRECTORY_MAX_AGE_MS;
  }
  async function refreshDirectory(): Promise<void> {
    if (directoryIsOld()) await directory.refresh({ signal: stopping.signal });
  }
  let refreshing: Promise<void> | null = null;
  parts.defer(() => refreshing ?? undefined);
  parts.defer(() => stopping.abort());

  const owned = parts.move();
  return {
    client,
    ownCoin,
    directory,
    auctionMemory: memory.share('auctions'),
    newestList: () => newestList,
    finder,
    lookups,
    auctionCache: createAuctionCache({ now: client.marketNow }),
    suggestionCache: createSuggestionCache({ lookups, now: monotonic, log }),
    walletNames: createWalletNames(),
    collections,
    fiat,
    enrichAlerts: (alerts) =>
      enrich(alerts, { tokens: finder, collections, fiat: fiat.current, log, signal: stopping.signal }),
    async start() {
      const refreshingFiat = runByCron({
        expression: FIAT_SCHEDULE,
        spreadMs: 0,
        work: fiat.refresh,
        clock: systemClock,
        random: Math.random,
        signal: stopping.signal,
      });
      const refreshingList = runByCron({
        expression: DIRECTORY_SCHEDULE,
        spreadMs: 0,
        work: () =>
          refreshDirectory().catch((error: unknown) => {
            if (!stopping.signal.aborted) log.warn({ err: error }, 'collection list not refreshed');
          }),
        clock: systemClock,
        random: Math.random,
        signal: stopping.signal,
      });
      refreshing = Promise.all([refreshingFiat, refreshingList]).then(() => undefined);
      await Promise.all([refreshDirectory(), fiat.refresh()]);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
