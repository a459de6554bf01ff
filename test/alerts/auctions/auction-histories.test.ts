import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auctionEventAlert, auctionState } from '#src/alerts/auctions/auction-alerts.ts';
import { dueLeads } from '#src/alerts/auctions/auction-endings.ts';
import { type AuctionEvent, progress } from '#src/alerts/auctions/auction-progress.ts';
import { markMissing } from '#src/alerts/auctions/auction-retention.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import { type AuctionLedger, anyLedger, endAt, recordAt } from './auction-ledger.ts';

/** Faults of a poll; `replayed` returns an earlier state, with its old or with a new update time. */
type Trouble = 'none' | 'repeated' | 'missing' | 'late' | 'replayed' | 'shuffled' | 'cut';

interface Poll {
  /** Seconds after the previous poll. */
  readonly after: number;
  readonly trouble: Trouble;
  /** Chooses the earlier state that is replayed and the bids that are cut: 0 to 1. */
  readonly choice: number;
}

const anyPoll: fc.Arbitrary<Poll> = fc.record({
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

interface AnnouncedEvent {
  readonly news: AuctionEvent;
  /** When the snapshot was taken, epoch seconds. */
  readonly at: number;
  readonly tracked: TrackedAuction;
}

interface Run {
  readonly announced: readonly AnnouncedEvent[];
  readonly endings: readonly {
    readonly at: number;
    readonly leads: readonly number[];
    readonly known: Auction;
  }[];
  readonly tracked: TrackedAuction | null;
  /** The first poll that showed it, epoch seconds, and whether that was the baseline. */
  readonly first: { readonly at: number; readonly baseline: boolean } | null;
}

/** Polls a history as chosen, and then twice after its last event. */
function watch(ledger: AuctionLedger, polls: readonly Poll[], firstPoll: number): Run {
  const announced: AnnouncedEvent[] = [];
  const endings: { at: number; leads: readonly number[]; known: Auction }[] = [];
  /** Times of the polls without faults, in order. */
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
    if (tracked !== null) for (const news of result.news) announced.push({ news, at: takenAt, tracked });
  };
  const wait = (from: number, to: number) => {
    for (const at of [from + Math.floor((to - from) / 2), to]) {
      if (tracked === null) continue;
      const leads = dueLeads(tracked, at * 1_000);
      if (leads.length === 0) continue;
      endings.push({ at, leads, known: tracked.auction });
      tracked = {
        ...tracked,
        announced: { ...tracked.announced, endings: [...tracked.announced.endings, ...leads] },
      };
    }
  };
  const poll = (at: number, trouble: Trouble, choice: number) => {
    const record = recordAt(ledger, at);
    const before = shown[Math.floor(choice * shown.length)];
    const latest = shown.at(-1);
    const replay = before === undefined ? null : recordAt(ledger, before);
    switch (trouble) {
      case 'missing':
        if (tracked !== null) tracked = markMissing(tracked, at * 1_000);
        baseline = false;
        return;
      case 'late':
        if (before !== undefined) take(replay, before);
        return;
      case 'replayed':
        // A state that is not older by any field cannot be recognised as outdated.
        if (
          latest === undefined ||
          JSON.stringify(replay, text) === JSON.stringify(recordAt(ledger, latest), text)
        )
          return;
        take(replay, at);
        return;
      case 'cut': {
        if (record === null || !ledger.dated) return;
        const bids = record.bids.filter((_, number) => (number * 0.37 + choice) % 1 < 0.6);
        // While it runs, the leader may be missing in the record.
        const forgets = at < endAt(ledger, Infinity) && choice > 0.4;
        take({ ...record, bids, ...(forgets ? { highestBid: null, highestBidder: null } : {}) }, at);
        return;
      }
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

  let now = firstPoll;
  for (const { after, trouble, choice } of polls) {
    poll(now, trouble, choice);
    wait(now, now + after);
    now += after;
  }
  const over = Math.max(now, (ledger.settledAt ?? ledger.cancelledAt ?? endAt(ledger, Infinity)) + 1);
  poll(over, 'none', 0);
  poll(over + 60, 'none', 0);
  return { announced, endings, tracked, first };
}

const text = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
/** A result that became final is the same end again. */
const kindsOf = ({ announced }: Run) =>
  announced.flatMap(({ news }) => (news.confirms === null ? [news.kind] : []));
const count = (run: Run, kind: AuctionEvent['kind']) => kindsOf(run).filter((one) => one === kind).length;

const aHistory = fc
  .record({
    ledger: anyLedger,
    polls: fc.array(anyPoll, { maxLength: 40 }),
    lead: fc.integer({ min: -7_000, max: 3_000 }),
  })
  .map(({ ledger, polls, lead }) => ({ ledger, run: watch(ledger, polls, ledger.startTime - 600 - lead) }));

const RUNS = { numRuns: 1_000 };

/** Whether it was tracked before `at` (epoch seconds); `grace`: seconds after that in which its end is still reported. */
function isKnownBefore({ first }: Run, at: number, grace = 0): boolean {
  return first !== null && (first.at < at || (!first.baseline && first.at - at <= grace));
}

describe('any history of an auction, with any sequence of polls', () => {
  it('reports its end exactly once, unless it was cancelled or ended before it was tracked', () => {
    fc.assert(
      fc.property(aHistory, ({ ledger, run }) => {
        const isNews = isKnownBefore(run, endAt(ledger, Infinity), 6 * 3_600);
        expect(count(run, 'auction_ended')).toBe(isNews && ledger.cancelledAt === null ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('reports its end only after it has ended', () => {
    fc.assert(
      fc.property(aHistory, ({ ledger, run }) => {
        const ends = run.announced.filter(({ news }) => news.kind === 'auction_ended');
        expect(ends.filter(({ at }) => at < endAt(ledger, Infinity))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('reports its cancellation exactly once, if it was tracked before', () => {
    fc.assert(
      fc.property(aHistory, ({ ledger, run }) => {
        const isNews = ledger.cancelledAt !== null && (run.first?.at ?? Infinity) < ledger.cancelledAt;
        expect(count(run, 'auction_cancelled')).toBe(isNews ? 1 : 0);
      }),
      RUNS,
    );
  });

  it('reports its start at most once, as the first event, and never if it was running at the first poll', () => {
    fc.assert(
      fc.property(aHistory, ({ ledger, run }) => {
        const history = run.first?.baseline === true && run.first.at >= ledger.startTime;
        const starts = kindsOf(run).flatMap((kind, place) => (kind === 'auction_started' ? [place] : []));
        expect(history ? [[]] : [[], [0]]).toContainEqual(starts);
      }),
      RUNS,
    );
  });

  it('reports no bid twice, no bid that was not made, and none that did not lead', () => {
    fc.assert(
      fc.property(aHistory, ({ ledger, run }) => {
        const bids = run.announced.flatMap(({ news }) => (news.bid === null ? [] : [news.bid]));
        const names = bids.map(({ bidder, amount }) => `${amount} ${bidder}`);
        const made = ledger.bids.map(({ bidder, amount }) => `${amount} ${bidder}`);
        // The bids that were made, without duplicates and in order.
        expect(names).toEqual(made.filter((name) => names.includes(name)));
      }),
      RUNS,
    );
  });

  it('reports its last bid, unless that was history or first seen with the end', () => {
    fc.assert(
      fc.property(
        aHistory.filter(({ ledger, run: { first } }) => {
          const last = ledger.bids.at(-1);
          if (last === undefined || first === null || ledger.cancelledAt !== null) return false;
          return first.at >= ledger.startTime && first.at < (first.baseline ? last.at : last.endTime);
        }),
        ({ ledger, run }) => {
          const latest = run.announced.findLast(({ news }) => news.bid !== null);
          expect(latest?.news.bid?.amount).toBe(ledger.bids.at(-1)?.amount);
        },
      ),
      RUNS,
    );
  });

  it('reports nothing after its end or its cancellation', () => {
    fc.assert(
      fc.property(aHistory, ({ run }) => {
        const topics = kindsOf(run);
        const over = topics.findIndex((kind) => kind === 'auction_ended' || kind === 'auction_cancelled');
        expect([-1, topics.length - 1]).toContain(over);
      }),
      RUNS,
    );
  });

  it('reports leader, outbid wallet and amounts as the ledger has them', () => {
    fc.assert(
      fc.property(aHistory, ({ ledger, run }) => {
        for (const { news, tracked, at } of run.announced) {
          const { leader, highestBid, outbid, bidCount } = auctionEventAlert(news, tracked);
          const bids = ledger.bids.filter((bid) => bid.at <= at);
          const place = bids.findIndex(({ amount }) => amount === highestBid);
          expect(leader).toBe(bids[place]?.bidder ?? null);
          // The missing bids of a cut list are unknown.
          const whole = tracked.auction.bids.length === bids.length;
          expect(whole ? [bidCount, outbid] : []).toEqual(
            whole ? [bids.length, bids.at(-2)?.bidder ?? null] : [],
          );
        }
      }),
      RUNS,
    );
  });

  it('shows the final state of the ledger at the end', () => {
    fc.assert(
      fc.property(
        aHistory.filter(({ run }) => run.tracked !== null),
        ({ ledger, run: { tracked } }) => {
          const [last, before] = ledger.bids.toReversed();
          const settled = last === undefined ? 'unsold' : 'sold';
          const closed = ledger.settledAt === null ? 'ended' : settled;
          expect(tracked === null ? null : auctionState(tracked)).toMatchObject({
            endTime: endAt(ledger, Infinity),
            bidCount: ledger.bids.length,
            leader: last?.bidder ?? null,
            highestBid: last?.amount ?? null,
            outbid: before?.bidder ?? null,
            finalizedAt: ledger.settledAt,
            status: ledger.cancelledAt === null ? closed : 'cancelled',
          });
        },
      ),
      RUNS,
    );
  });

  it('reports each lead time at most once, and only while it runs, as far as is known', () => {
    fc.assert(
      fc.property(aHistory, ({ run: { endings } }) => {
        const leads = endings.flatMap((ending) => ending.leads);
        expect(new Set(leads).size).toBe(leads.length);
        for (const { at, leads: due, known } of endings) {
          const left = (known.endTime ?? 0) - at;
          expect(left).toBeGreaterThan(0);
          expect(due.filter((lead) => left > lead * 60)).toEqual([]);
        }
      }),
      RUNS,
    );
  });
});
