import { describe, expect, it } from 'vitest';
import type { Auction, Bid } from '../../src/domain/auction.ts';
import { auctionState, newsAlert } from '../../src/domain/auction-alerts.ts';
import { dueLeads, nextLeadAt } from '../../src/domain/auction-endings.ts';
import { progress } from '../../src/domain/auction-progress.ts';
import { absent, reasonToDrop } from '../../src/domain/auction-watching.ts';
import type { TrackedAuction } from '../../src/domain/tracked-auction.ts';
import { auctionOf } from '../discord/any-auction.ts';
import { address, txHash } from '../support/build-activity.ts';

const START = 1_767_225_600;
const END = START + 3_600;
const DAY = 24 * 3_600;

const bid = (amount: bigint, bidder = 1, at = START + Number(amount)): Bid => ({
  bidder: address(bidder),
  amount,
  at,
  txHash: txHash(Number(amount)),
});

/** An auction with these bids, as it is shown while it runs. */
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

/** What snapshots one after the other make of an auction; each with the second it was taken at. */
function follow(looks: readonly (readonly [number, Auction])[], { baseline = false } = {}) {
  let tracked: TrackedAuction | null = null;
  const told: string[] = [];
  for (const [position, [at, snapshot]] of looks.entries()) {
    const result = progress(tracked, { auction: snapshot, takenAt: at * 1_000 }, baseline && position === 0);
    tracked = result.tracked;
    for (const { kind, bid: newest } of result.news)
      told.push(newest === null ? kind : `${kind} ${newest.amount}`);
  }
  if (tracked === null) throw new Error('the auction is not watched');
  return { told, tracked, state: auctionState(tracked) };
}

