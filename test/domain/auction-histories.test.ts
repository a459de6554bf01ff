import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Auction } from '../../src/domain/auction.ts';
import { auctionState, newsAlert } from '../../src/domain/auction-alerts.ts';
import { dueLeads } from '../../src/domain/auction-endings.ts';
import { type AuctionNews, progress } from '../../src/domain/auction-progress.ts';
import { absent } from '../../src/domain/auction-watching.ts';
import type { TrackedAuction } from '../../src/domain/tracked-auction.ts';
import { type AuctionLedger, anyLedger, endAt, recordAt } from './auction-ledger.ts';

/** How a look goes wrong; `replayed` shows again what was true before, and says so or claims to be fresh. */
type Trouble = 'none' | 'repeated' | 'missing' | 'late' | 'replayed' | 'shuffled' | 'cut';

interface Look {
  /** Seconds after the look before. */
  readonly after: number;
  readonly trouble: Trouble;
  /** Which of the earlier moments is replayed, and which bids are cut: 0 to 1. */
  readonly choice: number;
}

const anyLook: fc.Arbitrary<Look> = fc.record({
  after: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 3_000 })),
  trouble: fc.constantFrom<Trouble>(
    'none',
    'none',
    'repeated',
    'missing',
    'late',
    'replayed',
    'shuffled',
    'cut',
  ),
  choice: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

interface Told {
  readonly news: AuctionNews;
  /** When the snapshot was taken, epoch seconds. */
  readonly at: number;
  readonly tracked: TrackedAuction;
}

interface Run {
  readonly told: readonly Told[];
  readonly endings: readonly {
    readonly at: number;
    readonly leads: readonly number[];
    readonly known: Auction;
  }[];
  readonly tracked: TrackedAuction | null;
  /** The first look that showed it, epoch seconds, and whether that was the baseline. */
  readonly first: { readonly at: number; readonly baseline: boolean } | null;
  /** Moments of which an honest look was taken in, in order. */
  readonly shown: readonly number[];
}

/** Looks at a history as often as told, and then twice when all is over. */
function watch(ledger: AuctionLedger, looks: readonly Look[], firstLook: number): Run {
  const told: Told[] = [];
  const endings: { at: number; leads: readonly number[]; known: Auction }[] = [];
  const shown: number[] = [];
  let tracked: TrackedAuction | null = null;
  let first: Run['first'] = null;
  let baseline = true;

  const take = (auction: Auction | null, takenAt: number) => {
    const isBaseline = baseline;
    baseline = false;
    if (auction === null) return;
    first ??= { at: takenAt, baseline: isBaseline };
    const result = progress(tracked, { auction, takenAt: takenAt * 1_000 }, isBaseline);
    tracked = result.tracked;
    if (tracked !== null) for (const news of result.news) told.push({ news, at: takenAt, tracked });
  };
  const wait = (from: number, to: number) => {
    for (const at of [from + Math.floor((to - from) / 2), to]) {
      if (tracked === null) continue;
      const leads = dueLeads(tracked, at * 1_000);
      if (leads.length === 0) continue;
      endings.push({ at, leads, known: tracked.auction });
      tracked = { ...tracked, told: { ...tracked.told, endings: [...tracked.told.endings, ...leads] } };
    }
  };
  const look = (at: number, trouble: Trouble, choice: number) => {
    const record = recordAt(ledger, at);
    const before = shown[Math.floor(choice * shown.length)];
    const latest = shown.at(-1);
    const replay = before === undefined ? null : recordAt(ledger, before);
    switch (trouble) {
      case 'missing':
        if (tracked !== null) tracked = absent(tracked, at * 1_000);
        baseline = false;
        return;
      case 'late':
        if (before !== undefined) take(replay, before);
        return;
      case 'replayed':
        // Of what was never newer than what is known, nobody could tell that it is old.
        if (
          latest === undefined ||
          JSON.stringify(replay, text) === JSON.stringify(recordAt(ledger, latest), text)
        )
          return;
        take(replay, at);
        return;
      case 'cut':
        if (record === null || !ledger.dated) return;
        take({ ...record, bids: record.bids.filter((_, number) => (number * 0.37 + choice) % 1 < 0.6) }, at);
        return;
      case 'shuffled':
        take(record === null ? null : { ...record, bids: record.bids.toReversed() }, at);
        break;
      case 'repeated':
        take(record, at);
        take(record, at);
        break;
      case 'none':
        take(record, at);
        break;
      default:
        trouble satisfies never;
    }
    if (record !== null) shown.push(at);
  };

  let now = firstLook;
  for (const { after, trouble, choice } of looks) {
    look(now, trouble, choice);
    wait(now, now + after);
    now += after;
  }
  const over = Math.max(now, (ledger.settledAt ?? ledger.cancelledAt ?? endAt(ledger, Infinity)) + 1);
  look(over, 'none', 0);
  look(over + 60, 'none', 0);
  return { told, endings, tracked, first, shown };
}

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
const kindsOf = ({ told }: Run) => told.map(({ news }) => news.kind);
const count = (run: Run, kind: AuctionNews['kind']) => kindsOf(run).filter((one) => one === kind).length;

