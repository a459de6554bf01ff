import { describe, expect, it } from 'vitest';
import { addSpan, spansWithin } from '../../../src/alerts/floors/floor-spans.ts';
import type { FloorSpan } from '../../../src/alerts/kinds/floor/state.ts';

const span = (at: number, low: number, high = low): FloorSpan => ({
  at,
  low: BigInt(low),
  high: BigInt(high),
});
const times = (spans: readonly FloorSpan[]) => spans.map(({ at }) => at);

describe('the spans of a floor', () => {
  const three = [span(10, 5), span(20, 6), span(30, 7)];

  it('within hours are those since, and the one that held then', () => {
    expect(times(spansWithin(three, 5))).toEqual([10, 20, 30]);
    expect(times(spansWithin(three, 10))).toEqual([10, 20, 30]);
    expect(times(spansWithin(three, 19))).toEqual([10, 20, 30]);
    expect(times(spansWithin(three, 20))).toEqual([20, 30]);
    expect(times(spansWithin(three, 99))).toEqual([30]);
    expect(spansWithin([], 5)).toEqual([]);
  });

  it('get one more when the floor moved, and forget what ended before the hours', () => {
    expect(addSpan(three, span(40, 8), 25)).toEqual([span(20, 6), span(30, 7), span(40, 8)]);
    expect(addSpan([], span(40, 8), 25)).toEqual([span(40, 8)]);
  });

  it('are the same list while the floor stands', () => {
    expect(addSpan(three, span(40, 7), 25)).toBe(three);
    expect(times(addSpan(three, span(40, 6, 7), 0))).toEqual([10, 20, 30, 40]);
    expect(times(addSpan(three, span(40, 7, 8), 0))).toEqual([10, 20, 30, 40]);
  });

  it('forget what is in the future when the clock was set back', () => {
    expect(times(addSpan(three, span(25, 7), 0))).toEqual([10, 20, 25]);
    expect(times(addSpan(three, span(20, 9), 0))).toEqual([10, 20, 20]);
  });

  it('are two hundred at most, without the one that differs least from the one before it', () => {
    // Each differs by ten from the one before, in both directions in turn; one of them by two alone.
    const many = Array.from({ length: 200 }, (_, at) => span(at, 1_000 + (at % 2) * 10));
    const close = many.with(120, span(120, 1_008));
    const added = addSpan(close, span(200, 1_000), -1);
    expect(added).toHaveLength(200);
    expect(times(added)).not.toContain(120);
    expect(addSpan(many.slice(1), span(200, 1_000), -1)).toHaveLength(200);
  });

  it('keep the newest, and the one that held when the hours began', () => {
    const many = Array.from({ length: 200 }, (_, at) => span(at, 1_000 + (at % 2) * 10));
    const added = addSpan(many, span(200, 1_011), -1);
    expect(added).toHaveLength(200);
    expect(times(added).at(0)).toBe(0);
    expect(times(added).at(-1)).toBe(200);
  });
});
