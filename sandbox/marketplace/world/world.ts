import type { WorldClock } from '../clock.ts';
import type { LedgerBook, LedgerRecord } from '../ledger.ts';
import { createRandom } from '../random/random.ts';
import type { Settlements } from './auctions/settlements.ts';
import type { Feed, FeedEntry } from './feed.ts';
import type { Market } from './market.ts';
import type { WorldEvent } from './model.ts';
import { Refusal } from './refusal.ts';
import type { WorldSource } from './source.ts';
import { listingExpiry } from './transactions.ts';

/** When the feed shows something that has just happened: at once, never, or some wall ms later. */
export type Visibility = 'at once' | 'never' | { readonly lateByMs: number };

/** The running world: takes from its source what is due, and puts it into market, feed and ledger. */
export interface World {
  /** Whether nothing more will happen by itself. */
  readonly isOver: () => boolean;
  /** Catches up with the clock. While the clock is paused nothing happens. */
  readonly advance: () => void;
  /** Lets something happen now, whatever the clock says; returns what the feed showed of it at once. */
  readonly happen: (events: readonly WorldEvent[]) => readonly LedgerRecord[];
}

export interface WorldDeps {
  readonly source: WorldSource;
  readonly settlements: Settlements;
  readonly market: Market;
  readonly feed: Feed;
  readonly ledger: LedgerBook;
  readonly clock: WorldClock;
  /** Wall ms. */
  readonly now: () => number;
  /** Asked once for each thing that happens after the start. */
  readonly visibility: () => Visibility;
}

/** Creates the world and plays its history. */
export function createWorld(deps: WorldDeps): World {
  const { source, settlements, market, feed, ledger, clock, now } = deps;
  let late: { readonly entry: FeedEntry; readonly dueMs: number }[] = [];
  let advancing = false;
  let lapsed = 0;

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

  const tell = (entry: FeedEntry): readonly LedgerRecord[] => {
    const visibility = deps.visibility();
    if (visibility === 'at once') return [show(entry)];
    if (visibility !== 'never') late.push({ entry, dueMs: now() + visibility.lateByMs });
    return [];
  };

  /** World ms at which the next listing runs out. */
  const nextLapseMs = (): number => market.lapses.next()?.atMs ?? Number.POSITIVE_INFINITY;

  const lapse = (): readonly WorldEvent[] => {
    const due = market.lapses.next();
    if (due === undefined) return [];
    const { collection, token, atMs } = due;
    lapsed += 1;
    const key = `${collection.profile.address}:lapse:${lapsed}`;
    return [listingExpiry({ key, atMs, random: createRandom(key) }, collection, token)];
  };

  const nextAtMs = (): number => Math.min(source.nextAtMs(), settlements.nextAtMs(), nextLapseMs());

  const takeNext = (): readonly WorldEvent[] => {
    const atMs = nextAtMs();
    if (settlements.nextAtMs() <= atMs) return settlements.take();
    return nextLapseMs() <= atMs ? lapse() : source.take(market, clock.wallOf);
  };

  const takeDue = (worldMs: number, tellOne: (event: WorldEvent, happenedAtMs: number) => void): void => {
    while (nextAtMs() <= worldMs) {
      for (const event of takeNext()) {
        const happenedAtMs = clock.wallOf(event.atMs);
        if (possible(event, happenedAtMs)) tellOne(event, happenedAtMs);
      }
    }
  };

  /** What was caused meanwhile, or a pause, can make impossible what a source had planned; then it does not happen. */
  const possible = (event: WorldEvent, happenedAtMs: number): boolean => {
    try {
      market.apply(event, happenedAtMs);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
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
      // A listener that reads the ledger lands here again, in the middle of what it was told about.
      if (advancing || clock.paused) return;
      advancing = true;
      try {
        takeDue(clock.worldMs(), (event, happenedAtMs) => tell(entryOf(event, happenedAtMs, false)));
        revealLate();
      } finally {
        advancing = false;
      }
    },
    happen: (events) =>
      events.flatMap((event) => {
        market.apply(event, now());
        return tell(entryOf(event, now(), false));
      }),
  };
}
