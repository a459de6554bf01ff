import { describe, expect, it } from 'vitest';
import { auctionEventAlert, auctionState } from '#src/alerts/auctions/auction-alerts.ts';
import { dueLeads, nextLeadAt } from '#src/alerts/auctions/auction-endings.ts';
import { progress } from '#src/alerts/auctions/auction-progress.ts';
import { markMissing, reasonToDrop } from '#src/alerts/auctions/auction-retention.ts';
import type { TrackedAuction } from '#src/alerts/auctions/tracked-auction.ts';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address, txHash } from '../../support/build-activity.ts';

const START = 1_767_225_600;
const END = START + 3_600;
const DAY = 24 * 3_600;

const bid = (amount: bigint, bidder = 1, at = START + Number(amount)): Bid => ({
  bidder: address(bidder),
  amount,
  at,
  txHash: txHash(Number(amount)),
});

/** A running auction with these bids. */
function auction(bids: readonly Bid[] = [], change: Partial<Auction> = {}): Auction {
  const top = bids.at(-1) ?? null;
  return auctionOf({
    id: 'a-1',
    bids,
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    startingPrice: 10n,
    updatedAt: top?.at ?? START,
    endTime: END,
    ...change,
  });
}

/** Applies snapshots in order; each with the second that it was taken at. */
function follow(polls: readonly (readonly [number, Auction])[], { baseline = false } = {}) {
  let tracked: TrackedAuction | null = null;
  const announced: string[] = [];
  for (const [position, [at, snapshot]] of polls.entries()) {
    const result = progress(tracked, { auction: snapshot, takenAt: at * 1_000 }, baseline && position === 0);
    tracked = result.tracked;
    for (const { kind, bid: newest, confirms } of result.news) {
      const detail = newest === null ? confirms : newest.amount;
      announced.push(detail === null ? kind : `${kind} ${detail}`);
    }
  }
  if (tracked === null) throw new Error('the auction is not watched');
  return { announced, tracked, state: auctionState(tracked) };
}

