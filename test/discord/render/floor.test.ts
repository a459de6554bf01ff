import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FloorAlert } from '#src/alerts/alert.ts';
import { readMessage } from '../../../sandbox/demo/message-reader.ts';
import { floorAlert, soldItem } from '../../support/build-alert.ts';
import { viewContext, withoutPages } from '../views/view-context.ts';
import { cardOf } from './draw.ts';

const COIN = 10n ** 18n;
const AT = 1_767_225_600;

const embedOf = (change: Partial<FloorAlert>, context = withoutPages) => {
  const [embed] = cardOf(
    floorAlert({ occurredAt: AT, since: AT, threshold: null, ...change }),
    'normal',
    context,
  );
  return embed;
};

const RISE: Partial<FloorAlert> = {
  way: 'rose',
  floor: (101n * COIN) / 100n,
  from: { floor: (89n * COIN) / 100n, at: AT - 60 },
};

describe('the embed of a floor', () => {
  it('says from where to where it moved, by how much and how fast, in its title', () => {
    expect(embedOf(RISE)?.title).toBe('Derps floor 0.89 → 1.01 ETH (+13% in 1 minute)');
    expect(
      embedOf({ ...RISE, way: 'fell', floor: (44n * COIN) / 100n, from: { floor: COIN, at: AT - 7_200 } })
        ?.title,
    ).toBe('Derps floor 1 → 0.44 ETH (-56% in 2 hours)');
  });

  it.each<[string, Partial<FloorAlert>, string]>([
    [
      'ten times as high',
      { from: { floor: COIN / 10n, at: AT - 1 }, floor: COIN },
      '(10 times as high after 1 minute)',
    ],
    [
      'next to nothing',
      { from: { floor: COIN, at: AT - 60 }, floor: COIN + 1n },
      '(up less than 0.1% in 1 minute)',
    ],
    ['a floor of nothing', { from: { floor: 0n, at: AT - 60 }, floor: COIN }, '(in 1 minute)'],
  ])('names %s', (_what, change, end) => {
    expect(embedOf({ ...RISE, ...change })?.title?.endsWith(end)).toBe(true);
  });

  it('says below it what made the floor', () => {
    const item = soldItem({ price: (101n * COIN) / 100n });
    expect(embedOf({ ...RISE, cause: { what: 'listed', item } })?.description).toBe(
      'Punk #7 was listed for 1.01 ETH',
    );
    expect(embedOf({ ...RISE, cause: { what: 'sold', item } })?.description).toBe(
      'Punk #7 was sold for 1.01 ETH',
    );
  });

  it('says since when if it waited, and the threshold of its rule', () => {
    expect(embedOf({ ...RISE, since: AT - 3_000, threshold: COIN })?.description).toBe(
      `changed <t:${AT - 3_000}:R> · threshold: 1 ETH`,
    );
  });

  it('is nothing that the check of the demo takes for an alert of the feed', () => {
    const floors = fc.bigInt({ min: 1n, max: 10n ** 24n });
    fc.assert(
      fc.property(floors, floors, fc.nat(1_000_000), (before, floor, seconds) => {
        const embed = embedOf({ ...RISE, floor, from: { floor: before, at: AT - seconds } }, viewContext());
        const message = { embeds: [embed], components: [], content: '' };
        expect(readMessage(message as never).posted).toEqual([]);
      }),
    );
  });
});
