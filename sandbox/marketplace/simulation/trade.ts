import { pickWeighted, type Random } from '../random/random.ts';
import type { CollectionMarket, TokenState } from '../world/collection-market.ts';
import { scheduleStartMs } from './activity-schedule.ts';
import { createLevels, type Levels } from './levels.ts';
import { humanPrice, rarityPremium } from './prices.ts';
import { type StartingCollection, startingCollectionsOf } from './starting-collections.ts';
import { createWallets } from './wallets.ts';

/** What simulated trades are based on: prices, wallets, and the popularity of collections. */
export interface Trade {
  readonly startingCollections: readonly StartingCollection[];
  readonly levels: Levels;
  /** The estimated price of a token now, in whole coins. */
  estimatedPrice(collection: CollectionMarket, token: TokenState): number;
  /** The owner's asking price, in wei. */
  askingPrice(collection: CollectionMarket, token: TokenState, random: Random): bigint;
  /** A random wallet that trades in the collection, other than `other`. */
  randomWallet(collection: CollectionMarket, random: Random, other: string): string;
  /** A random collection, by popularity; `weigh` may change the weight. */
  choose(
    among: readonly CollectionMarket[],
    random: Random,
    weigh?: (collection: CollectionMarket, weight: number) => number,
  ): CollectionMarket;
}

export function createTrade(seed: number): Trade {
  const wallets = createWallets(seed);
  const startingCollections = startingCollectionsOf(seed);
  const levels = createLevels(
    new Map(startingCollections.map(({ plan, start }) => [start.profile.address, plan.floor])),
    scheduleStartMs(seed),
  );
  const popularity = new Map(
    startingCollections.map(({ plan, start }) => [start.profile.address, plan.popularity]),
  );

  const estimatedPrice = (collection: CollectionMarket, token: TokenState): number =>
    levels.of(collection.profile.address) * rarityPremium(collection.rarity().of(token.sheet.tokenId));

  return {
    startingCollections,
    levels,
    estimatedPrice,
    askingPrice: (collection, token, random) =>
      humanPrice(
        estimatedPrice(collection, token) * (1 + random.exponential(0.16) - random.next() * 0.03),
        random,
      ),
    randomWallet(collection, random, other) {
      const reach = Math.ceil(collection.tokens.length * 0.7) + 20;
      for (;;) {
        const wallet = wallets.some(collection.profile.address, reach, random);
        if (wallet !== other) return wallet;
      }
    },
    choose: (among, random, weigh = (_collection, weight) => weight) =>
      pickWeighted(random, among, (one) => weigh(one, popularity.get(one.profile.address) ?? 0)),
  };
}
