import { describe, expect, it } from 'vitest';
import { byValue, countHoldings, valueAtFloor } from '#src/marketplace/holdings.ts';
import { bareOwned } from '../discord/bare-token.ts';
import { address } from '../support/build-activity.ts';

describe('holdings', () => {
  it('count tokens by collection, the largest first', () => {
    const other = { collection: address(0xc1) };
    const tokens = [
      bareOwned(),
      bareOwned({ ...other, listed: true }),
      bareOwned({ ...other, tokenId: '8' }),
    ];
    expect(countHoldings(tokens)).toEqual([
      { collection: address(0xc1), tokens: 2, listed: 1, floor: null },
      { collection: address(0xc0), tokens: 1, listed: 0, floor: null },
    ]);
  });

  it('are valued at their floor, the most valuable first, then the largest with unknown value', () => {
    const one = { collection: address(1), tokens: 3, listed: 0, floor: 10n ** 24n };
    const small = { ...one, tokens: 1, floor: null };
    const large = { ...one, tokens: 50, floor: null };
    expect(valueAtFloor(one)).toBe(3n * 10n ** 24n);
    expect(byValue([small, large, one])).toEqual([one, large, small]);
  });
});
