import type { BotStatus } from './discord/bot-status.ts';
import type { ServerHealth } from './discord/server-health.ts';
import type { WatchedFeed } from './feed-watch.ts';
import type { PollSchedule } from './pipeline/schedule.ts';
import type { Store } from './store/store.ts';

/** How far back what was missed and what was given up is told. */
const TOLD_BACK_MS = 7 * 24 * 3_600_000;

type Polled = Pick<PollSchedule, 'health'>;

/** How the bot is, for everybody (`status`) and for those who manage a server's alerts (`health`). */
export function joinHealth(deps: {
  readonly version: string;
  readonly store: Pick<
    Store,
    'laneStatuses' | 'lanesWithWork' | 'subscriptionsOf' | 'deadDeliveries' | 'feedGaps' | 'trackedAuctions'
  >;
  /** The gateway client; its ping is in ms, negative before the first. */
  readonly client: { isReady(): boolean; readonly ws: { readonly ping: number } };
  readonly feed: Pick<WatchedFeed, 'readAt' | 'newestEventAt'>;
  readonly poll: Polled;
  readonly auctionPoll: Polled;
  /** Epoch ms. */
  readonly now: () => number;
}): {
  readonly status: () => Promise<BotStatus>;
  readonly health: (guildId: string) => Promise<ServerHealth>;
} {
  const { version, store, client, feed, poll, auctionPoll, now } = deps;
  const startedAt = now();
  const latencyMs = () => (client.ws.ping < 0 ? null : client.ws.ping);

  return {
    async status() {
      const lanes = await store.laneStatuses(await store.lanesWithWork());
      return {
        version,
        startedAt,
        feedReadAt: feed.readAt,
        newestEventAt: feed.newestEventAt,
        failures: poll.health().failures,
        discordLatencyMs: latencyMs(),
        waiting: lanes.reduce((sum, lane) => sum + lane.waiting, 0),
      };
    },
    async health(guildId) {
      const rules = await store.subscriptionsOf(guildId);
      const channelIds = [...new Set(rules.map(({ channelId }) => channelId))];
      const since = now() - TOLD_BACK_MS;
      const [lanes, givenUp, gaps, watched] = await Promise.all([
        store.laneStatuses(channelIds),
        store.deadDeliveries(channelIds, since),
        store.feedGaps(since),
        store.trackedAuctions(),
      ]);
      const auctions = auctionPoll.health();
      return {
        feed: {
          readAt: feed.readAt,
          newestEventAt: feed.newestEventAt,
          failures: poll.health().failures,
          gapsNoticedAt: gaps.map(({ noticedAt }) => noticedAt),
        },
        auctions: {
          readAt: auctions.lastSuccessAt,
          failures: auctions.failures,
          watched: watched?.length ?? null,
        },
        discord: { connected: client.isReady(), latencyMs: latencyMs() },
        lanes,
        givenUp,
      };
    },
  };
}
