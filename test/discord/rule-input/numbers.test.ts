import { describe, expect, it } from 'vitest';
import { readLead, readPercent, readQuantity, readRank } from '../../../src/discord/rule-input/numbers.ts';

const typed = (text: string) => ({ option: 'rank', text });

describe('a rank', () => {
  it.each([
    ['500', 500],
    [' #500 ', 500],
    ['top 10', 10],
    ['1,250', 1_250],
  ])('may be typed as %s', (text, rank) => expect(readRank(typed(text))).toBe(rank));
  it.each(['0', '-5', '1.5', 'rare', '', '99999999999', '1,25'])('is not “%s”', (text) => {
    expect(() => readRank(typed(text))).toThrow('in **rank**. Write a rank like 500');
  });
});

describe('a percentage below the floor', () => {
  it.each([
    ['10', 10],
    ['10 %', 10],
    ['99%', 99],
  ])('may be typed as %s', (text, percent) => expect(readPercent(typed(text))).toBe(percent));
  it.each(['0', '100', '5.5', '-5', 'half'])('is not “%s”', (text) => {
    expect(() => readPercent(typed(text))).toThrow('from 1 to 99');
  });
});

describe('an amount of units', () => {
  it('may be as large as the chain’s numbers', () => {
    expect(readQuantity(typed('5'))).toBe(5n);
    expect(readQuantity(typed('1,000'))).toBe(1_000n);
    expect(readQuantity(typed('9'.repeat(78)))).toBe(10n ** 78n - 1n);
  });
  it.each(['0', '-1', '1.5', '9'.repeat(79)])('is not “%s”', (text) => {
    expect(() => readQuantity(typed(text))).toThrow('at least');
  });
});

describe('a lead time', () => {
  it.each([
    ['60', 60],
    ['1 h', 60],
    ['30 min', 30],
    ['10m', 10],
    ['5 minutes', 5],
  ])('may be typed as %s', (text, lead) => expect(readLead(typed(text))).toBe(lead));
  it.each(['15', '0', 'soon', '2 h'])('is not “%s”', (text) => {
    expect(() => readLead(typed(text))).toThrow('60, 30, 10 or 5 minutes');
  });
});
