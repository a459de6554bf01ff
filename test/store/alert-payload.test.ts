import { describe, expect, it } from 'vitest';
import { readAlert, writeAlert } from '../../src/store/rows/alert.ts';
import { saleAlert, soldItem } from '../support/build-alert.ts';

describe('an alert that an earlier release wrote', () => {
  it('has no last price in its story where that was not told yet', () => {
    const story = { bought: { price: 16n, at: 5 }, last: { price: 16n, at: 5 }, floor: 20n, record: false };
    const sale = saleAlert(1, { item: soldItem({ story }) });
    const written = writeAlert(sale).replace(/"last":\{[^}]*\},/, '');

    expect(written).not.toContain('"last"');
    expect(readAlert(written)).toEqual({ ...sale, item: { ...sale.item, story: { ...story, last: null } } });
  });
});
