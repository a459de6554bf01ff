import type { Address } from '../../src/domain/address.ts';
import type { Alert, SaleAlert, SoldItem, SweepAlert } from '../../src/domain/alert.ts';
import { type AlertFilter, EVERYTHING } from '../../src/domain/alert-filter.ts';
import type { CollectionSummary } from '../../src/domain/collection.ts';
import type { Post, PostForm } from '../../src/domain/delivery.ts';
import type { AddressedAlert, Addressee, AuctionIntake, Intake } from '../../src/domain/intake.ts';
import type { NewSubscription } from '../../src/domain/subscription.ts';
import type { Topic } from '../../src/domain/topic.ts';
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
  story: null,
};

export function sale(key: string, changes: Partial<SaleAlert> = {}): SaleAlert {
  return {
    type: 'sale',
    kind: 'sale',
    key,
    topic: null,
    buyer: null,
    txHash: null,
    occurredAt: 1_000,
    item: ITEM,
    ...changes,
  };
}

export function sweep(key: string, items: readonly SoldItem[]): SweepAlert {
  return {
    type: 'sweep',
    kind: 'sale',
    key,
    topic: null,
    buyer: null,
    txHash: null,
    occurredAt: 1_000,
    items,
  };
}

/** An addressee that gets a message whatever its channel shows, in the name of no rule. */
export function to(channelId: string, changes: Partial<Addressee> = {}): Addressee {
  return { channelId, subscriptionIds: [], unlessShown: false, ...changes };
}

/** Sales of these keys, each for the channels. */
export function salesFor(keys: readonly string[], ...channelIds: readonly string[]): AddressedAlert[] {
  return keys.map((key) => addressed(sale(key), ...channelIds));
}

export function addressed(alert: Alert, ...channelIds: readonly string[]): AddressedAlert {
  return { alert, channels: channelIds.map((channelId) => to(channelId)) };
}

export function intakeOf(alerts: readonly AddressedAlert[], changes: Partial<Intake> = {}): Intake {
  return { at: 1_000_000, seen: [], alerts, topics: [], trades: [], gap: null, newsAfter: null, ...changes };
}

export function auctionIntakeOf(
  alerts: readonly AddressedAlert[],
  changes: Partial<AuctionIntake> = {},
): AuctionIntake {
  return { at: 1_000_000, baseline: false, tracked: [], dropped: [], alerts, topics: [], ...changes };
}

/** An intake that only gives topics new states. */
export function statesOf(...topics: readonly Topic[]): Intake {
  return intakeOf([], { topics });
}

export function ruleFor(channelId: string, changes: Partial<NewSubscription> = {}): NewSubscription {
  return {
    guildId: '800000000000000001',
    channelId,
    kinds: ['sale'],
    filter: EVERYTHING,
    endingLead: 10,
    createdBy: '700000000000000001',
    createdAt: 1_000_000,
    ...changes,
  };
}

export function only(...addresses: readonly Address[]): AlertFilter {
  return { ...EVERYTHING, collections: { type: 'these', addresses } };
}

export function collectionNamed(name: string, changes: Partial<CollectionSummary> = {}): CollectionSummary {
  return {
    address: '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177',
    name,
    symbol: null,
    path: null,
    verified: false,
    totalVolume: null,
    floor: null,
    thumbnail: null,
    ...changes,
  };
}

/** Begins a post with the first waiting deliveries of the channel. */
export async function begin(
  store: Store,
  channelId: string,
  count = 10,
  changes: {
    readonly at?: number;
    readonly aheadMs?: number;
    readonly form?: 'rich' | 'digest';
    readonly pingRoleId?: string;
  } = {},
): Promise<Post> {
  const { pending } = await store.laneWork(channelId, count);
  const deliveryIds = pending.map(({ id }) => id);
  const post = {
    channelId,
    deliveryIds,
    nonce: 'a-nonce',
    at: 2_000_000,
    form: 'rich',
    pingRoleId: null,
  } as const;
  return store.beginPost({ ...post, ...changes });
}

/** Sends the first waiting deliveries of the channel in one message. */
export async function send(
  store: Store,
  channelId: string,
  count: number,
  changes: { readonly messageId?: string | null; readonly at?: number; readonly form?: PostForm } = {},
): Promise<Post> {
  const { form = 'rich', ...sent } = changes;
  const begun = await begin(store, channelId, count, form === 'plain' ? {} : { form });
  const post =
    form === 'plain' ? await store.retryPost(begun.id, { at: 2_000_000, newWindow: true, form }) : begun;
  await store.markSent(post.id, { messageId: 'm1', at: 2_000_000, publish: false, ...sent });
  return post;
}

/** The keys of what waits for the channel, in order. */
export async function waitingKeys(store: Store, channelId: string): Promise<string[]> {
  const { pending } = await store.laneWork(channelId, 1_000);
  return pending.map(({ alert }) => alert.key);
}

/** Throws away what is old at `now` (epoch ms), step by step to the end of the pass; resolves to how much that was. */
export async function prune(store: Store, now: number): Promise<number> {
  let removed = 0;
  for (let more = true; more; ) {
    const step = await store.prune(now);
    removed += step.removed;
    more = step.more;
  }
  return removed;
}
