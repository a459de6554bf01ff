import type { Logger } from 'pino';
import type { MarketAlert } from '../alerts/alert.ts';
import { isRepeatTradesUpdate } from '../alerts/detect/repeat-trades.ts';
import { isAuction } from '../alerts/kinds/auction/schema.ts';
import type { Matcher } from '../alerts/matcher.ts';
import { shouldPostBid as shouldPost } from '../alerts/ping.ts';
import { type Clock, systemClock } from '../chain/clock.ts';
import { createAgeClock } from '../chain/elapsed.ts';
import type { Wei } from '../chain/wei.ts';
import type { Config } from '../config.ts';
import { auctionAddressee } from '../ingest/auctions/address-auctions.ts';
import { createAuctionReader } from '../ingest/auctions/read-auctions.ts';
import { createAuctionWatch } from '../ingest/auctions/watch-auctions.ts';
import { runByCron } from '../ingest/cron.ts';
import { createLateDecisions } from '../ingest/decide-late.ts';
import { enrich } from '../ingest/enrich.ts';
import { watchFeed } from '../ingest/feed-watch.ts';
import { createIngest } from '../ingest/ingest.ts';
import { createNewRecordLimit, withNewRecordLimit } from '../ingest/new-record-limit.ts';
import { createReadability, type MonitoredPoll } from '../ingest/poll-readability.ts';
import { createFeedReader } from '../ingest/read-feed.ts';
import { createPollSchedule } from '../ingest/schedule.ts';
import type { Operations } from '../ops/operations.ts';
import type { CachedSettings } from '../store/cached-settings.ts';
import type { PollerReport } from '../store/model/role-report.ts';
import { pollerReportOf } from '../store/role-states.ts';
import type { Store } from '../store/store.ts';
import type { Marketplace } from './marketplace.ts';

/** The scheduled polls of the marketplace. Disposing of it aborts polls in progress. */
interface Poller extends AsyncDisposable {
  /** How the polls are doing. */
  report(): PollerReport;
  /** Polls now instead of waiting for the schedule, and decides pending alerts. */
  poll(): Promise<void>;
  /** Starts polling, immediately and then by the schedule. Resolves when the collections are loaded. */
  start(): Promise<void>;
  /** Adds token details, floors and highest sales to alerts. */
  enrichAlerts(alerts: readonly MarketAlert[]): ReturnType<typeof enrich>;
}

/** When the age of the local copy of the collections is checked. */
const DIRECTORY_SCHEDULE = '15,45 * * * * *';
const DIRECTORY_MAX_AGE_MS = 10 * 60_000;

/** @param deps.wake called with channels that have new deliveries */
export function createPoller(deps: {
  readonly config: Pick<Config, 'pollSchedule'>;
  readonly store: Store;
  readonly market: Marketplace;
  readonly index: Matcher;
  readonly settings: Pick<CachedSettings, 'channel'>;
  readonly operations: Pick<Operations, 'feedTick' | 'auctionTick' | 'pollingForMs'>;
  readonly wake: (channelIds: readonly string[]) => void;
  readonly clock: Clock;
  readonly log: Logger;
}): Poller {
  const { config, store, market, index, settings, operations, wake, clock, log } = deps;
  const { client, directory, finder: tokens, auctionCache, collections } = market;
  const stopping = new AbortController();
  const parts = new AsyncDisposableStack();

  const feed = watchFeed(client, clock.now);
  const ageClock = { ...clock, now: createAgeClock(clock) };
  const machineTimeOf = (at: number): number => at + clock.now() - ageClock.now();
  const polling = { expression: config.pollSchedule, clock, random: Math.random, log };

  function poll(
    what: string,
    be: 'is' | 'are',
    tick: (signal: AbortSignal) => Promise<unknown>,
  ): MonitoredPoll {
    const readability = createReadability({ what: `${what} ${be}`, log, now: clock.now });
    const schedule = createPollSchedule({
      ...polling,
      what,
      tick: (signal) => readability.observe(tick(signal)),
    });
    return {
      ...schedule,
      health: () => ({ ...schedule.health(), unreadableSince: readability.unreadableSince }),
    };
  }

  const feedPoll = parts.use(
    poll(
      'the feed',
      'is',
      operations.feedTick(
        createIngest({
          readFeed: withNewRecordLimit(
            createFeedReader({ feed, inbox: store }),
            createNewRecordLimit({ now: clock.now }),
          ),
          inbox: store,
          tokens,
          collections,
          index,
          // Events expire only if they are old by both clocks, so that a clock that is ahead for a while drops none.
          clock: ageClock,
          machineTimeOf,
          log,
          wake,
        }),
      ),
    ),
  );
  const shouldPostBid = (channelId: string, amount: Wei): boolean =>
    shouldPost(settings.channel(channelId).ping, amount);
  const auctionWatch = parts.use(
    createAuctionWatch({
      read: createAuctionReader({
        source: { auctions: (query, { signal }) => client.auctions(query, { signal, forAlerts: true }) },
        clock: { now: client.marketNow },
      }),
      marketNow: client.marketNow,
      inbox: store,
      index,
      tokens,
      collections,
      shouldPostBid,
      clock,
      random: Math.random,
      log,
      wake,
      learn: auctionCache.learn,
    }),
  );
  const auctionsPoll = parts.use(poll('the auctions', 'are', operations.auctionTick(auctionWatch.tick)));

  /** A time in the future means that the clock was set back since. */
  function directoryIsOld(): boolean {
    const { refreshedAt } = directory;
    return refreshedAt === null || Math.abs(clock.now() - refreshedAt) >= DIRECTORY_MAX_AGE_MS;
  }
  const decisions = parts.use(
    createPollSchedule({
      ...polling,
      what: 'late facts',
      tick: createLateDecisions({
        store,
        index,
        tokens,
        collections,
        addressee: (alert, channel) =>
          isAuction(alert)
            ? auctionAddressee(alert, channel, shouldPostBid)
            : { ...channel, skipIfLive: isRepeatTradesUpdate(alert) },
        clock: ageClock,
        machineTimeOf,
        log,
        wake,
      }),
    }),
  );

  async function refreshDirectory(): Promise<void> {
    if (directoryIsOld()) await directory.refresh({ signal: stopping.signal });
  }
  const directoryRefresh = runByCron({
    expression: DIRECTORY_SCHEDULE,
    spreadMs: 0,
    work: () =>
      refreshDirectory().catch((error: unknown) => {
        if (!stopping.signal.aborted)
          log.warn({ err: error }, 'the local copy of the collections could not be refreshed');
      }),
    clock: systemClock,
    random: Math.random,
    signal: stopping.signal,
  });
  parts.defer(() => directoryRefresh);
  parts.defer(() => stopping.abort());

  return {
    report: () =>
      pollerReportOf({
        feed,
        polls: { feed: feedPoll, auctions: auctionsPoll },
        leftOut: () => auctionWatch.leftOut,
        pollingForMs: operations.pollingForMs,
      }),
    async poll() {
      await Promise.all([feedPoll.pollNow(), auctionsPoll.pollNow()]);
      await decisions.pollNow();
    },
    async start() {
      feedPoll.start();
      auctionsPoll.start();
      decisions.start();
      await refreshDirectory();
    },
    enrichAlerts: (alerts) => enrich(alerts, { tokens, collections, log, signal: stopping.signal }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
