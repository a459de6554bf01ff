import { LRUCache } from 'lru-cache';
import { addressOf } from '../random/hex.ts';
import { createRandom, type Random } from '../random/random.ts';
import type { CollectionStart, EarlierSales } from '../world/model.ts';
import { rarityTable } from '../world/rarity.ts';
import { catalogue } from './catalogue.ts';
import type { CollectionPlan } from './plan.ts';
import { humanPrice, rarityPremium, roundPrice } from './prices.ts';
import { createTokens } from './tokens.ts';
import { createWallets, type Wallets } from './wallets.ts';

const HOUR_MS = 3_600_000;
const EARLIER_HOURS = 14 * 24;
/** Sales per hour of the earlier days, in all collections together. */
const EARLIER_SALES_PER_HOUR = 600;
const LISTED_SHARE = 0.07;

/** A collection at the start of the world, with its plan. */
export interface StartingCollection {
  readonly plan: CollectionPlan;
  readonly start: CollectionStart;
}

/**
 * Cached, because most worlds of a process have the same seed, starting collections are never changed, and
 * creating them takes half of a start.
 */
const cache = new LRUCache<number, readonly StartingCollection[]>({ max: 2 });

/** Every collection of the catalogue with its tokens, owners, listings and earlier sales. Depends on the seed alone. */
export function startingCollectionsOf(seed: number): readonly StartingCollection[] {
  const known = cache.get(seed);
  if (known !== undefined) return known;
  const startingCollections = createStartingCollections(seed, createWallets(seed));
  cache.set(seed, startingCollections);
  return startingCollections;
}

function createStartingCollections(seed: number, wallets: Wallets): readonly StartingCollection[] {
  const popularity = catalogue.reduce((sum, plan) => sum + plan.popularity, 0);
  return catalogue.map((plan) => ({
    plan,
    start: createStart(seed, plan, wallets, plan.popularity / popularity),
  }));
}

function createStart(seed: number, plan: CollectionPlan, wallets: Wallets, share: number): CollectionStart {
  const random = createRandom(`${seed}:beginning:${plan.path}`);
  const address = addressOf(`${seed}:collection:${plan.path}`);
  const sheets = createTokens(seed, plan);
  const minted = sheets.slice(0, plan.minted);
  const rarity = rarityTable(minted);
  const reach = Math.ceil(plan.minted * 0.7);
  return {
    profile: createProfile(seed, plan, address),
    tokens: minted.map((sheet) => {
      const estimatedPrice = plan.floor * rarityPremium(rarity.of(sheet.tokenId));
      return {
        ...sheet,
        owner: wallets.some(address, reach, random),
        ask: random.chance(LISTED_SHARE)
          ? humanPrice(estimatedPrice * (1.02 + random.exponential(0.35)), random)
          : null,
        lastPrice: random.chance(0.55)
          ? humanPrice(estimatedPrice * (0.4 + random.next() * 0.7), random)
          : 0n,
      };
    }),
    rarity,
    unminted: sheets.slice(plan.minted),
    earlierSales: createEarlierSales(plan, share, random),
  };
}

function createProfile(seed: number, plan: CollectionPlan, address: string): CollectionStart['profile'] {
  return {
    address,
    path: plan.path,
    name: plan.name,
    symbol: plan.symbol,
    description: plan.description,
    standard: plan.standard ?? '721',
    chainId: 1,
    owner: addressOf(`${seed}:maker:${plan.path}`),
    verified: plan.verified,
    featured: plan.featured ?? false,
    royaltyPercentage: plan.royalty,
    website: plan.website,
    twitter: plan.twitter,
    invite: plan.invite,
    imageStyle: 'cover',
    isDynamicMedia: false,
    isDynamicMetadata: plan.unminted !== undefined,
    isReveal: false,
  };
}

/** One entry per hour, at its middle. */
function createEarlierSales(plan: CollectionPlan, share: number, random: Random): readonly EarlierSales[] {
  let mood = 0;
  return Array.from({ length: EARLIER_HOURS }, (_, index) => {
    mood = mood * 0.95 + random.normal() * 0.12;
    const hourOfDay = index % 24;
    const daily = 1 + 0.35 * Math.sin((hourOfDay / 24) * 2 * Math.PI);
    const count = Math.round(EARLIER_SALES_PER_HOUR * share * daily * Math.exp(mood));
    return {
      atMs: (index - EARLIER_HOURS + 0.5) * HOUR_MS,
      count,
      volume: count === 0 ? 0n : BigInt(count) * roundPrice(plan.floor * (1.15 + 0.2 * mood), 4),
    };
  });
}
