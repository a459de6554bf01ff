import type { Address } from '../domain/address.ts';
import type { CollectionSummary } from '../domain/collection.ts';
import type { LaneStatus } from '../domain/lane.ts';
import type { NewSubscription, Subscription } from '../domain/subscription.ts';
import type { BotStatus } from './bot-status.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { Hints } from './hints.ts';
import type { Lookups } from './lookups.ts';
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

/** Collections by name, from the local copy. Never a request. */
export interface Collections {
  /** At most `limit` collections that fit what was typed so far, best first. */
  search(text: string, limit?: number): readonly CollectionSummary[];
  get(address: Address): CollectionSummary | undefined;
  /** The one collection that an address, path, name, symbol or marketplace URL names. */
  resolve(text: string): CollectionSummary | undefined;
}

/** What commands need to do their work. */
export interface CommandServices {
  readonly subscriptions: Subscriptions;
  readonly collections: Collections;
  readonly lookups: Lookups;
  readonly hints: Hints;
  readonly channelAccess: ChannelAccess;
  readonly view: ViewContext;
  readonly status: () => Promise<BotStatus>;
  /** Discord's ids of the commands by name; empty until they are registered. */
  readonly commandIds: () => ReadonlyMap<string, string>;
  /** Epoch ms. */
  readonly now: () => number;
}
