import type { MarketAlert, SoldItem } from '#src/alerts/alert.ts';
import type { Market } from './market.ts';

const NOW = Date.UTC(2026, 0, 1) / 1_000;

function someItem(market: Market): SoldItem {
  const price = market.price();
  return {
    collection: market.collection(),
    collectionName: 'Foxes',
    tokenId: String(market.below(10_000)),
    tokenName: 'Fox',
    image: null,
    rarity: { rank: 1 + market.below(10_000), total: 10_000 },
    attributes: Array.from({ length: 8 }, () => ({ ...market.trait(), rarity: null })),
    price,
    currency: null,
    seller: market.wallet(),
    quantity: 1n,
    // Most prices are near the floor or above it.
    priceContext: {
      bought: null,
      last: null,
      floor: (price * BigInt(50 + market.below(60))) / 100n,
      record: false,
    },
  };
}

/** An enriched alert: 60 % sales, 20 % listings, 10 % offers, 10 % transfers. */
function someAlert(market: Market, number: number): MarketAlert {
  const base = { key: `id:${number}`, liveKey: null, txHash: null, occurredAt: NOW };
  const item = someItem(market);
  const chance = market.random();
  if (chance < 0.6) return { ...base, kind: 'sale', topic: 'sale', item, buyer: market.wallet() };
  if (chance < 0.8) return { ...base, kind: 'listing', topic: 'listing', item };
  const { price, currency, seller, priceContext, ...token } = item;
  if (chance < 0.9) {
    return {
      ...base,
      kind: 'offer',
      topic: 'offer',
      collection: token.collection,
      collectionName: token.collectionName,
      token,
      price,
      currency,
      quantity: 1n,
      bidder: market.wallet(),
      owner: null,
      floor: priceContext?.floor ?? null,
    };
  }
  return {
    ...base,
    kind: 'move',
    topic: 'transfer',
    tokens: [token],
    from: seller,
    to: market.wallet(),
    price: null,
    currency: null,
  };
}

/** Creates alerts with strings of their own, as a parser does. */
export function makeAlerts(market: Market, count: number): readonly MarketAlert[] {
  return Array.from({ length: count }, (_, number) => someAlert(market, number));
}
