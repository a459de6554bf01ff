import type { WatchedFeed } from '../ingest/feed-watch.ts';
import type { MonitoredPoll } from '../ingest/poll-readability.ts';
import type { Store } from '../store/store.ts';
import type { BotStatus } from './bot-status.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { ServerHealth } from './server-health.ts';

/** Period for which missed and given-up alerts are shown. */
const REPORT_WINDOW_MS = 7 * 24 * 3_600_000;

/** How long the count of waiting deliveries is cached: it reads the whole backlog. */
const COUNT_CACHE_MS = 5_000;

type Polled = Pick<MonitoredPoll, 'health'>;

/** The state of the bot for everybody (`status`) and for managers of a server's alerts (`health`). */
export function createHealth(deps: {
  readonly version: string;
  readonly store: Pick<
    Store,
    | 'queueStatuses'
    | 'heldPosts'
    | 'outboxFigures'
    | 'subscriptionsOf'
    | 'deadDeliveries'
    | 'expiredDeliveries'
    | 'lateQueues'
    | 'undecidedEvents'
    | 'feedGaps'
    | 'storeProblem'
    | 'countTrackedAuctions'
  >;
  readonly gateway: Pick<Gateway, 'status'>;
  readonly feed: Pick<WatchedFeed, 'readAt' | 'newestEventAt'>;
  readonly poll: Polled;
  readonly auctionPoll: Polled;
  /** Number of auctions beyond the limit, which are not tracked. */
  readonly leftOut: () => number;
  /** Epoch ms. */
  readonly now: () => number;
}): {
  readonly status: () => Promise<BotStatus>;
  readonly health: (guildId: string) => Promise<ServerHealth>;
} {
  const { version, store, gateway, feed, poll, auctionPoll, leftOut, now } = deps;
  const startedAt = now();

  let counted: { readonly waiting: number; readonly late: number; readonly at: number } | null = null;

  async function countWaiting(): Promise<{ readonly waiting: number; readonly late: number }> {
    if (counted === null || Math.abs(now() - counted.at) >= COUNT_CACHE_MS) {
      const { waiting, late } = await store.outboxFigures();
      counted = { waiting, late: late.unanswered + late.limited + late.queue, at: now() };
    }
    return counted;
  }

  return {
    async status() {
      const { waiting, late } = await countWaiting();
      return {
        version,
        startedAt,
        feedReadAt: feed.readAt,
        newestEventAt: feed.newestEventAt,
        failures: poll.health().failures,
        storeProblem: await store.storeProblem(),
        unreadableSince: poll.health().unreadableSince,
        discordLatencyMs: gateway.status().latencyMs,
        waiting,
        late,
      };
    },
    async health(guildId) {
      const rules = await store.subscriptionsOf(guildId);
      const channelIds = [...new Set(rules.map(({ channelId }) => channelId))];
      const since = now() - REPORT_WINDOW_MS;
      const [queues, late, held, givenUp, tooOld, notDecided, gaps, watched] = await Promise.all([
        store.queueStatuses(channelIds),
        store.lateQueues(channelIds),
        store.heldPosts(channelIds),
        store.deadDeliveries(channelIds, since),
        store.expiredDeliveries(channelIds, since),
        store.undecidedEvents(channelIds, since),
        store.feedGaps(since),
        store.countTrackedAuctions(),
      ]);
      const auctions = auctionPoll.health();
      return {
        feed: {
          readAt: feed.readAt,
          newestEventAt: feed.newestEventAt,
          failures: poll.health().failures,
          unreadableSince: poll.health().unreadableSince,
          gaps,
        },
        auctions: {
          readAt: auctions.lastSuccessAt,
          failures: auctions.failures,
          unreadableSince: auctions.unreadableSince,
          watched,
          leftOut: leftOut(),
        },
        storeProblem: await store.storeProblem(),
        discord: { connected: gateway.status().isOnline, latencyMs: gateway.status().latencyMs },
        queues,
        late,
        held,
        givenUp,
        tooOld,
        notDecided,
      };
    },
  };
}
