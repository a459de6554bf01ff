import { describe, expect, it } from 'vitest';
import { floodOf } from '#src/alerts/backtest/flood.ts';
import { figuresOf } from './any-figures.ts';

/** Prices of 1 to `count` thousand. */
const prices = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1) * 1_000n);

describe('a rule that would flood its channel', () => {
  it('posts more than 100 messages a day on average', () => {
    expect(floodOf([figuresOf([150, 50])], {})).toBeNull();
    expect(floodOf([figuresOf([150, 51])], {})).toMatchObject({ aDay: 100.5 });
  });

  it('is known from its sales and its other events together', () => {
    expect(floodOf([figuresOf([60]), figuresOf([50, 50])], {})).toMatchObject({ aDay: 110 });
  });

  it('is not known from a few hours', () => {
    const hours = figuresOf([90]);
    expect(floodOf([{ ...hours, to: hours.from + 3_600 }], {})).toBeNull();
  });

  it('has a price from which it posts at most 20 messages a day', () => {
    expect(floodOf([figuresOf([200], { prices: prices(200) })], {})?.from).toBe(190_000n);
  });

  it('has no such price if that is none within its prices', () => {
    const figures = [figuresOf([200], { prices: prices(200) })];
    expect(floodOf(figures, { price_from: 190_000n })?.from).toBeNull();
    expect(floodOf(figures, { price_to: 189_999n })?.from).toBeNull();
    expect(floodOf([figuresOf([200])], {})?.from).toBeNull();
  });
});
