import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { MarketAlert } from '../domain/alert.ts';
import { createAgeClock } from '../domain/elapsed.ts';
import { bidDeservesMessage as deservesMessage } from '../domain/ping.ts';
import type { Wei } from '../domain/wei.ts';
import { auctionAddressee } from '../pipeline/auctions/address-auctions.ts';
import { createAuctionReader } from '../pipeline/auctions/read-auctions.ts';
import { createAuctionWatch } from '../pipeline/auctions/watch-auctions.ts';
import { systemClock } from '../pipeline/clock.ts';
import { runByCron } from '../pipeline/cron.ts';
import { createLateDecisions } from '../pipeline/intake/decide-late.ts';
import { isStormUpdate } from '../pipeline/intake/detect/storms.ts';
import { enrich } from '../pipeline/intake/enrich.ts';
import { createNewsBudget, withinBudget } from '../pipeline/intake/news-budget.ts';
import { createFeedReader } from '../pipeline/intake/read-feed.ts';
import type { GapSizing } from '../pipeline/intake/size-gaps.ts';
import type { SubscriptionIndex } from '../pipeline/intake/subscription-index.ts';
import { createIntake } from '../pipeline/intake/take-in.ts';
import type { Clock } from '../pipeline/ports.ts';
import { createPollSchedule } from '../pipeline/schedule.ts';
import type { Store } from '../store/store.ts';
import { type WatchedFeed, watchFeed } from './feed-watch.ts';
import { createLegibility, type LegiblePoll } from './legibility.ts';
import type { Marketplace } from './marketplace.ts';
import type { Operations } from './operations.ts';
import type { JoinedSettings } from './settings.ts';

/** What is read of the marketplace by the clock. Disposing of it ends the looks under way. */
interface Polls extends AsyncDisposable {
  readonly feed: WatchedFeed;
  readonly ofFeed: LegiblePoll;
  readonly ofAuctions: LegiblePoll;
  /** How many auctions are not watched, since they are too many. */
  leftOut(): number;
  /** Looks out of turn, and what came late is looked up as well. */
  look(): Promise<void>;
  /** Begins to look, at once and by the schedule. Resolves when the collections are known. */
  start(): Promise<void>;
  /** Tokens and worth, as alerts are told with. */
  enriched(alerts: readonly MarketAlert[]): ReturnType<typeof enrich>;
}

/** So often it is seen to whether the local copy of the collections is too old. */
const COPY_SCHEDULE = '15,45 * * * * *';
const DIRECTORY_MAX_AGE_MS = 10 * 60_000;

/** @param deps.wake these channels have something to be told */
export function joinPolls(deps: {
  readonly config: Pick<Config, 'pollSchedule'>;
  readonly store: Store;
  readonly market: Marketplace;
  readonly index: SubscriptionIndex;
  readonly gapSizing: GapSizing;
  readonly settings: Pick<JoinedSettings, 'channel'>;
  readonly operations: Pick<Operations, 'feedTick' | 'auctionTick'>;
  readonly wake: (channelIds: readonly string[]) => void;
  readonly clock: Clock;
  readonly log: Logger;
}): Polls {
  const { config, store, market, index, gapSizing, settings, operations, wake, clock, log } = deps;
  const { client, directory, finder: tokens, book, collections } = market;
  const stopping = new AbortController();
  const parts = new AsyncDisposableStack();

  const feed = watchFeed(client, clock.now);
  const ageClock = { ...clock, now: createAgeClock(clock) };
  const polling = { expression: config.pollSchedule, clock, random: Math.random, log };

  function poll(
    what: string,
    verb: 'is' | 'are',
    tick: (signal: AbortSignal) => Promise<unknown>,
  ): LegiblePoll {
    const legibility = createLegibility({ what: `${what} ${verb}`, log, now: clock.now });
    const schedule = createPollSchedule({
      ...polling,
      what,
      tick: (signal) => legibility.noted(tick(signal)),
    });
    return {
      ...schedule,
      health: () => ({ ...schedule.health(), unreadableSince: legibility.unreadableSince }),
    };
  }

  const ofFeed = parts.use(
    poll(
      'the feed',
      'is',
      operations.feedTick(
        createIntake({
          readFeed: withinBudget(
            createFeedReader({ feed, inbox: store }),
            createNewsBudget({ now: clock.now }),
          ),
          inbox: store,
          tokens,
          collections,
          index,
          // What is too old to be told is so by both clocks: one that is ahead for a while must not take the news for history.
          clock: ageClock,
          log,
          wake,
        }),
      ),
    ),
  );
  const bidDeservesMessage = (channelId: string, amount: Wei): boolean =>
    deservesMessage(settings.channel(channelId).ping, amount);
  const auctionWatch = parts.use(
    createAuctionWatch({
      read: createAuctionReader({
        source: { auctions: (query, { signal }) => client.auctions(query, { signal, watched: true }) },
        clock: { now: client.marketNow },
      }),
      marketNow: client.marketNow,
      inbox: store,
      index,
      tokens,
      collections,
      bidDeservesMessage,
      clock,
      random: Math.random,
      log,
      wake,
      learn: book.learn,
    }),
  );
  const ofAuctions = parts.use(poll('the auctions', 'are', operations.auctionTick(auctionWatch.tick)));

  /** A reading that lies ahead was taken by a clock that was set back since. */
  function directoryIsOld(): boolean {
    const { refreshedAt } = directory;
    return refreshedAt === null || Math.abs(clock.now() - refreshedAt) >= DIRECTORY_MAX_AGE_MS;
  }
  const decisions = parts.use(
    createPollSchedule({
      ...polling,
      what: 'what came late',
      tick: createLateDecisions({
        book: store,
        index,
        tokens,
        collections,
        addressee: (alert, channel) =>
          alert.type === 'auction'
            ? auctionAddressee(alert, channel, bidDeservesMessage)
            : { ...channel, unlessShown: isStormUpdate(alert) },
        clock: ageClock,
        log,
        wake,
      }),
    }),
  );

  async function refreshDirectory(): Promise<void> {
    if (directoryIsOld()) await directory.refresh({ signal: stopping.signal });
    await gapSizing.look();
  }
  const copying = runByCron({
    expression: COPY_SCHEDULE,
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
  parts.defer(() => copying);
  parts.defer(() => stopping.abort());

  return {
    feed,
    ofFeed,
    ofAuctions,
    leftOut: () => auctionWatch.leftOut,
    async look() {
      await Promise.all([ofFeed.look(), ofAuctions.look()]);
      await decisions.look();
    },
    async start() {
      ofFeed.start();
      ofAuctions.start();
      decisions.start();
      await refreshDirectory();
    },
    enriched: (alerts) => enrich(alerts, { tokens, collections, log, signal: stopping.signal }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
