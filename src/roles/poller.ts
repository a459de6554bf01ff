import type { Logger } from 'pino';
import { isRepeatTradesUpdate } from '#src/alerts/detect/repeat-trades.ts';
import { isAuction } from '#src/alerts/kinds/auction/schema.ts';
import type { Matcher } from '#src/alerts/matcher.ts';
import { shouldPostBid as shouldPost } from '#src/alerts/ping.ts';
import type { Silences } from '#src/alerts/silences/silences.ts';
import type { Clock } from '#src/chain/clock.ts';
import { createAgeClock } from '#src/chain/elapsed.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { Config } from '#src/config.ts';
import type { DiscordClock } from '#src/discord/posting/discord-clock.ts';
import { auctionAddressee } from '#src/ingest/auctions/address-auctions.ts';
import { createAuctionMonitor } from '#src/ingest/auctions/monitor-auctions.ts';
import { createAuctionReader } from '#src/ingest/auctions/read-auctions.ts';
import { createLateDecisions } from '#src/ingest/decide-late.ts';
import { reportFeedRemarks } from '#src/ingest/feed-remarks.ts';
import { createFloorMonitor } from '#src/ingest/floors/monitor-floors.ts';
import { createFloorReader } from '#src/ingest/floors/read-floors.ts';
import { createIngest } from '#src/ingest/ingest.ts';
import { createNewRecordLimit, withNewRecordLimit } from '#src/ingest/new-record-limit.ts';
import { createNewestFirst } from '#src/ingest/newest-first.ts';
import { observeFeed } from '#src/ingest/observe-feed.ts';
import { createReadability, type MonitoredPoll } from '#src/ingest/poll-readability.ts';
import { createFeedReader } from '#src/ingest/read-feed.ts';
import { createRecaps } from '#src/ingest/recaps.ts';
import { createRuledBy } from '#src/ingest/rules-that-apply.ts';
import { createPollSchedule } from '#src/ingest/schedule.ts';
import { createSilenceSummaries, type MomentOfBoth } from '#src/ingest/silence-summaries.ts';
import type { Operations } from '#src/ops/operations.ts';
import type { CachedSettings } from '#src/store/cached-settings.ts';
import type { PollerReport } from '#src/store/model/role-report.ts';
import type { Store } from '#src/store/open.ts';
import { pollerReportJson } from '#src/store/role-reports.ts';
import { pollerReportOf } from '#src/store/role-states.ts';

import type { Marketplace } from './marketplace.ts';
import type { RoleState } from './role-reporter.ts';
import type { StartRole } from './role-runner.ts';
import type { RoleSlot } from './role-slot.ts';
import type { RoleStores } from './role-stores.ts';

/** Once a minute, because two readings confirm each other. */
const FLOOR_SCHEDULE = '25 * * * * *';

/** The scheduled polls of the marketplace. Disposing of it aborts polls in progress. */
export interface Poller extends AsyncDisposable {
  /** Reports the state of the polls. */
  report(): PollerReport;
  /** Polls now instead of waiting for the schedule, and decides pending alerts. */
  poll(): Promise<void>;
  /** Starts polling, immediately and then by the schedule. */
  start(): void;
}