describe('a tracked auction', () => {
  it('is reported from its start to its settlement', () => {
    const bids = [bid(10n, 1), bid(12n, 2)];
    const settled = { active: false, finalizedAt: END + 1_064, updatedAt: END + 1_064 };
    const { announced, state } = follow([
      [START + 5, auction()],
      [START + 11, auction(bids.slice(0, 1))],
      [START + 15, auction(bids)],
      [END, auction(bids)],
      [END + 1_070, auction(bids, settled)],
    ]);
    expect(announced).toEqual([
      ...['auction_started', 'auction_bid 10', 'auction_bid 12', 'auction_ended', 'auction_ended same'],
    ]);
    expect(state).toMatchObject({
      topic: 'auction_ended',
      status: 'sold',
      leader: address(2),
      highestBid: 12n,
    });
  });

  it('has its start and bids as history if it runs at the first poll, and reports later events', () => {
    const { announced } = follow(
      [
        [START + 30, auction([bid(10n)])],
        [START + 60, auction([bid(10n), bid(12n, 2)])],
        [END, auction([bid(10n), bid(12n, 2)])],
      ],
      { baseline: true },
    );
    expect(announced).toEqual(['auction_bid 12', 'auction_ended']);
  });

  it('is only reported as ended if it began and ended between two polls', () => {
    expect(follow([[END + 60, auction([bid(10n)])]]).announced).toEqual(['auction_ended']);
  });

  it('is not reported before its start', () => {
    const upcoming = auction([], { createdAt: START - 90, updatedAt: START - 90 });
    const polls = [
      [START - 60, upcoming],
      [START, upcoming],
    ] as const;
    expect(follow(polls.slice(0, 1)).announced).toEqual([]);
    expect(follow(polls).announced).toEqual(['auction_started']);
    expect(follow(polls, { baseline: true }).announced).toEqual(['auction_started']);
  });

  it('reports the bids of one poll as one event, with the previous leader', () => {
    const three = auction([bid(10n, 1), bid(12n, 2), bid(15n, 3)]);
    const before = progress(null, { auction: auction(), takenAt: START * 1_000 }, false).tracked;
    const { news, tracked } = progress(before, { auction: three, takenAt: (START + 60) * 1_000 }, false);
    const alerts = tracked === null ? [] : news.map((one) => auctionEventAlert(one, tracked));
    expect(alerts).toMatchObject([
      {
        key: `auction_bid:a-1:${address(3)}:15`,
        leader: address(3),
        outbid: address(2),
        highestBid: 15n,
        bidCount: 3,
        txHash: txHash(15),
        occurredAt: START + 15,
        latestBids: [{ amount: 15n }, { amount: 12n }, { amount: 10n }],
      },
    ]);
  });

  it('reports a leader that raised its own bid as the outbid wallet', () => {
    expect(follow([[START + 20, auction([bid(10n, 1), bid(12n, 1)])]]).state.outbid).toBe(address(1));
  });

  it('reports everyone who was outbid since the last event: who led, and who bid since and does not lead', () => {
    const before = progress(
      null,
      { auction: auction([bid(10n, 1), bid(11n, 2)]), takenAt: START * 1_000 },
      false,
    ).tracked;
    const now = auction([bid(10n, 1), bid(11n, 2), bid(12n, 3), bid(13n, 4), bid(14n, 3)]);
    const { news } = progress(before, { auction: now, takenAt: (START + 60) * 1_000 }, false);

    expect(news.map(({ overtaken }) => overtaken)).toEqual([
      [
        { wallet: address(4), amount: 13n },
        { wallet: address(2), amount: 11n },
      ],
    ]);
  });

  it('reports nobody as outbid for a first bid and for a bid over one’s own', () => {
    const polls = [[], [bid(10n, 1)], [bid(10n, 1), bid(12n, 1)]];
    let tracked: TrackedAuction | null = null;
    const outbid = polls.flatMap((bids, at) => {
      const result = progress(tracked, { auction: auction(bids), takenAt: (START + at) * 1_000 }, false);
      tracked = result.tracked;
      return result.news.map(({ overtaken }) => overtaken);
    });

    expect(outbid).toEqual([[], [], []]);
  });

  it('identifies a bid by amount and bidder when its time and hash are reported later', () => {
    const bare = { ...bid(10n), at: null, txHash: null };
    const { announced } = follow([
      [START + 20, auction([bare])],
      [START + 40, auction([bid(10n)], { updatedAt: START + 39 })],
    ]);
    expect(announced).toEqual(['auction_started', 'auction_bid 10']);
  });

  it('does not report a bid again that disappears from the list and returns', () => {
    const { announced } = follow([
      [START + 20, auction([bid(10n), bid(12n, 2)])],
      [START + 40, auction([], { updatedAt: START + 39 })],
      [START + 60, auction([bid(10n), bid(12n, 2)], { updatedAt: START + 59 })],
    ]);
    expect(announced).toEqual(['auction_started', 'auction_bid 12']);
  });

  it('reports a leader that only the highest bid contains', () => {
    const named = auction([], { highestBid: 30n, highestBidder: address(9) });
    expect(follow([[START + 20, named]])).toMatchObject({
      announced: ['auction_started', 'auction_bid 30'],
      state: { leader: address(9), bidCount: 1 },
    });
  });

  it('ignores a snapshot that is older than the current one', () => {
    const { state } = follow([
      [START + 40, auction([bid(10n)], { updatedAt: null })],
      [START + 30, auction([bid(11n)], { updatedAt: null })],
    ]);
    expect(state.highestBid).toBe(10n);
  });

  it('has not ended before a snapshot from its end shows that', () => {
    const extended = auction([bid(10n, 1, END - 1)], { endTime: END + 299, updatedAt: END - 1 });
    const { announced, tracked } = follow([
      [END - 2, auction()],
      [END + 1, extended],
    ]);
    expect(announced).toEqual(['auction_started', 'auction_bid 10']);
    expect(tracked.extensions).toBe(1);
  });

  it('is not reported as ended by an outdated copy', () => {
    const extended = auction([bid(10n, 1, END - 1)], { endTime: END + 299, updatedAt: null });
    const { announced } = follow([
      [END - 1, extended],
      [END + 1, auction([], { updatedAt: null })],
    ]);
    expect(announced).toEqual(['auction_started', 'auction_bid 10']);
  });

  it('has its result confirmed when it settles after its end was reported', () => {
    const sold = { active: false, finalizedAt: END + 1_064, updatedAt: END + 1_064 };
    const polls = [
      [END - 1, auction([bid(10n)])],
      [END, auction([bid(10n)])],
      [END + 1_100, auction([bid(10n)], sold)],
    ] as const;
    expect(follow(polls.slice(0, 2)).state.status).toBe('ended');
    expect(follow(polls).state).toMatchObject({ status: 'sold', finalizedAt: END + 1_064 });
    expect(follow(polls).announced.slice(2)).toEqual(['auction_ended', 'auction_ended same']);
  });

  it('continues when a bid of the last second appears after its end was reported, and does not report the end again', () => {
    const moved = { endTime: END + 300 };
    const late = auction([bid(10n), bid(12n, 2, END - 1)], moved);
    const last = auction([bid(10n), bid(12n, 2, END - 1), bid(15n, 3, END + 60)], moved);
    const { announced, state } = follow([
      [START + 20, auction([bid(10n)])],
      [END + 1, auction([bid(10n)])],
      [END + 16, late],
      [END + 75, last],
      [END + 301, last],
    ]);
    expect(announced).toEqual([
      'auction_started',
      'auction_bid 10',
      'auction_ended',
      'auction_bid 12',
      'auction_bid 15',
    ]);
    expect(state).toMatchObject({ status: 'ended', highestBid: 15n, endTime: END + 300 });
  });

  it('ends at its settlement if that is before its end time', () => {
    const settled = { active: false, finalizedAt: START + 100, updatedAt: START + 100 };
    const { announced, tracked, state } = follow([
      [START + 20, auction([bid(10n)])],
      [START + 110, auction([bid(10n)], settled)],
    ]);
    expect(announced.at(-1)).toBe('auction_ended');
    expect(state).toMatchObject({ status: 'sold', occurredAt: START + 100, endTime: END });
    expect(dueLeads(tracked, (END - 60) * 1_000)).toEqual([]);
  });

  it('ends without a bid as unsold', () => {
    const unsold = auction([], { active: false, finalizedAt: END + 10, updatedAt: END + 10 });
    const { announced, state } = follow([
      [START, auction()],
      [END + 20, unsold],
    ]);
    expect(announced).toEqual(['auction_started', 'auction_ended']);
    expect(state).toMatchObject({ status: 'unsold', leader: null, highestBid: null, bidCount: 0 });
  });

  it('is reported as cancelled when it is inactive before its end, and as nothing after that', () => {
    const cancelled = { active: false, updatedAt: START + 100 };
    const { announced, state } = follow([
      [START, auction()],
      [START + 120, auction([], cancelled)],
      [END + 10, auction([], cancelled)],
    ]);
    expect(announced).toEqual(['auction_started', 'auction_cancelled']);
    expect(state).toMatchObject({ status: 'cancelled', occurredAt: START + 100 });
  });

  it.each([
    ['nothing was written since', [bid(10n)], [bid(10n)], 'ended'],
    ['only a bid was written since', [bid(10n)], [bid(10n), bid(12n, 2, END - 20)], 'ended'],
    ['it had no bid', [], [], 'unsold'],
  ] as const)(
    'has ended, and was not cancelled, where it is inactive from its end on: %s',
    (_what, before, after, status) => {
      const over = auction(after, { active: false });
      const { announced, state } = follow([
        [END - 30, auction(before)],
        [END + 5, over],
        [END + 20, over],
        [END + 1_070, { ...over, finalizedAt: END + 1_064, updatedAt: END + 1_064 }],
      ]);
      expect(announced.filter((news) => !news.startsWith('auction_bid'))).toEqual([
        'auction_started',
        'auction_ended',
        'auction_ended same',
      ]);
      expect(state).toMatchObject({ status: status === 'ended' ? 'sold' : status, bidCount: after.length });
    },
  );

  it('was cancelled if its record was updated before its end, even if that is seen later', () => {
    const cancelled = auction([bid(10n)], { active: false, updatedAt: END - 300 });
    const { announced } = follow([
      [START + 20, auction([bid(10n)])],
      [END + 5, cancelled],
    ]);
    expect(announced.at(-1)).toBe('auction_cancelled');
  });

  it('is not cancelled because of a clock that is behind', () => {
    const over = auction([bid(10n)], { active: false, updatedAt: END });
    const { announced } = follow([
      [START + 20, auction([bid(10n)])],
      [END - 20, over],
    ]);
    expect(announced).toEqual(['auction_started', 'auction_bid 10', 'auction_ended']);
  });

  it('is not tracked if it ended more than six hours ago or was cancelled before its first snapshot', () => {
    const poll = (change: Partial<Auction>, at: number) =>
      progress(null, { auction: auction([], change), takenAt: at * 1_000 }, false).tracked;
    expect(poll({}, END + 6 * 3_600 + 1)).toBeNull();
    expect(poll({ active: false }, START + 60)).toBeNull();
    expect(poll({}, END + 6 * 3_600)).not.toBeNull();
  });
});

