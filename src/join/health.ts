import type { Client } from 'discord.js';
import type { BotStatus } from '../discord/bot-status.ts';
import { isOnline } from '../discord/gateway.ts';
import type { ServerHealth } from '../discord/server-health.ts';
import type { GapSize } from '../domain/gap-size.ts';
import type { Subscription } from '../domain/subscription.ts';
import type { Store } from '../store/store.ts';
import type { WatchedFeed } from './feed-watch.ts';
import type { LegiblePoll } from './legibility.ts';

/** How far back what was missed and what was given up is told. */
const TOLD_BACK_MS = 7 * 24 * 3_600_000;

/** The sizes of those collections of which some rule in force tells sales. */
function followedSizes(sizes: readonly GapSize[], rules: readonly Subscription[]): readonly GapSize[] {
  const choices = rules
    .filter(({ pausedAt, kinds }) => pausedAt === null && kinds.includes('sale'))
    .map(({ filter }) => filter.collections);
  return sizes.filter(({ collection }) =>
    // Sizes come from the marketplace's own list, so what has one is listed.
    choices.some((choice) => choice.type !== 'these' || choice.addresses.includes(collection)),
  );
}

/** So long the count of all that waits serves everybody who asks for it: it reads the whole backlog. */
const COUNT_KEPT_MS = 5_000;

type Polled = Pick<LegiblePoll, 'health'>;

/** How the bot is, for everybody (`status`) and for those who manage a server's alerts (`health`). */
export function joinHealth(deps: {
  readonly version: string;
  readonly store: Pick<
    Store,
    | 'laneStatuses'
    | 'heldPosts'
    | 'outboxFigures'
    | 'subscriptionsOf'
    | 'deadDeliveries'
    | 'expiredDeliveries'
    | 'lateLanes'
    | 'undecidedEvents'
    | 'feedGaps'
    | 'storeTrouble'
    | 'watchedAuctions'
  >;
  /** The gateway client; its ping is in ms, negative before the first. */
  readonly client: Pick<Client, 'isReady' | 'ws'>;
  readonly feed: Pick<WatchedFeed, 'readAt' | 'newestEventAt'>;
  readonly poll: Polled;
  readonly auctionPoll: Polled;
  /** How many auctions are not watched, since they are too many. */
  readonly leftOut: () => number;
  /** Epoch ms. */
  readonly now: () => number;
}): {
  readonly status: () => Promise<BotStatus>;
  readonly health: (guildId: string) => Promise<ServerHealth>;
} {
  const { version, store, client, feed, poll, auctionPoll, leftOut, now } = deps;
  const startedAt = now();
  const latencyMs = () => (client.ws.ping < 0 ? null : client.ws.ping);

  let counted: { readonly waiting: number; readonly late: number; readonly at: number } | null = null;

  async function countWaiting(): Promise<{ readonly waiting: number; readonly late: number }> {
    if (counted === null || Math.abs(now() - counted.at) >= COUNT_KEPT_MS) {
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
        storeTrouble: await store.storeTrouble(),
        unreadableSince: poll.health().unreadableSince,
        discordLatencyMs: latencyMs(),
        waiting,
        late,
      };
    },
    async health(guildId) {
      const rules = await store.subscriptionsOf(guildId);
      const channelIds = [...new Set(rules.map(({ channelId }) => channelId))];
      const since = now() - TOLD_BACK_MS;
      const [lanes, late, held, givenUp, tooOld, notDecided, gaps, watched] = await Promise.all([
        store.laneStatuses(channelIds),
        store.lateLanes(channelIds),
        store.heldPosts(channelIds),
        store.deadDeliveries(channelIds, since),
        store.expiredDeliveries(channelIds, since),
        store.undecidedEvents(channelIds, since),
        store.feedGaps(since),
        store.watchedAuctions(),
      ]);
      const auctions = auctionPoll.health();
      return {
        feed: {
          readAt: feed.readAt,
          newestEventAt: feed.newestEventAt,
          failures: poll.health().failures,
          unreadableSince: poll.health().unreadableSince,
          gaps: gaps.map(({ noticedAt, sizes }) => ({ noticedAt, sizes: followedSizes(sizes, rules) })),
        },
        auctions: {
          readAt: auctions.lastSuccessAt,
          failures: auctions.failures,
          unreadableSince: auctions.unreadableSince,
          watched,
          leftOut: leftOut(),
        },
        storeTrouble: await store.storeTrouble(),
        discord: { connected: isOnline(client), latencyMs: latencyMs() },
        lanes,
        late,
        held,
        givenUp,
        tooOld,
        notDecided,
      };
    },
  };
}