describe('an auction that is watched', () => {
  it('is told from its start to its settlement', () => {
    const bids = [bid(10n, 1), bid(12n, 2)];
    const settled = { active: false, finalizedAt: END + 1_064, updatedAt: END + 1_064 };
    const { told, state } = follow([
      [START + 5, auction()],
      [START + 11, auction(bids.slice(0, 1))],
      [START + 15, auction(bids)],
      [END, auction(bids)],
      [END + 1_070, auction(bids, settled)],
    ]);
    expect(told).toEqual(['auction_started', 'auction_bid 10', 'auction_bid 12', 'auction_ended']);
    expect(state).toMatchObject({
      kind: 'auction_ended',
      status: 'sold',
      leader: address(2),
      highestBid: 12n,
    });
  });

  it('is history in its start and its bids when it ran at the first look, but not in what comes', () => {
    const { told } = follow(
      [
        [START + 30, auction([bid(10n)])],
        [START + 60, auction([bid(10n), bid(12n, 2)])],
        [END, auction([bid(10n), bid(12n, 2)])],
      ],
      { baseline: true },
    );
    expect(told).toEqual(['auction_bid 12', 'auction_ended']);
  });

  it('is told as ended only when it began and ended between two looks', () => {
    expect(follow([[END + 60, auction([bid(10n)])]]).told).toEqual(['auction_ended']);
  });

  it('is not told before its start', () => {
    const upcoming = auction([], { createdAt: START - 90, updatedAt: START - 90 });
    const looks = [
      [START - 60, upcoming],
      [START, upcoming],
    ] as const;
    expect(follow(looks.slice(0, 1)).told).toEqual([]);
    expect(follow(looks).told).toEqual(['auction_started']);
    expect(follow(looks, { baseline: true }).told).toEqual(['auction_started']);
  });

  it('has the bids of one look told as one, with the wallet that led before', () => {
    const three = auction([bid(10n, 1), bid(12n, 2), bid(15n, 3)]);
    const before = progress(null, { auction: auction(), takenAt: START * 1_000 }, false).tracked;
    const { news, tracked } = progress(before, { auction: three, takenAt: (START + 60) * 1_000 }, false);
    const alerts = tracked === null ? [] : news.map((one) => newsAlert(one, tracked));
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

  it('has a leader who raised itself named as the one it outbid', () => {
    expect(follow([[START + 20, auction([bid(10n, 1), bid(12n, 1)])]]).state.outbid).toBe(address(1));
  });

  it('knows a bid by its amount and bidder, when its time and hash are told later', () => {
    const bare = { ...bid(10n), at: null, txHash: null };
    const { told } = follow([
      [START + 20, auction([bare])],
      [START + 40, auction([bid(10n)], { updatedAt: START + 39 })],
    ]);
    expect(told).toEqual(['auction_started', 'auction_bid 10']);
  });

  it('has no bid told again after the list lost it and found it again', () => {
    const { told } = follow([
      [START + 20, auction([bid(10n), bid(12n, 2)])],
      [START + 40, auction([], { updatedAt: START + 39 })],
      [START + 60, auction([bid(10n), bid(12n, 2)], { updatedAt: START + 59 })],
    ]);
    expect(told).toEqual(['auction_started', 'auction_bid 12']);
  });

  it('has a leader told whom only the highest bid names', () => {
    const named = auction([], { highestBid: 30n, highestBidder: address(9) });
    expect(follow([[START + 20, named]])).toMatchObject({
      told: ['auction_started', 'auction_bid 30'],
      state: { leader: address(9), bidCount: 1 },
    });
  });

  it('takes no snapshot that was taken before the one it knows', () => {
    const { state } = follow([
      [START + 40, auction([bid(10n)], { updatedAt: null })],
      [START + 30, auction([bid(11n)], { updatedAt: null })],
    ]);
    expect(state.highestBid).toBe(10n);
  });

  it('has not ended while nothing that was seen at its end shows that', () => {
    const extended = auction([bid(10n, 1, END - 1)], { endTime: END + 299, updatedAt: END - 1 });
    const { told, tracked } = follow([
      [END - 2, auction()],
      [END + 1, extended],
    ]);
    expect(told).toEqual(['auction_started', 'auction_bid 10']);
    expect(tracked.extensions).toBe(1);
  });

  it('is told as ended from an old copy no more than from none', () => {
    const extended = auction([bid(10n, 1, END - 1)], { endTime: END + 299, updatedAt: null });
    const { told } = follow([
      [END - 1, extended],
      [END + 1, auction([], { updatedAt: null })],
    ]);
    expect(told).toEqual(['auction_started', 'auction_bid 10']);
  });

  it('is shown as sold, and nothing is told, when it settles after its end was told', () => {
    const sold = { active: false, finalizedAt: END + 1_064, updatedAt: END + 1_064 };
    const looks = [
      [END - 1, auction([bid(10n)])],
      [END, auction([bid(10n)])],
      [END + 1_100, auction([bid(10n)], sold)],
    ] as const;
    expect(follow(looks.slice(0, 2)).state.status).toBe('ended');
    expect(follow(looks).state).toMatchObject({ status: 'sold', finalizedAt: END + 1_064 });
    expect(follow(looks).told).toHaveLength(3);
  });

  it('goes on when a bid of the last second shows only after its end was told, which is not told again', () => {
    const moved = { endTime: END + 300 };
    const late = auction([bid(10n), bid(12n, 2, END - 1)], moved);
    const last = auction([bid(10n), bid(12n, 2, END - 1), bid(15n, 3, END + 60)], moved);
    const { told, state } = follow([
      [START + 20, auction([bid(10n)])],
      [END + 1, auction([bid(10n)])],
      [END + 16, late],
      [END + 75, last],
      [END + 301, last],
    ]);
    expect(told).toEqual([
      'auction_started',
      'auction_bid 10',
      'auction_ended',
      'auction_bid 12',
      'auction_bid 15',
    ]);
    expect(state).toMatchObject({ status: 'ended', highestBid: 15n, endTime: END + 300 });
  });

  it('has ended as it was settled, when that comes before its end', () => {
    const settled = { active: false, finalizedAt: START + 100, updatedAt: START + 100 };
    const { told, tracked, state } = follow([
      [START + 20, auction([bid(10n)])],
      [START + 110, auction([bid(10n)], settled)],
    ]);
    expect(told.at(-1)).toBe('auction_ended');
    expect(state).toMatchObject({ status: 'sold', occurredAt: START + 100, endTime: END });
    expect(dueLeads(tracked, (END - 60) * 1_000)).toEqual([]);
  });

  it('ends without a bid as unsold', () => {
    const unsold = auction([], { active: false, finalizedAt: END + 10, updatedAt: END + 10 });
    const { told, state } = follow([
      [START, auction()],
      [END + 20, unsold],
    ]);
    expect(told).toEqual(['auction_started', 'auction_ended']);
    expect(state).toMatchObject({ status: 'unsold', leader: null, highestBid: null, bidCount: 0 });
  });

  it('is told as cancelled when it is inactive before its end, and as nothing after that', () => {
    const cancelled = { active: false, updatedAt: START + 100 };
    const { told, state } = follow([
      [START, auction()],
      [START + 120, auction([], cancelled)],
      [END + 10, auction([], cancelled)],
    ]);
    expect(told).toEqual(['auction_started', 'auction_cancelled']);
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
      const { told, state } = follow([
        [END - 30, auction(before)],
        [END + 5, over],
        [END + 20, over],
        [END + 1_070, { ...over, finalizedAt: END + 1_064, updatedAt: END + 1_064 }],
      ]);
      expect(told.filter((news) => !news.startsWith('auction_bid'))).toEqual([
        'auction_started',
        'auction_ended',
      ]);
      expect(state).toMatchObject({ status: status === 'ended' ? 'sold' : status, bidCount: after.length });
    },
  );

  it('was cancelled where something else was written before its end, also when that is seen after it', () => {
    const cancelled = auction([bid(10n)], { active: false, updatedAt: END - 300 });
    const { told } = follow([
      [START + 20, auction([bid(10n)])],
      [END + 5, cancelled],
    ]);
    expect(told.at(-1)).toBe('auction_cancelled');
  });

  it('is not taken for cancelled by a clock that is behind', () => {
    const over = auction([bid(10n)], { active: false, updatedAt: END });
    const { told } = follow([
      [START + 20, auction([bid(10n)])],
      [END - 20, over],
    ]);
    expect(told).toEqual(['auction_started', 'auction_bid 10', 'auction_ended']);
  });

  it('is of no interest when it was over for more than six hours, or cancelled, before anybody saw it', () => {
    const look = (change: Partial<Auction>, at: number) =>
      progress(null, { auction: auction([], change), takenAt: at * 1_000 }, false).tracked;
    expect(look({}, END + 6 * 3_600 + 1)).toBeNull();
    expect(look({ active: false }, START + 60)).toBeNull();
    expect(look({}, END + 6 * 3_600)).not.toBeNull();
  });
});

describe('the end of an auction', () => {
  const running = (change: Partial<Auction> = {}) => follow([[START, auction([], change)]]).tracked;
  const minutes = (before: number) => (END - before * 60) * 1_000;

  it('comes due an hour, half an hour, ten and five minutes before', () => {
    const long = running({ endTime: START + DAY });
    expect(nextLeadAt(long, START * 1_000)).toBe((START + DAY - 3_600) * 1_000);
    expect(dueLeads(long, (START + DAY - 3_601) * 1_000)).toEqual([]);
    expect(dueLeads(long, (START + DAY - 3_600) * 1_000)).toEqual([60]);
  });

  it('comes due for several lead times at once when it is seen late', () => {
    expect(dueLeads(running(), minutes(7))).toEqual([60, 30, 10]);
  });

  it('does not come due any more when it is over, cancelled or in no list', () => {
    expect(dueLeads(running(), END * 1_000)).toEqual([]);
    expect(nextLeadAt(running(), END * 1_000)).toBeNull();
    expect(dueLeads(absent(running(), minutes(20)), minutes(7))).toEqual([]);
    const { tracked } = follow([
      [START, auction()],
      [START + 60, auction([], { active: false, updatedAt: START + 50 })],
    ]);
    expect(dueLeads(tracked, minutes(7))).toEqual([]);
  });

  it('moves with what was not told yet', () => {
    const told = running();
    const tracked = { ...told, told: { ...told.told, endings: [60, 30, 10] } };
    const later = auction([bid(10n, 1, END - 400)], { endTime: END + 900, updatedAt: END - 400 });
    const moved = progress(tracked, { auction: later, takenAt: minutes(6) }, false).tracked;
    expect(moved === null ? null : nextLeadAt(moved, minutes(6))).toBe((END + 600) * 1_000);
  });

  it('is history in the lead times that had passed at the first look', () => {
    const { tracked } = follow([[END - 420, auction()]], { baseline: true });
    expect(tracked.told.endings).toEqual([60, 30, 10]);
    expect(dueLeads(tracked, minutes(5))).toEqual([5]);
  });
});

describe('what is watched', () => {
  const after = (tracked: TrackedAuction, seconds: number) => reasonToDrop(tracked, (END + seconds) * 1_000);

  it('is let go a day after it was settled or cancelled', () => {
    const sold = auction([bid(10n)], { active: false, finalizedAt: END, updatedAt: END });
    const { tracked } = follow([[END, sold]]);
    expect([after(tracked, DAY - 1), after(tracked, DAY)]).toEqual([null, 'closed']);
  });

  it('is let go after 30 days without a settlement', () => {
    const { tracked } = follow([[END, auction([bid(10n)])]]);
    expect([after(tracked, 30 * DAY - 1), after(tracked, 30 * DAY)]).toEqual([null, 'unsettled']);
  });

  it('is let go after a day in which no list held it', () => {
    const { tracked } = follow([[END - 60, auction()]]);
    const missing = absent(absent(tracked, END * 1_000), (END + 3_600) * 1_000);
    expect([after(missing, DAY - 1), after(missing, DAY)]).toEqual([null, 'missing']);
  });

  it('is not missing any more when a list holds it again', () => {
    const { tracked } = follow([[END - 60, auction()]]);
    const missing = absent(tracked, (END - 50) * 1_000);
    const { tracked: again } = progress(missing, { auction: auction(), takenAt: (END - 40) * 1_000 }, false);
    expect(again?.missingSince).toBeNull();
  });
});
