import { describe, expect, it } from 'vitest';
import type { MarketAlert } from '#src/alerts/alert.ts';
import type { Verdict } from '#src/alerts/filters/filter.ts';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import { newFloorAlert } from '#src/alerts/kinds/floor/schema.ts';
import { toMatchInput } from '#src/alerts/match-input.ts';
import { ALL_PENDING, NONE_PENDING } from '#src/alerts/missing-details.ts';
import { pingVerdict } from '#src/alerts/ping-verdict.ts';
import { address } from '../support/build-activity.ts';
import { moveAlert, ruleOf, saleAlert, soldItem, sweepAlert } from '../support/build-alert.ts';

const COIN = 10n ** 18n;
const facts = { isWhitelisted: () => true };

function verdict(filter: FilterValues, alert: MarketAlert, details = NONE_PENDING): Verdict {
  return pingVerdict(ruleOf({ topics: [alert.topic], filter }), toMatchInput(alert, details), facts);
}
const sold = (fields: Parameters<typeof soldItem>[0]) => saleAlert(1, { item: soldItem(fields) });
const ranked = (rank: number, price = COIN, tokenId = '7') =>
  soldItem({ rarity: { rank, total: null }, price, tokenId });

describe('a rule', () => {
  it('pings for every alert without conditions of its pings', () => {
    expect(verdict({}, moveAlert())).toBe('yes');
    expect(verdict({ price_from: 5n * COIN }, sold({ price: 1n }))).toBe('yes');
  });

  it('pings from a price on', () => {
    expect(verdict({ ping_from: 5n * COIN }, sold({ price: 5n * COIN }))).toBe('yes');
    expect(verdict({ ping_from: 5n * COIN }, sold({ price: 5n * COIN - 1n }))).toBe('no');
    expect(verdict({ ping_from: 0n }, moveAlert())).toBe('no');
  });

  it('pings up to a rank', () => {
    expect(verdict({ ping_rank: 10 }, saleAlert(1, { item: ranked(10) }))).toBe('yes');
    expect(verdict({ ping_rank: 10 }, saleAlert(1, { item: ranked(11) }))).toBe('no');
  });

  it('pings from a percentage below the floor on', () => {
    const item = { bought: null, last: null, floor: 10n * COIN, record: false };
    expect(verdict({ ping_below_floor: 30 }, sold({ price: 7n * COIN, priceContext: item }))).toBe('yes');
    expect(verdict({ ping_below_floor: 30 }, sold({ price: 8n * COIN, priceContext: item }))).toBe('no');
  });

  it('pings only if one token meets all conditions, with those of the rule', () => {
    const of = (filter: FilterValues) =>
      verdict(
        filter,
        sweepAlert(0, { items: [ranked(5, COIN), ranked(50, 9n * COIN, '8'), ranked(60, COIN, '9')] }),
      );
    expect(of({ ping_rank: 5, ping_from: COIN })).toBe('yes');
    expect(of({ ping_rank: 5, ping_from: 9n * COIN })).toBe('no');
    expect(of({ rank: 40, ping_from: 2n * COIN })).toBe('no');
    expect(of({ rank: 50, ping_from: 9n * COIN })).toBe('yes');
  });

  it('keeps the stricter of two conditions', () => {
    expect(verdict({ rank: 5, ping_rank: 10 }, saleAlert(1, { item: ranked(7) }))).toBe('no');
    expect(verdict({ price_from: 5n * COIN, ping_from: COIN }, sold({ price: 2n * COIN }))).toBe('no');
  });

  it('is undecided about its pings while details are missing', () => {
    expect(verdict({ ping_rank: 10 }, sold({ rarity: null }), ALL_PENDING)).toBe('undecided');
    expect(verdict({ ping_rank: 10 }, sold({ rarity: null }))).toBe('no');
  });

  it('compares a floor that is announced with the price alone', () => {
    const floor = newFloorAlert({
      key: 'f',
      occurredAt: 1,
      collection: address(0xc0),
      collectionName: null,
      way: 'above',
      floor: 5n * COIN,
      from: { floor: 4n * COIN, at: 0 },
      since: 0,
      threshold: null,
      cause: null,
      chart: null,
    });
    expect(verdict({ ping_from: 5n * COIN }, floor)).toBe('yes');
    expect(verdict({ ping_from: 6n * COIN }, floor)).toBe('no');
    expect(verdict({ ping_rank: 1 }, floor)).toBe('no');
  });
});
