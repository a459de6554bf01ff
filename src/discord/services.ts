import type { Address } from '../domain/address.ts';
import type { Collection, CollectionSummary } from '../domain/collection.ts';
import type { Dated } from '../domain/dated.ts';
import type { LaneStatus } from '../domain/lane.ts';
import type { NewSubscription, Subscription } from '../domain/subscription.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { ViewContext } from './views/context.ts';

/** Setting up and taking away what channels follow. */
export interface Subscriptions {
  add(
    subscription: NewSubscription,
  ): Promise<{ readonly subscription: Subscription; readonly created: boolean }>;
  /** `null` when the server has no such subscription. */
  remove(guildId: string, id: number): Promise<Subscription | null>;
  of(guildId: string): Promise<readonly Subscription[]>;
  laneStatuses(channelIds: readonly string[]): Promise<readonly LaneStatus[]>;
}

/** Collections by name, from the local copy, and in full from the marketplace. */
export interface Collections {
  /** At most `limit` collections that fit what was typed so far, best first. Never a request. */
  search(text: string, limit?: number): readonly CollectionSummary[];
  get(address: Address): CollectionSummary | undefined;
  /** The one collection that an address, path, name, symbol or marketplace URL names. */
  resolve(text: string): CollectionSummary | undefined;
  /** Asks the marketplace, or tells what it last said. Rejects with a marketplace error. */
  load(addressOrPath: string): Promise<Dated<Collection>>;
}

/** What commands need to do their work. */
export interface CommandServices {
  readonly subscriptions: Subscriptions;
  readonly collections: Collections;
  readonly channelAccess: ChannelAccess;
  readonly view: ViewContext;
  /** Epoch ms. */
  readonly now: () => number;
}
