import { pickWeighted, type Random } from '../random/random.ts';
import type { CollectionMarket, TokenState } from '../world/collection-market.ts';
import { type Beginning, beginningsOf } from './beginnings.ts';
import { createLevels, type Levels } from './levels.ts';
import { humanPrice, rarityPremium } from './prices.ts';
import { timetableStartMs } from './timetable.ts';
import { createWallets } from './wallets.ts';

/** What everybody in the simulation reckons with: what things are worth, who is about, where people look. */
export interface Trade {
  readonly beginnings: readonly Beginning[];
  readonly levels: Levels;
  /** What a token is thought to be worth now, in whole coins. */
  worth(collection: CollectionMarket, token: TokenState): number;
  /** What its owner would ask for it, in wei. */
  asking(collection: CollectionMarket, token: TokenState, random: Random): bigint;
  /** A wallet that cares for the collection, other than `other`. */
  someone(collection: CollectionMarket, random: Random, other: string): string;
  /** A collection, the popular ones more often; `weigh` may change by how much. */
  choose(
    among: readonly CollectionMarket[],
    random: Random,
    weigh?: (collection: CollectionMarket, weight: number) => number,
  ): CollectionMarket;
}

export function createTrade(seed: number): Trade {
  const wallets = createWallets(seed);
  const beginnings = beginningsOf(seed);
  const levels = createLevels(
    new Map(beginnings.map(({ plan, start }) => [start.profile.address, plan.floor])),
    timetableStartMs(seed),
  );
  const popularity = new Map(beginnings.map(({ plan, start }) => [start.profile.address, plan.popularity]));

  const worth = (collection: CollectionMarket, token: TokenState): number =>
    levels.of(collection.profile.address) * rarityPremium(collection.rarity().of(token.sheet.tokenId));

  return {
    beginnings,
    levels,
    worth,
    asking: (collection, token, random) =>
      humanPrice(worth(collection, token) * (1 + random.exponential(0.16) - random.next() * 0.03), random),
    someone(collection, random, other) {
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
