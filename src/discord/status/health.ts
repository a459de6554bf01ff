import { DAY_MS } from '#src/chain/durations.ts';
import type { PollerReport } from '#src/store/model/role-report.ts';
import type { Store } from '#src/store/open.ts';
import type { RoleStates } from '#src/store/role-states.ts';
import type { TickerStore } from '#src/store/tickers.ts';

import type { BotStatus } from './bot-status.ts';
import type { ServerHealth } from './server-health.ts';

/** Period for which missed and abandoned alerts are shown. */
const REPORT_WINDOW_MS = 7 * DAY_MS;

/** How long the number of waiting deliveries is cached, because counting reads the whole backlog. */
const COUNT_CACHE_MS = 5_000;

/** State without a poller. */
const NOT_POLLED = { lastSuccessAt: null, failures: 0, unreadableSince: null, pollingForMs: null } as const;
const NO_POLLER: PollerReport = {
  feed: { ...NOT_POLLED, readAt: null, newestEventAt: null, lagMs: null },
  auctions: { ...NOT_POLLED, leftOut: 0, tooLarge: 0 },
};

/** Reports the state of the bot to everyone (`status`), and to managers of a server's alerts (`health`). */
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
    | 'reducedMessages'
    | 'outdatedMessages'
    | 'undecidedEvents'
    | 'feedGaps'
    | 'recordCounts'
    | 'storeProblem'
    | 'countTrackedAuctions'
  > & { readonly tickers: Pick<TickerStore, 'ofGuild'> };
  readonly states: RoleStates;
  /** Epoch ms. */
  readonly now: () => number;
}): {
  readonly status: () => Promise<BotStatus>;
  readonly health: (guildId: string) => Promise<ServerHealth>;
} {
  const { version, store, states, now } = deps;
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
      const { poller, latencyMs, loginsRefusedUntil } = await states.read();
      const { feed } = poller ?? NO_POLLER;
      return {
        version,
        startedAt,
        feedReadAt: feed.readAt,
        newestEventAt: feed.newestEventAt,
        failures: feed.failures,
        storeProblem: await store.storeProblem(),
        unreadableSince: feed.unreadableSince,
        namedCoin: feed.namedCoin ?? null,
        discordLatencyMs: latencyMs,
        loginsRefusedUntil,
        waiting,
        late,
      };
    },
    async health(guildId) {
      const rules = await store.subscriptionsOf(guildId);
      const channelIds = [...new Set(rules.map(({ channelId }) => channelId))];
      const since = now() - REPORT_WINDOW_MS;
      const tickers = await store.tickers.ofGuild(guildId);
      const [queues, late, held, givenUp, tooOld, reduced, outdated, notDecided, gaps, counts, watched] =
        await Promise.all([
          store.queueStatuses(channelIds),
          store.lateQueues(channelIds),
          store.heldPosts(channelIds),
          store.deadDeliveries(channelIds, since),
          store.expiredDeliveries(channelIds, since),
          store.reducedMessages(channelIds, since),
          store.outdatedMessages(channelIds),
          store.undecidedEvents(channelIds, since),
          store.feedGaps(since),
          store.recordCounts(since),
          store.countTrackedAuctions(),
        ]);
      const { poller, isOnline, latencyMs } = await states.read();
      const { feed, auctions } = poller ?? NO_POLLER;
      return {
        feed: {
          readAt: feed.readAt,
          newestEventAt: feed.newestEventAt,
          failures: feed.failures,
          unreadableSince: feed.unreadableSince,
          namedCoin: feed.namedCoin ?? null,
          lagMs: feed.lagMs,
          remarks: feed.remarks,
          gaps,
          counts,
        },
        auctions: {
          readAt: auctions.lastSuccessAt,
          failures: auctions.failures,
          unreadableSince: auctions.unreadableSince,
          watched,
          leftOut: auctions.leftOut,
          tooLarge: auctions.tooLarge,
        },
        storeProblem: await store.storeProblem(),
        discord: { connected: isOnline, latencyMs },
        queues,
        late,
        held,
        givenUp,
        tooOld,
        reduced,
        outdated,
        notDecided,
        stoppedTickers: tickers.flatMap(({ channelId, stopped }) =>
          stopped === null ? [] : [{ channelId, code: stopped.code }],
        ),
      };
    },
  };
}
