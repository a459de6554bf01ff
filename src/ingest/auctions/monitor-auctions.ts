import { nextLeadAt } from '#src/alerts/auctions/auction-endings.ts';
import { trackedBytes } from '#src/alerts/auctions/auction-limit.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import { isAuction } from '#src/alerts/kinds/auction/schema.ts';
import type { Clock } from '#src/chain/clock.ts';
import type { Dated } from '#src/chain/dated.ts';
import { reached } from '#src/chain/points.ts';
import { finishInChunks } from '#src/marketplace/finish-in-chunks.ts';
import { type ForeignShare, unlimitedShare } from '#src/marketplace/foreign-memory.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { sharedBids } from '#src/marketplace/resources/auction-bids.ts';
import type { AuctionStore } from '#src/store/auctions.ts';
import type { AlertsDue } from '#src/store/model/ingest-batch.ts';

import { type AddressingDeps, addressAuctions, type ChangedAuction } from './address-auctions.ts';
import {
  applyReadingInSteps,
  dueEndings,
  type ReadingOutcome,
  type WatchedAuctions,
} from './apply-reading.ts';
import { createEndingScheduler } from './ending-scheduler.ts';
import type { AuctionReading, ReadAuctions } from './read-auctions.ts';
import { createTokenDetailsCache } from './token-details-cache.ts';

/**
 * Runs tasks one after the other, in call order. A failed task rejects for its caller only and does not block later
 * ones.
 */
