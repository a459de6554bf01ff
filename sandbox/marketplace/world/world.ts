import type { WorldClock } from '../clock.ts';
import type { LedgerRecord, WritableLedger } from '../ledger.ts';
import { createRandom } from '../random/random.ts';
import type { Settlements } from './auctions/settlements.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { ImpossibleEventError } from './impossible-event-error.ts';
import type { Market } from './market.ts';
import type { WorldEvent } from './model.ts';
import type { WorldSource } from './source.ts';
import { listingExpiry } from './transactions.ts';

/** When the feed shows a new event: at once, never, or some wall ms later. */
export type Visibility = 'at once' | 'never' | { readonly lateByMs: number };

/** The running world: takes due events from its source and applies them to market, feed and ledger. */
export interface World {
  /** Whether no further event will happen by itself. */
  readonly isOver: () => boolean;
  /** Processes the events that are due. Nothing happens while the clock is paused. */
  readonly advance: () => void;
  /** Applies events now, independent of the clock; returns the records that the feed showed at once. */
  readonly happen: (events: readonly WorldEvent[]) => readonly LedgerRecord[];
}

export interface WorldDeps {
  readonly source: WorldSource;
  readonly settlements: Settlements;
  readonly market: Market;
  readonly feed: Feed;
  readonly ledger: WritableLedger;
  readonly clock: WorldClock;
  /** Wall ms. */
  readonly now: () => number;
  /** Called once for each event after the start. */
  readonly visibility: () => Visibility;
}

/** Creates the world and applies its history. */
export function createWorld(deps: WorldDeps): World {
  const { source, settlements, market, feed, ledger, clock, now } = deps;
  let late: { readonly entry: FeedEntry; readonly dueMs: number }[] = [];
  let advancing = false;
  let expiredCount = 0;

  const show = ({ record, happenedAtMs }: FeedEntry): LedgerRecord => {
    const shown = { ...record, shownAtMs: now() };
    feed.show({ record: shown, happenedAtMs });
    ledger.enter(shown);
    return shown;
  };

  const entryOf = (event: WorldEvent, happenedAtMs: number, history: boolean): FeedEntry => {
    const sheet = market.at(event.collection)?.sheet(event.tokenId);
    const record = {
      activityId: event.id,
      kind: event.kind,
      collection: event.collection,
      tokenId: event.tokenId,
      tokenName: sheet?.name ?? '',
      amount: sheet?.amount ?? 1,
      price: event.price,
      seller: event.from,
      buyer: event.to,
      auctionId: event.auction?.id ?? null,
      txHash: event.txHash,
      logIndex: event.logIndex,
      timestamp: Math.floor(happenedAtMs / 1000),
      shownAtMs: 0,
      history,
    };
    return { happenedAtMs, record };
  };

  const publish = (entry: FeedEntry): readonly LedgerRecord[] => {
    const visibility = deps.visibility();
    if (visibility === 'at once') return [show(entry)];
    if (visibility !== 'never') late.push({ entry, dueMs: now() + visibility.lateByMs });
    return [];
  };

  /** World ms at which the next listing expires. */
  const nextExpiryMs = (): number => market.expiries.next()?.atMs ?? Number.POSITIVE_INFINITY;

  const expiry = (): readonly WorldEvent[] => {
    const due = market.expiries.next();
    if (due === undefined) return [];
    const { collection, token, atMs } = due;
    expiredCount += 1;
    const key = `${collection.profile.address}:lapse:${expiredCount}`;
    return [listingExpiry({ key, atMs, random: createRandom(key) }, collection, token)];
  };

  const nextAtMs = (): number => Math.min(source.nextAtMs(), settlements.nextAtMs(), nextExpiryMs());

  const takeNext = (): readonly WorldEvent[] => {
    const atMs = nextAtMs();
    if (settlements.nextAtMs() <= atMs) return settlements.take();
    return nextExpiryMs() <= atMs ? expiry() : source.take(market, clock.wallOf);
  };

  const takeDue = (worldMs: number, publishOne: (event: WorldEvent, happenedAtMs: number) => void): void => {
    while (nextAtMs() <= worldMs) {
      for (const event of takeNext()) {
        const happenedAtMs = clock.wallOf(event.atMs);
        if (possible(event, happenedAtMs)) publishOne(event, happenedAtMs);
      }
    }
  };

  /** Caused events, or a pause, can make a planned event impossible; then it is dropped. */
  const possible = (event: WorldEvent, happenedAtMs: number): boolean => {
    try {
      market.apply(event, happenedAtMs);
      return true;
    } catch (error) {
      if (error instanceof ImpossibleEventError) return false;
      throw error;
    }
  };

  const revealLate = (): void => {
    const due = late.filter(({ dueMs }) => dueMs <= now());
    if (due.length === 0) return;
    late = late.filter(({ dueMs }) => dueMs > now());
    for (const { entry } of due) show(entry);
  };

  takeDue(0, (event, happenedAtMs) => show(entryOf(event, happenedAtMs, true)));

  return {
    isOver: () => nextAtMs() === Number.POSITIVE_INFINITY,
    advance() {
      // Listeners that read the ledger call this again while events are being applied.
      if (advancing || clock.paused) return;
      advancing = true;
      try {
        takeDue(clock.worldMs(), (event, happenedAtMs) => publish(entryOf(event, happenedAtMs, false)));
        revealLate();
      } finally {
        advancing = false;
      }
    },
    happen: (events) =>
      events.flatMap((event) => {
        market.apply(event, now());
        return publish(entryOf(event, now(), false));
      }),
  };
}
