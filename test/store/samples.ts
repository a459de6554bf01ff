import type { Alert, SaleAlert, SoldItem, SweepAlert } from '#src/alerts/alert.ts';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { NewSubscription } from '#src/alerts/subscription.ts';
import type { Address } from '#src/chain/address.ts';
import type { CollectionSummary } from '#src/marketplace/resources/collection.ts';
import type { MessageLayout, Post } from '#src/store/model/delivery.ts';
import type { AddressedAlert, AuctionBatch, FeedBatch } from '#src/store/model/ingest-batch.ts';
import type { LiveState } from '#src/store/model/live-state.ts';
import type { NoticeTarget } from '#src/store/model/notice-target.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import type { Store } from '#src/store/open.ts';

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
  priceContext: null,
};

export function sale(key: string, changes: Partial<SaleAlert> = {}): SaleAlert {
  return {
    kind: 'sale',
    topic: 'sale',
    key,
    liveKey: null,
    buyer: null,
    txHash: null,
    occurredAt: 1_000,
    item: ITEM,
    ...changes,
  };
}

export function sweep(key: string, items: readonly SoldItem[]): SweepAlert {
  return {
    kind: 'sweep',
    topic: 'sale',
    key,
    liveKey: null,
    buyer: null,
    txHash: null,
    occurredAt: 1_000,
    items,
  };
}

/** An addressee without rules that gets a message even if its channel shows the topic. */
export function to(channelId: string, changes: Partial<Recipient> = {}): Recipient {
  return { channelId, subscriptionIds: [], skipIfLive: false, ...changes };
}

/** A channel that gets a notice. */
export const noticeTo = (channelId: string): NoticeTarget => ({ channelId, userId: null });

/** Sales of these keys, each for the channels. */
export function salesFor(keys: readonly string[], ...channelIds: readonly string[]): AddressedAlert[] {
  return keys.map((key) => addressed(sale(key), ...channelIds));
}

export function addressed(alert: Alert, ...channelIds: readonly string[]): AddressedAlert {
  return { alert, channels: channelIds.map((channelId) => to(channelId)) };
}

export function ingestionOf(alerts: readonly AddressedAlert[], changes: Partial<FeedBatch> = {}): FeedBatch {
  return {
    at: 1_000_000,
    seen: [],
    alerts,
    topics: [],
    trades: [],
    gap: null,
    newRecordsAfter: null,
    ...changes,
  };
}

export function auctionIngestionOf(
  alerts: readonly AddressedAlert[],
  changes: Partial<AuctionBatch> = {},
): AuctionBatch {
  return { at: 1_000_000, baseline: false, tracked: [], dropped: [], alerts, topics: [], ...changes };
}

/** An ingestion that only changes topic states. */
export function statesOf(...topics: readonly LiveState[]): FeedBatch {
  return ingestionOf([], { topics });
}

export function ruleFor(channelId: string, changes: Partial<NewSubscription> = {}): NewSubscription {
  return {
    guildId: '800000000000000001',
    channelId,
    topics: ['sale'],
    filter: MATCH_ALL,
    pingRoles: [],
    createdBy: '700000000000000001',
    createdAt: 1_000_000,
    ...changes,
  };
}

export function only(...addresses: readonly Address[]): FilterValues {
  return { ...MATCH_ALL, collection: addresses };
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

/** Begins a post with the first pending deliveries of the channel. */
export async function begin(
  store: Pick<Store, 'channelWork' | 'startPost'>,
  channelId: string,
  count = 10,
  changes: {
    readonly at?: number;
    readonly clockOffsetMs?: number;
    readonly layout?: 'card' | 'summary';
    readonly pingRoleIds?: readonly string[];
  } = {},
): Promise<Post> {
  const { pending } = await store.channelWork(channelId, count);
  const deliveryIds = pending.map(({ id }) => id);
  const post = {
    channelId,
    deliveryIds,
    nonce: 'a-nonce',
    at: 2_000_000,
    layout: 'card',
    pingRoleIds: [],
  } as const;
  return store.startPost({ ...post, ...changes });
}

/** Sends the first pending deliveries of the channel in one message. */
export async function send(
  store: Pick<Store, 'channelWork' | 'startPost' | 'retryPost' | 'markSent'>,
  channelId: string,
  count: number,
  changes: { readonly messageId?: string | null; readonly at?: number; readonly layout?: MessageLayout } = {},
): Promise<Post> {
  const { layout = 'card', ...sent } = changes;
  const begun = await begin(store, channelId, count, layout === 'text' ? {} : { layout });
  const post =
    layout === 'text' ? await store.retryPost(begun.id, { at: 2_000_000, newWindow: true, layout }) : begun;
  await store.markSent(post.id, { messageId: 'm1', at: 2_000_000, publish: false, ...sent });
  return post;
}

/** The keys of the channel's pending alerts, in order. */
export async function waitingKeys(store: Pick<Store, 'channelWork'>, channelId: string): Promise<string[]> {
  const { pending } = await store.channelWork(channelId, 1_000);
  return pending.map(({ alert }) => alert.key);
}

/** Runs a whole retention pass at `now` (epoch ms); resolves to the number of deleted rows. */
export async function prune(store: Pick<Store, 'prune'>, now: number): Promise<number> {
  let removed = 0;
  for (let more = true; more; ) {
    const step = await store.prune(now);
    // Only where several processes share a database is it noted which servers changed.
    if (step.what !== 'changes of servers') removed += step.removed;
    more = step.more;
  }
  return removed;
}

/** When an alert that happened then expires, epoch ms. @param occurredAt epoch seconds */
export const sixHoursAfter = (occurredAt: number): number => (occurredAt + 6 * 3_600) * 1_000;
