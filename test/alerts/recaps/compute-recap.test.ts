import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRecap, type RecapInput } from '#src/alerts/recaps/compute-recap.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { runSteps } from '#src/chain/steps.ts';
import { alertChart } from '#src/charts/chart.ts';
import type { MarketPoint } from '#src/marketplace/market-point.ts';
import { trackedAuction } from '../../store/conformance/auctions.ts';
import { address } from '../../support/build-activity.ts';

const DAY = 86_400;
const PUNKS = address(0xc0);
const APES = address(0xc1);
const [ADA, BEN, CARA] = [address(0xa), address(0xb), address(0xc)];

function sale(at: number, price: bigint | null, changes: Partial<Trade> = {}): Trade {
  const token = { collection: PUNKS, tokenId: String(at), seller: ADA, buyer: BEN, quantity: 1n };
  return { key: `t${at}`, at, price, ...token, ...changes };
}

const point = (at: number, floor: bigint | null): MarketPoint => ({
  at,
  floor,
  listed: 1,
  owners: 1,
  volume: 0n,
});

/** A day, ten days after the bot began to read. */
function recapOf(sales: readonly Trade[], changes: Partial<RecapInput> = {}) {
  const steps = computeRecap({
    fromBefore: 9 * DAY,
    from: 10 * DAY,
    to: 11 * DAY,
    sales,
    readSince: 0,
    auctions: [],
    points: new Map(),
    single: null,
    nameOf: () => null,
    ...changes,
  });
  return runSteps(steps);
}

