import { describe, expect, it } from 'vitest';
import { priceChart } from '#commands/token/price-chart.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { address } from '../support/build-activity.ts';

const sale = (at: number, price: bigint | null, quantity = 1n): Trade => ({
  key: `sale:${at}`,
  collection: address(0xc0),
  tokenId: '7',
  seller: null,
  buyer: null,
  price,
  quantity,
  at,
});

describe('the chart of the prices of a token', () => {
  it('shows each sale from the first one on', () => {
    expect(priceChart([sale(1_000, 5n), sale(2_000, 7n)], 9_000)).toMatchObject({
      shows: 'prices',
      from: 1_000,
      to: 9_000,
      dots: [
        { at: 1_000, value: 5n },
        { at: 2_000, value: 7n },
      ],
    });
  });

  it.each([
    { why: 'no sale', sales: [] },
    { why: 'one sale', sales: [sale(1_000, 5n)] },
    { why: 'one price of one unit', sales: [sale(1_000, 5n), sale(2_000, null), sale(3_000, 9n, 3n)] },
  ])('is none for $why', ({ sales }) => {
    expect(priceChart(sales, 9_000)).toBeNull();
  });
});
