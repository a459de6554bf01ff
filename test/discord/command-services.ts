import type { BotStatus } from '../../src/discord/bot-status.ts';
import type { Hints } from '../../src/discord/hints.ts';
import type { Lookups } from '../../src/discord/lookups.ts';
import type { CommandServices } from '../../src/discord/services.ts';
import type { Collection, CollectionSummary } from '../../src/domain/collection.ts';
import { GavelError } from '../../src/domain/errors.ts';
import type { LaneStatus } from '../../src/domain/lane.ts';
import type { Subscription } from '../../src/domain/subscription.ts';
import { address } from '../support/build-activity.ts';
import { viewContext } from './views/view-context.ts';

/** A collection of the local directory, changed where the test cares. */
export function summary(change: Partial<CollectionSummary> = {}): CollectionSummary {
  return {
    address: address(0xc0),
    name: 'Punks',
    symbol: 'PUNK',
    path: 'punks',
    verified: true,
    totalVolume: 1n,
    thumbnail: null,
    ...change,
  };
}

const down = () => Promise.reject(new GavelError('MARKETPLACE_UNAVAILABLE', 'down'));

/** A marketplace that answers nothing. */
const nothingKnown: Lookups = {
  collection: down,
  traits: down,
  tokens: down,
  token: down,
  neighbour: down,
  holders: down,
  profile: down,
  owned: down,
  auctions: down,
  auction: down,
  activities: down,
};

/** Nothing to suggest. */
const nothingRemembered: Hints = {
  traits: () => [],
  tokens: () => [],
  tokenName: () => null,
  auctions: () => [],
};

/** A bot that is well and has just begun. */
const wellStatus: BotStatus = {
  version: '1.0.0',
  startedAt: 0,
  feedReadAt: 0,
  newestEventAt: 0,
  failures: 0,
  discordLatencyMs: 40,
  waiting: 0,
};

/** What the commands' services know; a test may change it while the bot runs. */
export interface Known {
  readonly collections: readonly CollectionSummary[];
  readonly load: (addressOrPath: string) => Promise<Collection>;
  /** When what `load` gives was true, where it is old; epoch ms. */
  readonly oldAsOf: number | null;
  readonly hints: Hints;
  readonly missing: readonly string[];
  readonly lanes: readonly LaneStatus[];
}

/** Services that keep everything in memory, and the subscriptions in them. */
export function memoryServices(change: Partial<Known> = {}): {
  readonly services: CommandServices;
  readonly subscriptions: Subscription[];
} {
  const known: Known = {
    collections: [summary()],
    load: down,
    oldAsOf: null,
    hints: nothingRemembered,
    missing: [],
    lanes: [],
    ...change,
  };
  const subscriptions: Subscription[] = [];
  const get = (wanted: string) => known.collections.find((one) => one.address === wanted);
  return {
    subscriptions,
    services: {
      subscriptions: {
        async add(wanted) {
          const same = subscriptions.find(
            (one) => one.channelId === wanted.channelId && one.collection === wanted.collection,
          );
          if (same !== undefined) return { subscription: same, created: false };
          const subscription = { ...wanted, id: subscriptions.length + 1 };
          subscriptions.push(subscription);
          return { subscription, created: true };
        },
        async remove(guildId, id) {
          const at = subscriptions.findIndex((one) => one.guildId === guildId && one.id === id);
          return at === -1 ? null : (subscriptions.splice(at, 1)[0] ?? null);
        },
        of: async (guildId) => subscriptions.filter((one) => one.guildId === guildId),
        laneStatuses: async (channelIds) => known.lanes.filter((lane) => channelIds.includes(lane.channelId)),
      },
      collections: {
        search: (text, limit = 25) =>
          known.collections
            .filter((one) => one.name.toLowerCase().includes(text.toLowerCase()))
            .slice(0, limit),
        get,
        resolve: (text) => get(text) ?? known.collections.find((one) => one.name === text),
      },
      lookups: {
        ...nothingKnown,
        collection: async (addressOrPath) => ({
          value: await known.load(addressOrPath),
          asOf: known.oldAsOf ?? 0,
          stale: known.oldAsOf !== null,
        }),
      },
      hints: known.hints,
      channelAccess: { missingForAlerts: () => known.missing, historyAccess: () => 'readable' },
      view: viewContext({ collectionName: (wanted) => get(wanted)?.name ?? null }),
      status: async () => wellStatus,
      commandIds: () => new Map(),
      now: () => 0,
    },
  };
}