const aHistory = fc
  .record({
    ledger: anyLedger,
    looks: fc.array(anyLook, { maxLength: 40 }),
    lead: fc.integer({ min: -7_000, max: 3_000 }),
  })
  .map(({ ledger, looks, lead }) => ({ ledger, run: watch(ledger, looks, ledger.startTime - 600 - lead) }));

const holds = (check: (ledger: AuctionLedger, run: Run) => void) =>
  fc.assert(
    fc.property(aHistory, ({ ledger, run }) => check(ledger, run)),
    { numRuns: 1_000 },
  );

describe('any history of an auction, however it is looked at', () => {
  it('has its end told exactly once, unless it was cancelled or over before it could be news', () => {
    holds((ledger, run) => {
      const end = endAt(ledger, Infinity);
      const { first } = run;
      const isNews = first !== null && (first.at < end || (!first.baseline && first.at - end <= 6 * 3_600));
      expect(count(run, 'auction_ended')).toBe(isNews && ledger.cancelledAt === null ? 1 : 0);
    });
  });

  it('has its end told only when it has ended', () => {
    holds((ledger, run) => {
      for (const { news, at } of run.told)
        if (news.kind === 'auction_ended') expect(at).toBeGreaterThanOrEqual(endAt(ledger, Infinity));
    });
  });

  it('has its cancellation told exactly once, when it was known before that', () => {
    holds((ledger, run) => {
      const known = run.first !== null && ledger.cancelledAt !== null && run.first.at < ledger.cancelledAt;
      expect(count(run, 'auction_cancelled')).toBe(known ? 1 : 0);
    });
  });

  it('has its start told at most once, first of all, and never of one that was known from the first look', () => {
    holds((ledger, run) => {
      const kinds = kindsOf(run);
      const from = kinds.lastIndexOf('auction_started');
      expect(from).toBeLessThan(1);
      if (from === 0) {
        const history = run.first?.baseline === true && run.first.at >= ledger.startTime;
        expect(history).toBe(false);
      }
    });
  });

  it('has no bid told twice, none that was not made, and none that did not lead', () => {
    holds((ledger, run) => {
      const bids = run.told.flatMap(({ news }) => (news.bid === null ? [] : [news.bid]));
      const made = new Map(ledger.bids.map((bid) => [bid.amount, bid]));
      for (const [position, bid] of bids.entries()) {
        expect(made.get(bid.amount)?.bidder).toBe(bid.bidder);
        expect(bid.amount).toBeGreaterThan(bids[position - 1]?.amount ?? 0n);
      }
    });
  });

  it('has its last bid told, unless that was history or first seen with the end', () => {
    holds((ledger, run) => {
      const last = ledger.bids.at(-1);
      const { first } = run;
      if (last === undefined || first === null || ledger.cancelledAt !== null) return;
      if (first.at >= (first.baseline ? last.at : endAt(ledger, Infinity)) || first.at < ledger.startTime)
        return;
      expect(run.told.findLast(({ news }) => news.bid !== null)?.news.bid?.amount).toBe(last.amount);
    });
  });

  it('has nothing told after its end or its cancellation', () => {
    holds((_, run) => {
      const kinds = kindsOf(run);
      const over = kinds.findIndex((kind) => kind === 'auction_ended' || kind === 'auction_cancelled');
      if (over !== -1) expect(over).toBe(kinds.length - 1);
    });
  });

  it('is told as the ledger has it: who led, whom it outbid, for how much', () => {
    holds((ledger, run) => {
      for (const { news, tracked, at } of run.told) {
        const alert = newsAlert(news, tracked);
        const bids = ledger.bids.filter((bid) => bid.at <= at);
        const leading = bids.findLast((bid) => bid.amount === alert.highestBid);
        expect(alert.leader).toBe(leading?.bidder ?? null);
        if (tracked.auction.bids.length === bids.length) {
          expect(alert.bidCount).toBe(bids.length);
          expect(alert.outbid).toBe(bids.at(-2)?.bidder ?? null);
        }
      }
    });
  });

  it('ends up shown as the ledger has it', () => {
    holds((ledger, { tracked, shown }) => {
      if (tracked === null) return;
      const state = auctionState(tracked, (shown.at(-1) ?? 0) * 1_000);
      const [last, before] = ledger.bids.toReversed();
      expect(state).toMatchObject({
        endTime: endAt(ledger, Infinity),
        bidCount: ledger.bids.length,
        leader: last?.bidder ?? null,
        highestBid: last?.amount ?? null,
        outbid: before?.bidder ?? null,
        finalizedAt: ledger.settledAt,
      });
      const settled = last === undefined ? 'unsold' : 'sold';
      const closed = ledger.settledAt === null ? 'ended' : settled;
      expect(state.status).toBe(ledger.cancelledAt === null ? closed : 'cancelled');
    });
  });

  it('has each lead time of its end told at most once, and while it runs, as far as is known', () => {
    holds((_, { endings }) => {
      const leads = endings.flatMap((ending) => ending.leads);
      expect(new Set(leads).size).toBe(leads.length);
      for (const { at, leads: due, known } of endings) {
        expect(at).toBeLessThan(known.endTime ?? 0);
        for (const lead of due) expect(at).toBeGreaterThanOrEqual((known.endTime ?? 0) - lead * 60);
      }
    });
  });
});
