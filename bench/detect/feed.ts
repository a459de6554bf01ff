import { seeded } from '../harness/random.ts';
import { createMarket } from '../match/market.ts';

const START_SECONDS = Date.UTC(2026, 0, 1) / 1_000;

const hash = (number: number): string => `0x${(0x9e3779b1 * (number + 1)).toString(16).padStart(64, 'ab')}`;

/** One record of a feed, determined by its number; later records have higher numbers. */
function record(number: number): object {
  const market = createMarket(seeded(number));
  const collection = market.collection();
  const tokenId = String(market.below(10_000));
  return {
    _id: `65a1b2c3d4e5f6a7b8${String(number).padStart(6, '0')}`,
    type: market.random() < 0.6 ? 'sale' : 'listing',
    collectionAddress: collection,
    collectionName: 'Lantern Foxes',
    tokenId,
    tokenName: `Lantern Fox #${tokenId}`,
    image: `https://media.example.com/${collection}/${tokenId}.png`,
    price: market.price().toString(),
    currency: 'ETH',
    seller: market.wallet(),
    buyer: market.wallet(),
    quantity: 1,
    transactionHash: hash(number),
    logIndex: number % 300,
    timestamp: new Date((START_SECONDS + number) * 1_000).toISOString(),
    marketplace: 'Embedded',
  };
}

/**
 * The bytes of a page of the feed: records in descending order from `newest`.
 * @param total how many records the feed says it has
 */
export function pageBytes(newest: number, count: number, total = 1_000_000): Buffer {
  const activities = Array.from({ length: count }, (_, at) => record(newest - at));
  const pagination = { total, page: 1, limit: count, totalPages: 10_000, hasNext: true };
  return Buffer.from(JSON.stringify({ success: true, activities, pagination }));
}