describe('the end of an auction', () => {
  const running = (change: Partial<Auction> = {}) => follow([[START, auction([], change)]]).tracked;
  const minutes = (before: number) => (END - before * 60) * 1_000;

  it('is due an hour, half an hour, ten and five minutes before', () => {
    const long = running({ endTime: START + DAY });
    expect(nextLeadAt(long, START * 1_000)).toBe((START + DAY - 3_600) * 1_000);
    expect(dueLeads(long, (START + DAY - 3_601) * 1_000)).toEqual([]);
    expect(dueLeads(long, (START + DAY - 3_600) * 1_000)).toEqual([60]);
  });

  it('is due for several lead times at once if it is seen late', () => {
    expect(dueLeads(running(), minutes(7))).toEqual([60, 30, 10]);
  });

  it('is not due any more when it is over, cancelled or missing from all lists', () => {
    expect(dueLeads(running(), END * 1_000)).toEqual([]);
    expect(nextLeadAt(running(), END * 1_000)).toBeNull();
    expect(dueLeads(markMissing(running(), minutes(20)), minutes(7))).toEqual([]);
    const { tracked } = follow([
      [START, auction()],
      [START + 60, auction([], { active: false, updatedAt: START + 50 })],
    ]);
    expect(dueLeads(tracked, minutes(7))).toEqual([]);
  });

  it('moves the lead times that were not reported yet', () => {
    const before = running();
    const tracked = { ...before, announced: { ...before.announced, endings: [60, 30, 10] } };
    const later = auction([bid(10n, 1, END - 400)], { endTime: END + 900, updatedAt: END - 400 });
    const moved = progress(tracked, { auction: later, takenAt: minutes(6) }, false).tracked;
    expect(moved === null ? null : nextLeadAt(moved, minutes(6))).toBe((END + 600) * 1_000);
  });

  it('has the lead times that passed before the first poll as history', () => {
    const { tracked } = follow([[END - 420, auction()]], { baseline: true });
    expect(tracked.announced.endings).toEqual([60, 30, 10]);
    expect(dueLeads(tracked, minutes(5))).toEqual([5]);
  });
});

