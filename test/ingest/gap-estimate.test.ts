import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Address } from '../../src/chain/address.ts';
import { estimateSizes, planEstimate } from '../../src/ingest/gap-estimate.ts';
import type { GapEvidence, OpenGaps } from '../../src/store/model/gap-size.ts';

const FOXES: Address = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';
const MINUTE = 60_000;

/** A gap between minutes 30 and 31, readings every ten minutes. */
const open = (change: Partial<OpenGaps> = {}): OpenGaps => ({
  gaps: [{ id: 1, since: 30 * MINUTE, noticedAt: 31 * MINUTE }],
  readings: [0, 10, 20, 30, 40].map((minute) => minute * MINUTE),
  closedUntil: null,
  ...change,
});
const planAt = (minute: number, gaps: OpenGaps) => planEstimate(gaps, minute * MINUTE, minute * MINUTE);

describe('the readings that a gap is sized by', () => {
  it('are the last one before it and the first whose totals are surely from after it', () => {
    expect(planAt(46, open())).toEqual({
      do: 'size',
      span: {
        control: 0,
        before: 20 * MINUTE,
        after: 40 * MINUTE,
        earlier: 5 * MINUTE,
        later: MINUTE,
      },
    });
  });

  it('are waited for, and then records that come late', () => {
    expect(planAt(39, open({ readings: [0, 20 * MINUTE, 35 * MINUTE] }))).toEqual({ do: 'wait' });
    expect(planAt(45, open())).toEqual({ do: 'wait' });
    expect(planEstimate(open(), null, 50 * MINUTE)).toEqual({ do: 'wait' });
  });

  it('hold between them all gaps that are open', () => {
    const gaps = [...open().gaps, { id: 2, since: 31 * MINUTE, noticedAt: 38 * MINUTE }];
    expect(planAt(50, open({ gaps }))).toEqual({ do: 'wait' });
    const readings = [...open().readings, 50 * MINUTE];
    expect(planAt(56, open({ gaps, readings }))).toMatchObject({
      span: { before: 20 * MINUTE, after: 50 * MINUTE },
    });
  });

  it('are none where nothing was read before the gap, or its beginning is unknown', () => {
    expect(planAt(50, open({ readings: [30 * MINUTE, 40 * MINUTE] }))).toEqual({ do: 'close' });
    expect(planAt(50, open({ gaps: [{ id: 1, since: null, noticedAt: 31 * MINUTE }] }))).toEqual({
      do: 'close',
    });
  });

  it('hold no gap that was closed earlier: its sales would be counted once more', () => {
    expect(planAt(50, open({ closedUntil: 16 * MINUTE }))).toEqual({ do: 'close' });
    expect(planAt(50, open({ closedUntil: 15 * MINUTE }))).toMatchObject({ span: { before: 20 * MINUTE } });
  });

  it('have as their control the longest time before them that holds no gap', () => {
    expect(planAt(50, open({ closedUntil: 2 * MINUTE }))).toMatchObject({ span: { control: 10 * MINUTE } });
    expect(planAt(50, open({ closedUntil: 6 * MINUTE }))).toMatchObject({ span: { control: null } });
  });

  it('are given up after six hours', () => {
    const without = open({ readings: [20 * MINUTE] });
    expect(planAt(31 + 360, without)).toEqual({ do: 'wait' });
    expect(planAt(32 + 360, without)).toEqual({ do: 'close' });
  });

  it('are not looked for while there is no gap', () => {
    expect(planAt(50, open({ gaps: [] }))).toEqual({ do: 'wait' });
  });
});

describe('the size of a gap', () => {
  const evidence = (change: Partial<GapEvidence>): GapEvidence => ({
    ...{ collection: FOXES, counted: 20, shown: { fewest: 8, most: 8 }, shrank: false, control: null },
    ...change,
  });

  it('is what the marketplace counted and the feed did not show', () => {
    expect(estimateSizes([evidence({})])).toEqual([{ collection: FOXES, atLeast: 12, atMost: 12 }]);
  });

  it('has margins where the totals may or may not include sales', () => {
    expect(estimateSizes([evidence({ shown: { fewest: 6, most: 10 } })])).toMatchObject([
      { atLeast: 10, atMost: 14 },
    ]);
  });

  it.each<[string, Partial<GapEvidence>]>([
    ['the feed may have shown all of it', { shown: { fewest: 8, most: 20 } }],
    ['the total fell in between', { shrank: true }],
    [
      'the marketplace counted more than it showed before',
      { control: { counted: 9, shown: { fewest: 7, most: 8 } } },
    ],
    [
      'the marketplace counted less than it showed before',
      { control: { counted: 6, shown: { fewest: 7, most: 8 } } },
    ],
  ])('is not given where %s', (_why, change) => {
    expect(estimateSizes([evidence(change)])).toEqual([]);
  });

  it('is given where count and feed agreed before', () => {
    expect(
      estimateSizes([evidence({ control: { counted: 7, shown: { fewest: 7, most: 8 } } })]),
    ).toHaveLength(1);
  });

  it('holds what was really missed, however old the totals were', () => {
    const moment = fc.integer({ min: 0, max: 40 * 60 });
    const world = fc.record({
      sales: fc.array(fc.record({ at: moment, isShown: fc.boolean() }), { maxLength: 60 }),
      /** How old the totals are that a reading brings, seconds; -60 where it took a minute. */
      ages: fc.tuple(fc.integer({ min: -60, max: 300 }), fc.integer({ min: -60, max: 300 })),
    });
    fc.assert(
      fc.property(world, ({ sales, ages }) => {
        const [before, after] = [20 * 60, 35 * 60];
        // Only around the gap is anything missed: from 21 to 29 minutes.
        const shown = sales.filter(({ at, isShown }) => isShown || at <= 21 * 60 || at > 29 * 60);
        const within = (from: number, to: number, of: readonly { at: number }[]) =>
          of.filter(({ at }) => at > from && at <= to).length;
        const missed = sales.length - shown.length;
        const [size] = estimateSizes([
          evidence({
            counted: within(before - ages[0], after - ages[1], sales),
            shown: {
              fewest: within(before + 60, after - 300, shown),
              most: within(before - 300, after + 60, shown),
            },
          }),
        ]);
        if (size === undefined) return;
        expect(size.atLeast).toBeLessThanOrEqual(missed);
        expect(size.atMost).toBeGreaterThanOrEqual(missed);
      }),
    );
  });
});
