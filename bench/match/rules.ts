import type { AlertFilter } from '../../src/domain/alert-filter.ts';
import { EVERYTHING } from '../../src/domain/alert-filter.ts';
import type { AlertKind } from '../../src/domain/alert-kind.ts';
import type { Subscription } from '../../src/domain/subscription.ts';
import type { Market } from './market.ts';

/** What people follow, and how often: sales most, everything of auctions together. */
const KINDS: readonly (readonly AlertKind[])[] = [
  ['sale'],
  ['sale', 'listing'],
  ['listing'],
  ['offer'],
  ['sale', 'transfer', 'mint'],
  ['auction_started', 'auction_bid', 'auction_ending', 'auction_ended', 'auction_cancelled'],
];

function someCollections(market: Market): AlertFilter['collections'] {
  const count = market.below(3) + 1;
  const addresses = new Set(Array.from({ length: count }, () => market.collection()));
  return { type: 'these', addresses: [...addresses].sort() };
}

/**
 * What channels ask for, in tenths: an expensive item of some collections (3), rare ones (1), certain traits (2), bargains (1),
 * certain wallets (2), whales anywhere (1). All of it lets little through.
 */
function filterOf(market: Market): AlertFilter {
  const chance = market.random();
  if (chance < 0.3) {
    const priceFrom = market.price() * 200n;
    const priceTo = market.random() < 0.2 ? priceFrom * 3n : null;
    return { ...EVERYTHING, collections: someCollections(market), priceFrom, priceTo };
  }
  if (chance < 0.4) {
    return { ...EVERYTHING, collections: someCollections(market), rankAtMost: 1 + market.below(200) };
  }
  if (chance < 0.6) {
    const traits = Array.from({ length: 1 + market.below(2) }, () => market.trait());
    const mode = market.random() < 0.5 ? 'any' : 'all';
    return { ...EVERYTHING, collections: someCollections(market), traits: { mode, traits } };
  }
  if (chance < 0.7) {
    return { ...EVERYTHING, collections: someCollections(market), belowFloorPercent: 20 + market.below(60) };
  }
  if (chance < 0.9) {
    return { ...EVERYTHING, onlyWallets: Array.from({ length: 1 + market.below(3) }, () => market.wallet()) };
  }
  const whitelisted = market.random() < 0.5;
  return {
    ...EVERYTHING,
    collections: { type: whitelisted ? 'whitelisted' : 'every' },
    // A million such rules would be a tenth of all: each of them stands above all but the rarest price.
    priceFrom: market.price() * 1_000n + 10n ** 20n,
  };
}

/** So many rules in force, each in a channel of its own. */
export function makeRules(market: Market, count: number): readonly Subscription[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    guildId: String(1_000_000 + Math.floor(at / 5)),
    channelId: String(2_000_000 + at),
    createdBy: '1',
    createdAt: 0,
    kinds: KINDS[market.below(KINDS.length)] ?? ['sale'],
    filter: filterOf(market),
    endingLead: 10,
    pausedAt: null,
    lastMatchAt: null,
  }));
}