describe('tracking of an auction', () => {
  const after = (tracked: TrackedAuction, seconds: number) => reasonToDrop(tracked, (END + seconds) * 1_000);

  it('ends nine days after its settlement or cancellation, so that it is in the recap of its week', () => {
    const sold = auction([bid(10n)], { active: false, finalizedAt: END, updatedAt: END });
    const { tracked } = follow([[END, sold]]);
    expect([after(tracked, 9 * DAY - 1), after(tracked, 9 * DAY)]).toEqual([null, 'closed']);
  });

  it('ends after 30 days without a settlement', () => {
    const { tracked } = follow([[END, auction([bid(10n)])]]);
    expect([after(tracked, 30 * DAY - 1), after(tracked, 30 * DAY)]).toEqual([null, 'unsettled']);
  });

  it('goes on, however long it runs without a bid, and while its end was not posted', () => {
    const { tracked } = follow([[END - 60, auction()]]);
    expect(after(tracked, 9 * DAY)).toBeNull();
    const { tracked: bidOn } = follow([[END - 60, auction([bid(10n)])]]);
    expect(after(bidOn, 31 * DAY)).toBeNull();
  });

  it('ends after a day in which no list contained it', () => {
    const { tracked } = follow([[END - 60, auction()]]);
    const missing = markMissing(markMissing(tracked, END * 1_000), (END + 3_600) * 1_000);
    expect([after(missing, DAY - 1), after(missing, DAY)]).toEqual([null, 'missing']);
  });

  it('continues when a list contains it again', () => {
    const { tracked } = follow([[END - 60, auction()]]);
    const missing = markMissing(tracked, (END - 50) * 1_000);
    const { tracked: again } = progress(missing, { auction: auction(), takenAt: (END - 40) * 1_000 }, false);
    expect(again?.missingSince).toBeNull();
  });
});
