import type { SaleAlert, SoldItem, SweepAlert } from '../../src/domain/alert.ts';
import type { CollectionSummary } from '../../src/domain/collection.ts';
import type { Post } from '../../src/domain/delivery.ts';
import type { AddressedAlert, Intake } from '../../src/domain/intake.ts';
import type { NewSubscription } from '../../src/domain/subscription.ts';
import type { Store } from '../../src/store/store.ts';

export const GENERAL = '900000000000000001';
export const SALES = '900000000000000002';
export const QUIET = '900000000000000003';

export const ITEM: SoldItem = {
  collection: '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177',
  collectionName: 'Derps',
  tokenId: '1234',
  tokenName: 'Derp #1234',
  image: 'https://img.example/1234.png',
  rarity: { rank: 7, total: 2000 },
  attributes: [{ type: 'Hat', value: 'None', rarity: 12.5 }],
  price: 82_500_000_000_000_000_000n,
  currency: null,
  seller: '0x00000000000000000000000000000000000000aa',
  quantity: 1n,
};

export function sale(key: string, changes: Partial<SaleAlert> = {}): SaleAlert {
  return {
    type: 'sale',
    kind: 'sale',
    key,
    buyer: null,
    txHash: null,
    occurredAt: 1_000,
    item: ITEM,
    ...changes,
  };
}

export function sweep(key: string, items: readonly SoldItem[]): SweepAlert {
  return { type: 'sweep', kind: 'sale', key, buyer: null, txHash: null, occurredAt: 1_000, items };
}

/** Sales of these keys, each for the channels. */
export function salesFor(keys: readonly string[], ...channelIds: readonly string[]): AddressedAlert[] {
  return keys.map((key) => ({ alert: sale(key), channelIds }));
}

export function intakeOf(alerts: readonly AddressedAlert[], changes: Partial<Intake> = {}): Intake {
  return { at: 1_000_000, seen: [], alerts, gap: null, newsAfter: null, ...changes };
}

export function ruleFor(channelId: string, changes: Partial<NewSubscription> = {}): NewSubscription {
  return {
    guildId: '800000000000000001',
    channelId,
    kinds: ['sale'],
    collection: null,
    createdBy: '700000000000000001',
    createdAt: 1_000_000,
    ...changes,
  };
}

export function collectionNamed(name: string, changes: Partial<CollectionSummary> = {}): CollectionSummary {
  return {
    address: '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177',
    name,
    symbol: null,
    path: null,
    verified: false,
    totalVolume: null,
    thumbnail: null,
    ...changes,
  };
}

/** Begins a post with the `count` oldest waiting deliveries of the channel. */
export async function begin(store: Store, channelId: string, count = 10, at = 2_000_000): Promise<Post> {
  const { pending } = await store.laneWork(channelId, count);
  return store.beginPost({ channelId, deliveryIds: pending.map(({ id }) => id), nonce: 'a-nonce', at });
}

/** The keys of what waits for the channel, in order. */
export async function waitingKeys(store: Store, channelId: string): Promise<string[]> {
  const { pending } = await store.laneWork(channelId, 1_000);
  return pending.map(({ alert }) => alert.key);
}