function createSequentialRunner(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Result of one poll of the auctions, for the log and the metrics. */
export interface AuctionTickReport {
  readonly read: number;
  readonly changed: number;
  readonly alerts: number;
  readonly stale: number;
  readonly dropped: number;
  /** Listed by the marketplace and not watched because of the limit. */
  readonly leftOut: number;
  /** Too large to be read, and skipped. */
  readonly tooLarge: number;
}

/** Creates auction alerts: from polls of the marketplace, and by the clock when an auction is about to end. */
export interface AuctionMonitor extends AsyncDisposable {
  /**
   * Runs one poll, from the marketplace to the outbox. Rejects, with nothing written, if any part fails. The first
   * successful poll also starts the ending alerts, because before it the stored auctions may be out of date.
   */
  tick(signal: AbortSignal): Promise<AuctionTickReport>;
  /** How many auctions the last poll left out because of the limit. */
  readonly leftOut: number;
  /** How many auctions the last poll skipped because they are too large to be read. */
  readonly tooLarge: number;
}

/** Shares the posted bids, as after a poll, so that each is in memory only once. */
const withSharedBids = (tracked: TrackedAuction): TrackedAuction => {
  const { auction, announced } = tracked;
  return { ...tracked, announced: { ...announced, bids: sharedBids(announced.bids, auction.bids) } };
};

function noteExtension({ auction, extensions }: TrackedAuction, before: WatchedAuctions): void {
  const known = before?.get(auction.id);
  if (known === undefined || extensions <= known.extensions) return;
  reached(known.announced.ended ? 'an auction is extended after its shown end' : 'an auction is extended');
}

/**
 * Heap bytes of auctions that one transaction saves without alerts. SQLite writes a whole transaction synchronously at
 * its commit, in about 4 ms for each MiB.
 */
const SAVED_TOGETHER_BYTES = 6 * 1_048_576;

/** Splits the auctions, in order, into parts of at most this many bytes. A larger auction gets its own part. */
function partsOf(auctions: readonly TrackedAuction[]): readonly (readonly TrackedAuction[])[] {
  const parts: TrackedAuction[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of auctions) {
    bytes += trackedBytes(one);
    if (bytes > SAVED_TOGETHER_BYTES) {
      parts.push([]);
      bytes = trackedBytes(one);
    }
    parts.at(-1)?.push(one);
  }
  return parts;
}

/** Maximum number of dropped auctions that are logged one by one. */
const MAX_LOGGED = 10;

export interface AuctionMonitorDeps extends AddressingDeps {
  readonly read: ReadAuctions;
  readonly store: Omit<AuctionStore, 'countTrackedAuctions'>;
  readonly clock: Clock;
  /** The marketplace's time as far as it is known, epoch ms; the base of ends and lead times. Default: `clock.now`. */
  readonly marketNow?: () => number;
  readonly random: () => number;
  /** Called with the channels that have new messages or edits. */
  readonly wake: (channelIds: readonly string[]) => void;
  /** Called after the commit. */
  readonly report: (event: AlertsDue) => void;
  /** Heap share of the auctions. Default: no limit. */
  readonly memory?: ForeignShare;
  /** Called with all auctions of each poll. */
  readonly learn: (auctions: Dated<readonly Auction[]>) => void;
}

/**
 * Watches all auctions. Writes of polls and endings run one at a time. Alerts are written in the same transaction as
 * their auctions: after a crash before the commit the poll is repeated, and after the commit nothing is lost.
 */
export function createAuctionMonitor(deps: AuctionMonitorDeps): AuctionMonitor {
  const { read, store, clock, random, log, wake, learn, report } = deps;
  const { marketNow = clock.now, memory = unlimitedShare } = deps;
  const sequentially = createSequentialRunner();
  const tokenDetails = createTokenDetailsCache();
  let leftOut = 0;
  let tooLarge = 0;
  /** Copy of the stored auctions; `undefined` while it must be loaded. Only this monitor writes them. */
  let watched: WatchedAuctions | undefined;
  /** Start of the latest poll that was written, epoch ms. */
  let lastReadingAt: number | null = null;

  async function loadWatched(): Promise<WatchedAuctions> {
    if (watched === undefined) {
      const tracked = await store.trackedAuctions();
      for (const state of await store.auctionStates()) tokenDetails.set(state);
      watched =
        tracked === null ? null : new Map(tracked.map((one) => [one.auction.id, withSharedBids(one)]));
      memory.keep([...(watched?.values() ?? [])].reduce((sum, one) => sum + trackedBytes(one), 0));
    }
    return watched;
  }

  async function write(
    before: WatchedAuctions,
    changes: readonly ChangedAuction[],
    dropped: readonly TrackedAuction[],
    signal: AbortSignal,
  ): Promise<number> {
    const baseline = before === null;
    if (!baseline && changes.length === 0 && dropped.length === 0) return 0;
    for (const { tracked } of changes) noteExtension(tracked, before);
    const at = clock.now();
    const { tracked, alerts, topics, detected } = await addressAuctions(changes, deps, tokenDetails, signal);
    const droppedIds = dropped.map(({ auction }) => auction.id);
    // No message depends on these auctions, so they can be saved first.
    const shownIds = new Set([
      ...alerts.flatMap(({ alert }) => (isAuction(alert) ? [alert.auction] : [])),
      ...topics.flatMap(({ state }) => (isAuction(state) ? [state.auction] : [])),
    ]);
    const isShown = ({ auction }: TrackedAuction): boolean => shownIds.has(auction.id);
    const parts = partsOf(tracked.filter((one) => !isShown(one)));
    const earlier = parts.slice(0, -1);
    const last = earlier.length === 0 ? tracked : [...(parts.at(-1) ?? []), ...tracked.filter(isShown)];
    async function save(): Promise<readonly string[]> {
      for (const part of earlier) {
        const nothing = { dropped: [], alerts: [], topics: [] };
        await store.ingestAuctions({ at, baseline, isPart: true, tracked: part, ...nothing });
      }
      const batch = { at, baseline, tracked: last, dropped: droppedIds, alerts, topics, detected };
      const saved = await store.ingestAuctions(batch);
      report({ type: 'due', alerts });
      return saved;
    }
    const channelIds = await save().catch((error: unknown) => {
      // Some transactions may have been committed, so load the state again.
      watched = undefined;
      throw error;
    });
    const after = new Map(before);
    for (const one of tracked) after.set(one.auction.id, one);
    for (const id of droppedIds) {
      after.delete(id);
      tokenDetails.delete(id);
    }
    watched = after;
    wake(channelIds);
    return alerts.length;
  }

  function logDropped(dropped: ReadingOutcome['dropped']): void {
    const unexpected = dropped.filter(({ reason }) => reason !== 'closed' && reason !== 'over limit');
    for (const { tracked, reason } of unexpected.slice(0, MAX_LOGGED))
      log.warn({ auction: tracked.auction.id, reason }, 'auction no longer tracked');
    if (unexpected.length > MAX_LOGGED)
      log.warn({ auctions: unexpected.length - MAX_LOGGED }, 'further auctions no longer tracked');
    const others = dropped.length - unexpected.length;
    if (others > 0) log.debug({ auctions: others }, 'auctions no longer tracked: finished or over the limit');
  }

  async function ingest(reading: AuctionReading, signal: AbortSignal): Promise<AuctionTickReport> {
    const before = await loadWatched();
    const limits = { previousReadingAt: lastReadingAt, maxBytes: memory.limit };
    const outcome = await finishInChunks(applyReadingInSteps(before, reading, limits), signal);
    const { changes, dropped, leftOut: tooMany, stale } = outcome;
    const alerts = await write(
      before,
      changes,
      dropped.map(({ tracked }) => tracked),
      signal,
    );
    memory.keep(outcome.bytes);
    lastReadingAt = reading.at;
    if (before === null)
      log.info({ auctions: changes.length }, 'first poll of the auctions done; new events are announced');
    if (stale > 0) log.info({ stale }, 'auction events older than six hours skipped');
    logDropped(dropped);
    if (tooMany > 0 && leftOut === 0)
      log.warn({ leftOut: tooMany }, 'too many auctions; those over the limit not tracked');
    if (tooMany === 0 && leftOut > 0) log.info('auctions within the limit again');
    leftOut = tooMany;
    if (reading.tooLarge.length > tooLarge)
      log.warn({ skipped: reading.tooLarge.slice(0, MAX_LOGGED) }, 'auctions skipped: too large to read');
    tooLarge = reading.tooLarge.length;
    return {
      read: reading.seen.size,
      changed: changes.length,
      alerts,
      stale,
      dropped: dropped.length,
      leftOut,
      tooLarge,
    };
  }

  const endingScheduler = createEndingScheduler({
    nextAt() {
      const now = marketNow();
      if (watched === undefined) return now;
      const times = [...(watched?.values() ?? [])].flatMap((tracked) => nextLeadAt(tracked, now) ?? []);
      return times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b));
    },
    ingest: (signal) =>
      sequentially(async () => {
        const before = await loadWatched();
        if (before === null) return;
        await write(before, dueEndings(before, marketNow()), [], signal);
      }),
    clock: { ...clock, now: marketNow },
    random,
    log,
  });

  return {
    get leftOut() {
      return leftOut;
    },
    get tooLarge() {
      return tooLarge;
    },
    async tick(signal) {
      const asOf = clock.now();
      const reading = await read((await sequentially(loadWatched)) ?? new Map(), signal);
      learn({
        value: Array.from(reading.seen.values(), ({ auction }) => auction),
        asOf,
        stale: false,
      });
      const report = await sequentially(() => ingest(reading, signal));
      endingScheduler.reschedule();
      return report;
    },
    [Symbol.asyncDispose]: () => endingScheduler[Symbol.asyncDispose](),
  };
}
