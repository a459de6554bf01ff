import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ListedCollection } from '../domain/collection.ts';
import { createAmountMemory } from '../marketplace/amount-memory.ts';
import type { AuctionBook } from '../marketplace/auction-book.ts';
import { createAuctionBook } from '../marketplace/auction-book.ts';
import { createMarketplaceClient, type MarketplaceClient } from '../marketplace/client.ts';
import { createDirectory, type Directory } from '../marketplace/directory.ts';
import { createHintMemory, type HintMemory } from '../marketplace/hint-memory.ts';
import type { MarketplaceRequest } from '../marketplace/http.ts';
import type { LookupEnd } from '../marketplace/lookups/answer-cache.ts';
import { createLookups, type LookupKind, type Lookups } from '../marketplace/lookups/lookups.ts';
import { createTokenFinder, type TokenFinder } from '../marketplace/token-finder.ts';
import type { CollectionSource } from '../pipeline/ports.ts';
import type { DirectoryStore } from '../store/store.ts';

/** Everything that reads the marketplace, and what is remembered of it. */
export interface Marketplace extends AsyncDisposable {
  readonly client: MarketplaceClient;
  readonly directory: Directory;
  readonly finder: TokenFinder;
  readonly lookups: Lookups;
  readonly book: AuctionBook;
  readonly memory: HintMemory;
  /** What collections are worth, for the story of a price and for filters. */
  readonly collections: CollectionSource;
}

/** @param deps.now epoch ms; `monotonic`: ms of a clock that only goes forward */
export async function joinMarketplace(deps: {
  readonly config: Config;
  readonly store: DirectoryStore;
  readonly log: Logger;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Is given every list of collections that was read whole, and when it was asked for, epoch ms. */
  readonly learnTotals?: (collections: readonly ListedCollection[], askedAt: number) => void;
  readonly onRequest?: (request: MarketplaceRequest) => void;
  readonly onLookup?: (kind: LookupKind, end: LookupEnd) => void;
}): Promise<Marketplace> {
  const { config, store, log, now, monotonic, learnTotals, onRequest, onLookup } = deps;
  await using parts = new AsyncDisposableStack();
  const { marketplaceUrl: baseUrl, traitsParameter } = config;
  const client = parts.use(
    createMarketplaceClient({ baseUrl, traitsParameter, log, now, monotonic, onRequest }),
  );
  const floors = createAmountMemory();
  const highestSales = createAmountMemory();
  const directory = createDirectory({
    client,
    log,
    now,
    snapshot: {
      load: () => store.loadCollections(),
      save: (collections) => store.saveCollections(collections),
    },
    learn(collections, asOf) {
      for (const { address, floor } of collections) floors.learn(address, floor, asOf);
    },
    learnTotals(collections, askedAt) {
      for (const { address, highestSale } of collections) highestSales.learn(address, highestSale, askedAt);
      learnTotals?.(collections, askedAt);
    },
  });
  await directory.load();
  const finder = createTokenFinder({ client, now: monotonic });
  const lookups = parts.use(createLookups({ client, finder, directory, now, monotonic, log, onLookup }));
  const owned = parts.move();
  return {
    client,
    directory,
    finder,
    lookups,
    book: createAuctionBook({ now: client.marketNow }),
    memory: createHintMemory({ lookups, now: monotonic, log }),
    collections: {
      async worth(collection, { signal }) {
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
      // One that is not kept may be listed where the list goes on.
      isWhitelisted: (collection) =>
        directory.size === 0 || directory.beyond !== 0 || directory.get(collection) !== undefined,
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
