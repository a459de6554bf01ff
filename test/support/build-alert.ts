import type { SaleAlert, SoldItem, SweepAlert } from '../../src/domain/alert.ts';
import { address, txHash } from './build-activity.ts';

/** A sold token, changed where the test cares. */
export function soldItem(change: Partial<SoldItem> = {}): SoldItem {
  return {
    collection: address(0xc0),
    collectionName: 'Punks',
    tokenId: '7',
    tokenName: 'Punk #7',
    image: 'https://example.com/7.png',
    rarity: { rank: 12, total: 1_000 },
    attributes: [{ type: 'hat', value: 'beanie', rarity: 4.5 }],
    price: 22_750_000_000_000_000_000n,
    currency: null,
    seller: address(0x5e),
    quantity: 1n,
    ...change,
  };
}

/** One sale, told apart by its number. */
export function saleAlert(number: number, change: Partial<SaleAlert> = {}): SaleAlert {
  return {
    type: 'sale',
    kind: 'sale',
    key: `sale:id:${number}`,
    item: soldItem({ tokenId: String(number), tokenName: `Punk #${number}` }),
    buyer: address(0xb0),
    txHash: txHash(number),
    occurredAt: Date.UTC(2026, 0, 1) / 1_000 + number,
    ...change,
  };
}

/** A sweep of so many tokens. */
export function sweepAlert(count: number, change: Partial<SweepAlert> = {}): SweepAlert {
  return {
    type: 'sweep',
    kind: 'sale',
    key: 'sweep:id:1',
    items: Array.from({ length: count }, (_, position) =>
      soldItem({ tokenId: String(position), tokenName: `Punk #${position}`, price: 10n ** 18n }),
    ),
    buyer: address(0xb0),
    txHash: txHash(1),
    occurredAt: Date.UTC(2026, 0, 1) / 1_000,
    ...change,
  };
}
