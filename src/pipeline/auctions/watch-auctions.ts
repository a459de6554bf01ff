import type { Auction } from '../../domain/auction.ts';
import { nextLeadAt } from '../../domain/auction-endings.ts';
import type { Dated } from '../../domain/dated.ts';
import type { TrackedAuction } from '../../domain/tracked-auction.ts';
import type { AuctionInbox, Clock } from '../ports.ts';
import { type AddressingDeps, addressAuctions, type ChangedAuction } from './address-auctions.ts';
import { createEndings } from './endings.ts';
import type { AuctionReading, ReadAuctions } from './read-auctions.ts';
import { createRememberedFacts } from './remembered-facts.ts';
import { type LookOutcome, takeEndings, takeLook, type Watched } from './take-look.ts';
import { createTurns } from './turns.ts';

/** What one look at the auctions did, for the log and the counters. */
export interface AuctionTickReport {
  readonly read: number;
  readonly changed: number;
  readonly alerts: number;
  readonly stale: number;
  readonly dropped: number;
  /** Listed by the marketplace and not watched, since they are too many. */
  readonly leftOut: number;
}

/** Tells what happens to auctions: by looks at the marketplace, and by the clock when one is about to end. */
export interface AuctionWatch extends AsyncDisposable {
  /**
   * One look, from the marketplace to the outbox. Rejects, with nothing written, when anything of it fails. The first one
   * that succeeds also begins to tell of endings, since what was kept from before a stop may have changed meanwhile.
   */
  tick(signal: AbortSignal): Promise<AuctionTickReport>;
  /** How many auctions the last look left out, since they are too many. */
  readonly leftOut: number;
}

/** So many auctions that are watched no more are named in the log at once. */
const SAID_ONE_BY_ONE = 10;

/** What `createAuctionWatch` needs. */
export interface AuctionWatchDeps extends AddressingDeps {
  readonly read: ReadAuctions;
  readonly inbox: AuctionInbox;
  readonly clock: Clock;
  /** The marketplace's own time, as far as it is known, epoch ms: ends and lead times come by it. Default the clock's. */
  readonly marketNow?: () => number;
  readonly random: () => number;
  /** Called with the channels that have something new to send or to edit. */
  readonly wake: (channelIds: readonly string[]) => void;
  /** Called with every auction that was read. */
  readonly learn: (auctions: Dated<readonly Auction[]>) => void;
}

/**
 * The watch over all auctions. All that it writes, for looks and for endings, is written one at a time; each write is one
 * transaction, so a crash before it repeats the look and a crash after it finds everything told.
 */
export function createAuctionWatch(deps: AuctionWatchDeps): AuctionWatch {
  const { read, inbox, clock, random, log, wake, learn } = deps;
  const { marketNow = clock.now } = deps;
  const inTurn = createTurns();
  const facts = createRememberedFacts();
  let leftOut = 0;
  /** What the store holds; `undefined` while that is not known. Nobody else writes it. */
  let kept: Watched | undefined;
  /** When the latest look that was taken in began. */
  let lookedAt: number | null = null;

  async function known(): Promise<Watched> {
    if (kept === undefined) {
      const tracked = await inbox.trackedAuctions();
      for (const state of await inbox.auctionStates()) facts.remember(state);
      kept = tracked === null ? null : new Map(tracked.map((one) => [one.auction.id, one]));
    }
    return kept;
  }

  async function write(
    before: Watched,
    changes: readonly ChangedAuction[],
    dropped: readonly TrackedAuction[],
    signal: AbortSignal,
  ): Promise<number> {
    const baseline = before === null;
    if (!baseline && changes.length === 0 && dropped.length === 0) return 0;
    const at = clock.now();
    const { tracked, alerts, topics } = await addressAuctions(changes, deps, facts, signal);
    const gone = dropped.map(({ auction }) => auction.id);
    const intake = { at, baseline, tracked, dropped: gone, alerts, topics };
    const channelIds = await inbox.takeInAuctions(intake).catch((error: unknown) => {
      // Whether it was written is not known, so what the store holds is asked for again.
      kept = undefined;
      throw error;
    });
    const after = new Map(before);
    for (const one of tracked) after.set(one.auction.id, one);
    for (const id of gone) {
      after.delete(id);
      facts.forget(id);
    }
    kept = after;
    wake(channelIds);
    return alerts.length;
  }

  function sayDropped(dropped: LookOutcome['dropped']): void {
    const worthSaying = dropped.filter(({ reason }) => reason !== 'closed' && reason !== 'crowded out');
    for (const { tracked, reason } of worthSaying.slice(0, SAID_ONE_BY_ONE))
      log.warn({ auction: tracked.auction.id, reason }, 'the auction is watched no more');
    if (worthSaying.length > SAID_ONE_BY_ONE)
      log.warn({ auctions: worthSaying.length - SAID_ONE_BY_ONE }, 'further auctions are watched no more');
    const others = dropped.length - worthSaying.length;
    if (others > 0)
      log.debug({ auctions: others }, 'auctions that are over, or too many, are watched no more');
  }

  async function takeIn(reading: AuctionReading, signal: AbortSignal): Promise<AuctionTickReport> {
    const before = await known();
    const { changes, dropped, leftOut: tooMany, stale } = takeLook(before, reading, lookedAt);
    const alerts = await write(
      before,
      changes,
      dropped.map(({ tracked }) => tracked),
      signal,
    );
    lookedAt = reading.at;
    if (before === null)
      log.info({ auctions: changes.length }, 'first look at the auctions taken; news is told from here on');
    if (stale > 0) log.info({ stale }, 'what happened to auctions more than six hours ago is not told');
    sayDropped(dropped);
    if (tooMany > 0 && leftOut === 0)
      log.warn(
        { leftOut: tooMany },
        'there are more auctions than can be watched; nothing is told of the rest',
      );
    if (tooMany === 0 && leftOut > 0) log.info('there are no more auctions than can be watched any longer');
    leftOut = tooMany;
    return {
      read: reading.seen.size,
      changed: changes.length,
      alerts,
      stale,
      dropped: dropped.length,
      leftOut,
    };
  }

  const endings = createEndings({
    nextAt() {
      const now = marketNow();
      if (kept === undefined) return now;
      const times = [...(kept?.values() ?? [])].flatMap((tracked) => nextLeadAt(tracked, now) ?? []);
      return times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b));
    },
    takeIn: (signal) =>
      inTurn(async () => {
        const before = await known();
        if (before === null) return;
        await write(before, takeEndings(before, marketNow()), [], signal);
      }),
    clock: { ...clock, now: marketNow },
    random,
    log,
  });

  return {
    get leftOut() {
      return leftOut;
    },
    async tick(signal) {
      const asOf = clock.now();
      const reading = await read((await inTurn(known)) ?? new Map(), signal);
      learn({
        value: Array.from(reading.seen.values(), ({ auction }) => auction),
        asOf,
        stale: false,
      });
      const report = await inTurn(() => takeIn(reading, signal));
      endings.replan();
      return report;
    },
    [Symbol.asyncDispose]: () => endings[Symbol.asyncDispose](),
  };
}
