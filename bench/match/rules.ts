import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import type { Subscription } from '#src/alerts/subscription.ts';
import type { Market } from './market.ts';

/** Kinds of the rules: mostly sales; auction kinds together. */
const KINDS: readonly (readonly Topic[])[] = [
  ['sale'],
  ['sale', 'listing'],
  ['listing'],
  ['offer'],
  ['sale', 'transfer', 'mint'],
  ['auction_started', 'auction_bid', 'auction_ending', 'auction_ended', 'auction_cancelled'],
];

function someCollections(market: Market): FilterValues['collection'] {
  const count = market.below(3) + 1;
  const addresses = new Set(Array.from({ length: count }, () => market.collection()));
  return [...addresses].sort();
}

function byWallet(market: Market): FilterValues {
  return { ...MATCH_ALL, wallets: Array.from({ length: 1 + market.below(3) }, () => market.wallet()) };
}

/**
 * A selective filter: high price in some collections (30 %), rank (10 %), traits (20 %), below floor (10 %), wallets (20 %),
 * very high price anywhere (10 %).
 */
function filterOf(market: Market): FilterValues {
  const chance = market.random();
  if (chance < 0.3) {
    const price_from = market.price() * 200n;
    const price_to = market.random() < 0.2 ? price_from * 3n : undefined;
    return { ...MATCH_ALL, collection: someCollections(market), price_from, price_to };
  }
  if (chance < 0.4) {
    return { ...MATCH_ALL, collection: someCollections(market), rank: 1 + market.below(200) };
  }
  if (chance < 0.6) {
    const traits = Array.from({ length: 1 + market.below(2) }, () => market.trait());
    const mode: 'any' | 'all' = market.random() < 0.5 ? 'any' : 'all';
    return { ...MATCH_ALL, collection: someCollections(market), traits, trait_mode: mode };
  }
  if (chance < 0.7) {
    return { ...MATCH_ALL, collection: someCollections(market), below_floor: 20 + market.below(60) };
  }
  if (chance < 0.9) {
    return byWallet(market);
  }
  const whitelisted = market.random() < 0.5;
  return {
    ...MATCH_ALL,
    collection: whitelisted ? 'whitelisted' : undefined,
    // Above almost all prices, so that these rules rarely match.
    price_from: market.price() * 1_000n + 10n ** 20n,
  };
}

function ruleWith(filter: FilterValues, at: number, market: Market): Subscription {
  return {
    id: at + 1,
    guildId: String(1_000_000 + Math.floor(at / 5)),
    channelId: String(2_000_000 + at),
    createdBy: '1',
    createdAt: 0,
    topics: KINDS[market.below(KINDS.length)] ?? ['sale'],
    filter,
    pingRoles: [],
    pausedAt: null,
    lastMatchAt: null,
    lastPostAt: null,
  };
}

/** Creates active rules, each in a channel of its own. */
export function makeRules(market: Market, count: number): readonly Subscription[] {
  return Array.from({ length: count }, (_, at) => ruleWith(filterOf(market), at, market));
}

/** Creates active rules for one to three wallets. */
export function makeWalletRules(market: Market, count: number): readonly Subscription[] {
  return Array.from({ length: count }, (_, at) => ruleWith(byWallet(market), at, market));
}
