import type { Client } from 'discord.js';
import type { ServerHealth } from './discord/server-health.ts';
import type { WatchedFeed } from './feed-watch.ts';
import type { PollSchedule } from './pipeline/schedule.ts';
import type { AuctionStore, HealthStore, SubscriptionStore } from './store/store.ts';

const LOOKED_BACK_MS = 7 * 24 * 3_600_000;

/** How the bot works for a server, gathered from the parts that know. */
export function joinHealth(deps: {
  readonly store: Pick<SubscriptionStore, 'subscriptionsOf' | 'laneStatuses'> &
    Pick<AuctionStore, 'trackedAuctions'> &
    HealthStore;
  readonly feed: Pick<WatchedFeed, 'readAt' | 'newestEventAt'>;
  readonly poll: Pick<PollSchedule, 'health'>;
  readonly auctionPoll: Pick<PollSchedule, 'health'>;
  readonly client: Client;
  /** Epoch ms. */
  readonly now: () => number;
}): (guildId: string) => Promise<ServerHealth> {
  const { store, feed, poll, auctionPoll, client, now } = deps;
  return async (guildId) => {
    const since = now() - LOOKED_BACK_MS;
    const rules = await store.subscriptionsOf(guildId);
    const channelIds = [...new Set(rules.map(({ channelId }) => channelId))];
    const [lanes, givenUp, gaps, tracked] = await Promise.all([
      store.laneStatuses(channelIds),
      store.deadDeliveries(channelIds, since),
      store.feedGaps(since),
      store.trackedAuctions(),
    ]);
    const { lastSuccessAt, failures } = auctionPoll.health();
    return {
      feed: {
        readAt: feed.readAt,
        newestEventAt: feed.newestEventAt,
        failures: poll.health().failures,
        gapsNoticedAt: gaps.map(({ noticedAt }) => noticedAt),
      },
      auctions: { readAt: lastSuccessAt, failures, watched: tracked?.length ?? null },
      discord: { connected: client.isReady(), latencyMs: client.ws.ping < 0 ? null : client.ws.ping },
      lanes,
      givenUp,
    };
  };
}