describe('a recap', () => {
  it('adds up the sales of its period and of the one before, to the second', () => {
    const { total, before } = recapOf([
      sale(9 * DAY - 1, 1n),
      sale(9 * DAY, 10n),
      sale(10 * DAY - 1, 100n),
      sale(10 * DAY, 1_000n),
      sale(11 * DAY - 1, 10_000n),
      sale(11 * DAY, 100_000n),
    ]);
    expect(total).toEqual({ sales: 2, volume: 11_000n });
    expect(before).toEqual({ sales: 2, volume: 110n });
  });

  it('says nothing of the period before where the bot did not read all of it', () => {
    expect(recapOf([], { readSince: 9 * DAY + 1 }).before).toBeNull();
    expect(recapOf([], { readSince: null }).before).toBeNull();
    expect(recapOf([], { readSince: 9 * DAY }).before).toEqual({ sales: 0, volume: 0n });
  });

  it('says since when it knows the sales, and draws no time before', () => {
    const half = 10 * DAY + DAY / 2;
    const sales = [sale(half + 60, 5n)];
    const { since, chart } = recapOf(sales, { readSince: half });
    expect(since).toBe(half);
    expect([chart?.from, chart?.bars[0]]).toEqual([half, { at: half, value: 5n }]);
    const whole = recapOf(sales);
    expect(whole.since).toBeUndefined();
    expect(whole.chart?.from).toBe(10 * DAY);
  });

  it('says how many of its sales the chart shows', () => {
    const sales = Array.from({ length: 90 }, (_, index) => sale(10 * DAY + index, BigInt(index + 1)));
    const points = new Map([[PUNKS, [point(9 * DAY, 1n)]]]);
    const { chart } = recapOf(sales, { single: PUNKS, points });
    expect([chart?.dots.length, chart?.dotsInAll]).toEqual([60, 90]);
    expect(recapOf(sales.slice(0, 60), { single: PUNKS, points }).chart).not.toHaveProperty('dotsInAll');
  });

  it('leaves out repeat trades, also those that began the day before, and counts them', () => {
    const same = { tokenId: '1' };
    const sales = [sale(10 * DAY - 9, 5n, same), sale(10 * DAY - 8, 5n, same), sale(10 * DAY, 5n, same)];
    const { total, before, repeated } = recapOf([...sales, sale(10 * DAY + 5, 7n)]);
    expect([total, before, repeated]).toEqual([{ sales: 1, volume: 7n }, { sales: 0, volume: 0n }, 1]);
  });

  it('counts sales without a price in the coin of the chain, and says how many', () => {
    const { total, unpriced } = recapOf([sale(10 * DAY, null), sale(10 * DAY + 1, 3n)]);
    expect([total, unpriced]).toEqual([{ sales: 2, volume: 3n }, 1]);
  });

  it('names the zero address neither as a buyer nor beside a sale', () => {
    const unknown = { buyer: address(0) };
    const { total, buyers, topSales } = recapOf([
      sale(10 * DAY, 5n, unknown),
      sale(10 * DAY + 1, 4n, unknown),
      sale(10 * DAY + 2, 3n, { buyer: CARA }),
    ]);
    expect(total.sales).toBe(3);
    expect(buyers).toEqual([{ wallet: CARA, sales: 1, volume: 3n }]);
    expect(topSales.map(({ buyer }) => buyer)).toEqual([null, null, CARA]);
  });

  it('names the four top sales, of the same price the earlier', () => {
    const prices = [5n, 9n, 9n, null, 7n, 2n];
    const { topSales } = recapOf(prices.map((price, index) => sale(10 * DAY + index, price)));
    expect(topSales.map(({ at, price }) => [at - 10 * DAY, price])).toEqual([
      [1, 9n],
      [2, 9n],
      [4, 7n],
      [0, 5n],
    ]);
  });

  it('names who bought most often, of the same number for more', () => {
    const by = (buyer: Address | null, at: number, price: bigint) => sale(10 * DAY + at, price, { buyer });
    const { buyers } = recapOf([
      by(ADA, 1, 1n),
      by(BEN, 2, 9n),
      by(ADA, 3, 1n),
      by(CARA, 4, 10n),
      by(null, 5, 99n),
    ]);
    expect(buyers).toEqual([
      { wallet: ADA, sales: 2, volume: 2n },
      { wallet: CARA, sales: 1, volume: 10n },
      { wallet: BEN, sales: 1, volume: 9n },
    ]);
  });

  it('compares the floors at both ends, of one collection, and with a chart', () => {
    const points = new Map([
      [PUNKS, [point(9 * DAY, 4n), point(10 * DAY + 60, null), point(11 * DAY - 60, 6n)]],
    ]);
    const { floor, chart, movers } = recapOf([sale(10 * DAY + 9, 8n)], { points, single: PUNKS });
    expect([floor, movers]).toEqual([{ from: 4n, to: 6n }, []]);
    expect(chart).toMatchObject({
      shows: 'floor',
      line: [{ value: 4n }, { value: null }, { value: 6n }],
      dots: [{ at: 10 * DAY + 9, value: 8n }],
    });
  });

  it('names the collections whose floors moved most, in either direction', () => {
    const points = new Map([
      [PUNKS, [point(9 * DAY, 100n), point(10 * DAY, 110n)]],
      [APES, [point(9 * DAY, 100n), point(10 * DAY, 50n)]],
      [ADA, [point(9 * DAY, 100n)]],
      [BEN, [point(9 * DAY, null), point(10 * DAY, 50n)]],
    ]);
    const { movers, floor } = recapOf([sale(10 * DAY, 1n)], { points });
    expect(movers.map(({ collection, from, to, sales }) => [collection, from, to, sales])).toEqual([
      [APES, 100n, 50n, 0],
      [PUNKS, 100n, 110n, 1],
    ]);
    expect(floor).toBeNull();
  });

  it('counts auctions that began and ended, and adds up those in the chain’s own coin', () => {
    const at = (startTime: number, endTime: number, bids: readonly bigint[], currency?: Address) => {
      const one = trackedAuction(`a${startTime}`);
      const highestBid = bids.at(-1) ?? null;
      const auction = {
        ...{ ...one.auction, currency },
        ...{ startTime, endTime, highestBid, active: false, listedAs: 'completed' as const },
        ...{ finalizedAt: endTime + 9, cancelledAt: null, createdAt: startTime, updatedAt: endTime },
        highestBidder: highestBid === null ? null : ADA,
        bids: bids.map((amount) => ({ bidder: ADA, amount, at: startTime, txHash: null })),
      };
      return { ...one, auction };
    };
    const { auctions } = recapOf([], {
      auctions: [
        at(8 * DAY, 10 * DAY - 1, [1n]),
        at(9 * DAY, 10 * DAY, [5n, 7n]),
        at(9 * DAY + 1, 10 * DAY + 1, [900n], PUNKS),
        at(10 * DAY, 10 * DAY + 9, []),
        at(10 * DAY + 1, 11 * DAY, [9n]),
      ],
    });
    expect(auctions).toEqual({ started: 2, sold: 2, soldFor: 7n, unsold: 1 });
  });

  it('has a chart that can be stored, and no more than the stated number of anything', () => {
    const anySale = fc.record({
      at: fc.integer({ min: 9 * DAY, max: 12 * DAY }),
      price: fc.option(fc.bigInt({ min: 0n, max: 2n ** 100n })),
      buyer: fc.constantFrom(ADA, BEN, CARA, null),
      collection: fc.constantFrom(PUNKS, APES),
    });
    const anyPoints = fc.array(fc.option(fc.bigInt({ min: 0n, max: 99n })), { maxLength: 200 });
    fc.assert(
      fc.property(
        fc.array(anySale, { maxLength: 90 }),
        anyPoints,
        fc.boolean(),
        (given, floors, isSingle) => {
          const sales = given.map(({ at, price, ...rest }, index) =>
            sale(at, price, { ...rest, key: `t${index}`, tokenId: `${index}` }),
          );
          const points = new Map([
            [PUNKS, floors.map((floor, index) => point(10 * DAY - 60 + index * 300, floor))],
          ]);
          const recap = recapOf(sales, { points, single: isSingle ? PUNKS : null });
          const inside = sales.filter(({ at }) => at >= 10 * DAY && at < 11 * DAY);
          const sum = inside.reduce((all, { price }) => all + (price ?? 0n), 0n);
          expect(recap.total).toEqual({ sales: inside.length, volume: sum });
          expect(recap.topSales.length).toBeLessThanOrEqual(4);
          const stored = JSON.parse(
            JSON.stringify(recap.chart, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
          );
          expect(alertChart.nullable().parse(stored)).toEqual(recap.chart);
          const bars = recap.chart?.shows === 'volume' ? recap.chart.bars : [{ value: sum }];
          expect(bars.reduce((all, { value }) => all + value, 0n)).toBe(sum);
        },
      ),
    );
  });
});
