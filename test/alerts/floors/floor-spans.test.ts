import { describe, expect, it } from 'vitest';
import { addSpan, endSpans, spansWithin } from '#src/alerts/floors/floor-spans.ts';
import type { FloorSpan } from '#src/alerts/kinds/floor/state.ts';

const span = (at: number, low: number, high = low): FloorSpan => ({
  at,
  low: BigInt(low),
  high: BigInt(high),
});
const times = (spans: readonly FloorSpan[]) => spans.map(({ at }) => at);

/** The spans that are left after each of these was added. */
const added = (spans: readonly FloorSpan[], from = -1): readonly FloorSpan[] =>
  spans.reduce<readonly FloorSpan[]>((before, one) => addSpan(before, one, from), []);

describe('the spans of a floor', () => {
  const three = added([span(10, 5), span(20, 6), span(30, 7)]);

  it('within hours are those that held at some time of them', () => {
    expect(three.map(({ at, until }) => [at, until])).toEqual([
      [10, 20],
      [20, 30],
      [30, undefined],
    ]);
    expect(times(spansWithin(three, 10))).toEqual([10, 20, 30]);
    expect(times(spansWithin(three, 19))).toEqual([10, 20, 30]);
    expect(times(spansWithin(three, 20))).toEqual([20, 30]);
    expect(times(spansWithin(three, 99))).toEqual([30]);
    expect(spansWithin([], 5)).toEqual([]);
  });

  it('get one more when the floor moved, and leave out what ended before the hours', () => {
    expect(times(addSpan(three, span(40, 8), 25))).toEqual([20, 30, 40]);
    expect(addSpan([], span(40, 8), 25)).toEqual([span(40, 8)]);
  });

  it('are the same list while the floor stands, unless nobody read it meanwhile', () => {
    expect(addSpan(three, span(40, 7), 25)).toBe(three);
    expect(times(addSpan(endSpans(three, 35), span(60, 7), 31))).toEqual([60]);
  });

  it('leave out what the hours end for earlier than for a lower or higher one', () => {
    expect(times(added([span(10, 5, 8), span(20, 6, 7), span(30, 4, 9), span(40, 5, 7)]))).toEqual([20, 40]);
    expect(times(added([span(10, 1), span(20, 9), span(30, 5)]))).toEqual([10, 20, 30]);
  });

  it('leave out what is in the future when the clock was set back', () => {
    expect(times(addSpan(three, span(25, 7), 0))).toEqual([10, 20, 25]);
    expect(times(addSpan(three, span(20, 9), 0))).toEqual([10, 20, 20]);
  });

  it('are four hundred at most, without the one whose absence changes least', () => {
    // Each is ten above the one before it, one of them by two alone below the next.
    const many = Array.from({ length: 401 }, (_, at) => span(at, 1_000 + at * 10));
    const left = added(many.with(120, span(120, 2_208)));
    expect(left).toHaveLength(400);
    expect(times(left)).not.toContain(120);
    expect(times(left).at(0)).toBe(0);
    expect(times(left).at(-1)).toBe(400);
  });
});
