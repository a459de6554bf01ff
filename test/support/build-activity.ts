import type { Address } from '#src/chain/address.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';

/** The address that encodes this number. */
export function address(number: number): Address {
  return `0x${number.toString(16).padStart(40, '0')}`;
}

/** The transaction hash that encodes this number. */
export function txHash(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`;
}

/** A sale of one token at the start of 2026, changed where the test cares. */
export function sale(change: Partial<Activity> & { readonly id?: string } = {}): Activity {
  const { id = 'a1', ...rest } = change;
  return {
    keys: [`id:${id}`],
    kind: 'sale',
    collection: address(0xc0),
    tokenId: '7',
    price: 10n ** 18n,
    currency: null,
    from: address(0x5e),
    to: address(0xb0),
    txHash: txHash(1),
    logIndex: null,
    quantity: 1n,
    timestamp: Date.UTC(2026, 0, 1) / 1_000,
    collectionName: 'Punks',
    tokenName: 'Punk #7',
    image: null,
    source: null,
    reverted: false,
    ...rest,
  };
}

/** `count` sales with different ids, tokens and transactions, newest first. */
export function sales(count: number, from = 0): Activity[] {
  return Array.from({ length: count }, (_, position) => {
    const number = from + count - position;
    return sale({
      id: `s${number}`,
      tokenId: String(number),
      txHash: txHash(number),
      timestamp: Date.UTC(2026, 0, 1) / 1_000 + number,
    });
  });
}
