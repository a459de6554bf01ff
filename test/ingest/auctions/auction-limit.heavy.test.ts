import { describe, expect, it } from 'vitest';
import type { Auction } from '#src/marketplace/resources/auction.ts';
import type { Bid } from '#src/marketplace/resources/auction-bids.ts';
import { auctionOf } from '../../discord/any-auction.ts';
import { address } from '../../support/build-activity.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import type { ModelRule } from './model-auctions.ts';
import { startWatch } from './start-monitor.ts';

const START = 1_767_225_600;
const HOUR = 3_600;
/** What the documents say: auctions, each twenty bids as one more. */
const MAX_WATCHED = 20_000;
const MAX_READ = 10_000;
const BIDS_AS_ONE = 20;
const MAX_BIDS = 1_000;
const rule: ModelRule = { channelId: 'all', topics: ['auction_started', 'auction_bid', 'auction_ended'] };

const bidsOf = (count: number, from = 1): readonly Bid[] =>
  Array.from({ length: count }, (_unused, number) => ({
    bidder: address(7),
    amount: BigInt(from + number),
    at: START,
    txHash: null,
  }));

function auction(id: string, endsIn: number, bids: readonly Bid[] = []): Auction {
  const top = bids.at(-1) ?? null;
  return auctionOf({
    id,
    bids,
    endTime: START + endsIn,
    highestBid: top?.amount ?? null,
    highestBidder: top?.bidder ?? null,
    updatedAt: START + (bids.length % 7),
  });
}

/** Auctions that nobody ever made, other ones each time. */
const madeUp = (poll: number, count: number, bids: readonly Bid[] = []) =>
  Array.from({ length: count }, (_unused, number) => auction(`made-up-${poll}-${number}`, 10 * HOUR, bids));

function start(rules: readonly ModelRule[] = []) {
  const clock = createManualClock(START * 1_000);
  const lists: { auctions: readonly Auction[] } = { auctions: [] };
  const watch = startWatch({ clock, all: () => lists.auctions, rules });
  return {
    ...watch,
    async show(auctions: readonly Auction[]) {
      lists.auctions = auctions;
      await clock.advance(15_000);
      return watch.tick();
    },
    async watched() {
      return (await watch.inbox.trackedAuctions()) ?? [];
    },
  };
}

describe('fabricated auctions, new ones at every poll', () => {
  it('are watched up to a number, and those that are there all the time before those that vanished', async () => {
    const honest = Array.from({ length: 30 }, (_unused, number) => auction(`honest-${number}`, HOUR));
    const { show, watched } = start();
    await show(honest);
    for (let poll = 1; poll <= 4; poll += 1) {
      const { leftOut } = await show([...honest, ...madeUp(poll, 9_000)]);
      expect((await watched()).length).toBeLessThanOrEqual(MAX_WATCHED);
      expect(leftOut).toBe(0);
    }
    const ids = new Set((await watched()).map(({ auction: { id } }) => id));
    expect(honest.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect((await show([...honest, ...madeUp(9, 11_000)])).leftOut).toBe(11_030 - MAX_READ);
  });

  it('count by their bids, too', async () => {
    const { show, watched } = start();
    for (let poll = 1; poll <= 3; poll += 1) await show(madeUp(poll, 300, bidsOf(MAX_BIDS)));
    const weights = (await watched()).map(
      ({ auction: { bids }, announced }) => 1 + (bids.length + announced.bids.length) / BIDS_AS_ONE,
    );
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(MAX_WATCHED);
    expect(weights.length).toBeGreaterThan(100);
  });

  it('are posted once at most, although they come and go', async () => {
    const { show, inbox } = start([rule]);
    await show([]);
    const heavy = madeUp(1, 250, bidsOf(MAX_BIDS));
    for (let poll = 1; poll <= 3; poll += 1) {
      await show(heavy);
      await show(madeUp(poll + 1, 250, bidsOf(MAX_BIDS)));
    }
    const keys = inbox.posted.get('all') ?? [];
    expect(keys.length).toBeGreaterThan(100);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('do not displace those that have alerts', async () => {
    const { show, watched } = start([rule]);
    await show([]);
    const followed = auction('followed', HOUR, bidsOf(1));
    await show([followed]);
    for (let poll = 1; poll <= 3; poll += 1) await show([followed, ...madeUp(poll, 300, bidsOf(MAX_BIDS))]);
    expect((await watched()).filter(({ auction: { id } }) => id === 'followed')).toHaveLength(1);
  });

  it('are said once in the log as more than can be watched, and once that they are not any more', async () => {
    const { show, lines } = start();
    for (let poll = 1; poll <= 4; poll += 1) await show(madeUp(poll, 300, bidsOf(MAX_BIDS)));
    await show([]);
    const said = lines
      .map(({ msg }) => msg)
      .filter((msg) => msg.includes('too many auctions') || msg.includes('within the limit'));
    expect(said).toHaveLength(2);
  });
});

describe('fabricated bids', () => {
  it('are kept up to a number for each auction, the highest ones, and none is posted again', async () => {
    const { show, watched, inbox } = start([rule]);
    await show([auction('a', HOUR)]);
    for (let poll = 0; poll < 5; poll += 1) {
      await show([auction('a', HOUR, bidsOf(MAX_BIDS, 1 + poll * MAX_BIDS))]);
      const [{ announced } = { announced: { bids: [] } }] = await watched();
      expect(announced.bids.length).toBeLessThanOrEqual(MAX_BIDS);
    }
    const before = inbox.alerts.size;
    await show([auction('a', HOUR, bidsOf(5 * MAX_BIDS))]);
    expect([...inbox.alerts.keys()].slice(before)).toEqual([]);
  });
});