interface PollerDeps {
  readonly config: Pick<Config, 'pollSchedule'>;
  readonly store: Store;
  readonly market: Marketplace;
  readonly index: Matcher;
  readonly silences: Pick<Silences, 'split'>;
  readonly settings: Pick<CachedSettings, 'channel' | 'guild'>;
  readonly operations: Pick<Operations, 'feedTick' | 'auctionTick' | 'pollingForMs' | 'report'>;
  /** Called with channels that have new deliveries. */
  readonly wake: (channelIds: readonly string[]) => void;
  /** Reads rules and settings that other processes changed, before each poll. */
  readonly refresh: () => Promise<void>;
  readonly discordClock: Pick<DiscordClock, 'read'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Longer polls are reported. */
const STUCK_MS = 10_000;

/** Builds the state of the polls that other processes read. */
function stateOf(report: PollerReport, at: number): RoleState {
  const stuck = [report.feed, report.auctions].map(({ pollingForMs }) => (pollingForMs ?? 0) > STUCK_MS);
  const times = { pollingForMs: null };
  const key = { feed: { ...report.feed, ...times }, auctions: { ...report.auctions, ...times }, stuck };
  return { text: pollerReportJson.write({ at, report }), key: JSON.stringify(key) };
}

/**
 * Defines the poller role: polls while the role is held.
 * @param deps.slot holds the poller meanwhile
 */
export function pollerRole({
  slot,
  stores,
  ...deps
}: Omit<PollerDeps, 'store'> & {
  readonly slot: RoleSlot<Poller>;
  readonly stores: RoleStores;
}): StartRole {
  return async (held) => {
    const poller = createPoller({ ...deps, store: stores.storeFor(held) });
    const played = slot.put(poller);
    poller.start();
    stores.report(held, () => stateOf(poller.report(), deps.clock.now()));
    return played;
  };
}

function createPoller(deps: PollerDeps): Poller {
  const { config, store, market, index, silences, settings, operations, wake, refresh, clock, log } = deps;
  const { client, directory, finder: tokens, auctionCache, collections } = market;
  const parts = new AsyncDisposableStack();

  const ordered = createNewestFirst(client);
  const feed = observeFeed(ordered, clock.now);
  const watched = reportFeedRemarks({
    readFeed: withNewRecordLimit(
      createFeedReader({ feed, store: store }),
      createNewRecordLimit({ now: clock.now }),
    ),
    feed: ordered,
    now: clock.now,
    log,
  });
  const ageClock = { ...clock, now: createAgeClock(clock) };
  const ruledBy = createRuledBy(ageClock, clock);
  const polling = { expression: config.pollSchedule, clock, random: Math.random, log };

  function poll(what: string, tick: (signal: AbortSignal) => Promise<unknown>): MonitoredPoll {
    const readability = createReadability({ what, log, now: clock.now });
    const schedule = createPollSchedule({
      ...polling,
      what,
      async tick(signal) {
        await refresh();
        return readability.observe(tick(signal));
      },
    });
    return {
      ...schedule,
      health: () => ({ ...schedule.health(), unreadableSince: readability.unreadableSince }),
    };
  }

  function momentOfBoth(): MomentOfBoth | null {
    const { now, clockOffsetMs } = deps.discordClock.read();
    return clockOffsetMs === null ? null : { market: client.marketNow(), discord: now + clockOffsetMs };
  }
  let feedReadUpTo: MomentOfBoth | null = null;
  const readFeed = (tick: ReturnType<typeof createIngest>) => async (signal: AbortSignal) => {
    const beganAt = momentOfBoth();
    const report = await tick(signal);
    feedReadUpTo = beganAt;
    return report;
  };
  const feedPoll = parts.use(
    poll(
      'the feed',
      operations.feedTick(
        readFeed(
          createIngest({
            report: operations.report,
            readFeed: watched.readFeed,
            store: store,
            tokens,
            collections,
            fiat: market.fiat.current,
            index,
            silences,
            // Events expire only if they are old by both clocks, so that a clock that is temporarily ahead drops none.
            clock: ageClock,
            ruledBy,
            log,
            wake,
          }),
        ),
      ),
    ),
  );
  const shouldPostBid = (channelId: string, amount: Wei): boolean =>
    shouldPost(settings.channel(channelId).ping, amount);
  const auctionMonitor = parts.use(
    createAuctionMonitor({
      report: operations.report,
      read: createAuctionReader({
        source: { auctions: (query, { signal }) => client.auctions(query, { signal, forAlerts: true }) },
        clock: { ...clock, now: client.marketNow },
        memory: market.auctionMemory,
      }),
      marketNow: client.marketNow,
      memory: market.auctionMemory,
      store: store,
      index,
      silences,
      tokens,
      collections,
      shouldPostBid,
      ownWallets: (userIds) => store.people.walletsOf(userIds),
      clock,
      random: Math.random,
      log,
      wake,
      learn: auctionCache.learn,
    }),
  );
  const auctionsPoll = parts.use(poll('the auctions', operations.auctionTick(auctionMonitor.tick)));

  const decisions = parts.use(
    createPollSchedule({
      ...polling,
      what: 'late facts',
      tick: createLateDecisions({
        store,
        index,
        silences,
        tokens,
        collections,
        fiat: market.fiat.current,
        addressee: (alert, channel) =>
          isAuction(alert)
            ? auctionAddressee(alert, channel, { index, shouldPostBid })
            : { ...channel, skipIfLive: isRepeatTradesUpdate(alert) },
        clock: ageClock,
        ruledBy,
        log,
        wake,
      }),
    }),
  );

  const recaps = parts.use(
    createPollSchedule({
      ...polling,
      what: 'recaps',
      tick: createRecaps({
        store,
        index,
        silences,
        timeZoneOf: (guildId) => settings.guild(guildId).timeZone,
        facts: collections,
        nameOf: (collection) => directory.get(collection)?.name ?? null,
        enrich: market.enrichAlerts,
        feedReadAt: feedPoll.readUpTo,
        now: clock.now,
        log,
        wake,
      }),
    }),
  );

  const silenceSummaries = parts.use(
    createPollSchedule({
      ...polling,
      what: 'ended silences',
      tick: createSilenceSummaries({
        store,
        now: momentOfBoth,
        feedReadUpTo: () => feedReadUpTo,
        log,
        wake,
      }),
    }),
  );

  const readFloors = createFloorMonitor({
    read: createFloorReader(client, market.newestList),
    newestList: market.newestList,
    records: client,
    tokens,
    store,
    index,
    silences,
    marketNow: client.marketNow,
    nameOf: (collection) => directory.nameOf(collection, null),
    now: clock.now,
    log,
    wake,
  });
  const floorsPoll = parts.use(
    createPollSchedule({
      ...polling,
      expression: FLOOR_SCHEDULE,
      what: 'the floors',
      async tick(signal) {
        await refresh();
        await readFloors(signal);
      },
    }),
  );

  return {
    report: () =>
      pollerReportOf({
        feed,
        remarks: watched.remarks,
        polls: { feed: feedPoll, auctions: auctionsPoll },
        namedCoin: () => market.ownCoin.mostNamed,
        skipped: () => ({ leftOut: auctionMonitor.leftOut, tooLarge: auctionMonitor.tooLarge }),
        pollingForMs: operations.pollingForMs,
      }),
    async poll() {
      await Promise.all([feedPoll.pollNow(), auctionsPoll.pollNow()]);
      await Promise.all([decisions.pollNow(), recaps.pollNow(), floorsPoll.pollNow()]);
      await silenceSummaries.pollNow();
    },
    start() {
      feedPoll.start();
      auctionsPoll.start();
      decisions.start();
      recaps.start();
      silenceSummaries.start();
      floorsPoll.start();
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
