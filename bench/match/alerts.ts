import type { MarketAlert, SoldItem } from '../../src/domain/alert.ts';
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
    // Hardly anything is sold or offered far below the floor.
    story: { bought: null, last: null, floor: (price * BigInt(50 + market.below(60))) / 100n, record: false },
  };
}

/** What the feed brings, looked up already: six sales in ten, two listings, an offer, a transfer. */
function someAlert(market: Market, number: number): MarketAlert {
  const base = { key: `id:${number}`, topic: null, txHash: null, occurredAt: NOW };
  const item = someItem(market);
  const chance = market.random();
  if (chance < 0.6) return { ...base, type: 'sale', kind: 'sale', item, buyer: market.wallet() };
  if (chance < 0.8) return { ...base, type: 'listing', kind: 'listing', item };
  const { price, currency, seller, story, ...token } = item;
  if (chance < 0.9) {
    return {
      ...base,
      type: 'offer',
      kind: 'offer',
      collection: token.collection,
      collectionName: token.collectionName,
      token,
      price,
      currency,
      quantity: 1n,
      bidder: market.wallet(),
      floor: story?.floor ?? null,
    };
  }
  return {
    ...base,
    type: 'move',
    kind: 'transfer',
    tokens: [token],
    from: seller,
    to: market.wallet(),
    price: null,
    currency: null,
  };
}

/** So many alerts, with texts of their own as a parser makes them. */
export function makeAlerts(market: Market, count: number): readonly MarketAlert[] {
  return Array.from({ length: count }, (_, number) => someAlert(market, number));
}
