import { describe, expect, it } from 'vitest';
import type { FilterValues } from '#src/alerts/filters/index.ts';
import { onRealFloor } from '#src/alerts/floors/floor-example.ts';
import type { FloorAlert } from '#src/alerts/kinds/floor/schema.ts';
import { floorAlert } from '../../support/build-alert.ts';

const NOW = 1_000_000;
const exampleFor = (change: Partial<FloorAlert>, filter: FilterValues, floors: readonly (bigint | null)[]) =>
  onRealFloor(
    floorAlert({ occurredAt: NOW, ...change }),
    { filter },
    floors.map((floor, index) => ({ at: NOW - (floors.length - index) * 600, floor })),
  );

describe('an example of a floor alert', () => {
  const above = { way: 'above', threshold: 100n } as const;

  it('comes from the floor that the collection has to what the rule asks for', () => {
    expect(exampleFor(above, { floor_above: 100n }, [70n, 80n])).toMatchObject({
      floor: 100n,
      from: { floor: 80n },
    });
    expect(exampleFor({ way: 'below', threshold: 50n }, { floor_below: 50n }, [70n, 80n])).toMatchObject({
      floor: 50n,
      from: { floor: 80n },
    });
    const moves = { floor_moves: { percent: 20, hours: 6 } };
    expect(exampleFor({ way: 'rose', threshold: null }, moves, [70n, 80n])).toMatchObject({
      floor: 96n,
      from: { floor: 80n },
    });
  });

  it('says how the floor came beyond the threshold where it is already', () => {
    expect(exampleFor(above, { floor_above: 100n }, [90n, 95n, 110n, 120n, 120n])).toMatchObject({
      floor: 120n,
      from: { floor: 95n, at: NOW - 1_800 },
      since: NOW - 1_200,
    });
  });

  it('is of the last time that the floor crossed the threshold', () => {
    const floors = [60n, 110n, null, 95n, 120n];
    expect(exampleFor(above, { floor_above: 100n }, floors)).toMatchObject({
      floor: 120n,
      from: { floor: 95n, at: NOW - 600 },
      since: NOW - 600,
    });
    expect(exampleFor(above, { floor_above: 100n }, [60n, 110n, null, 120n])).toMatchObject({
      from: { floor: 60n, at: NOW - 1_800 },
    });
  });

  it('says how the floor came to the threshold where it is exactly there', () => {
    const below = { way: 'below', threshold: 50n } as const;
    expect(exampleFor(below, { floor_below: 50n }, [70n, 50n])).toMatchObject({
      floor: 50n,
      from: { floor: 70n, at: NOW - 600 },
    });
    expect(exampleFor(above, { floor_above: 100n }, [70n, 100n])).toMatchObject({
      floor: 100n,
      from: { floor: 70n, at: NOW - 600 },
    });
  });

  it('is none where that is not known', () => {
    expect(exampleFor(above, { floor_above: 100n }, [])).toBeNull();
    expect(exampleFor(above, { floor_above: 100n }, [80n, null])).toBeNull();
    expect(exampleFor(above, { floor_above: 100n }, [110n, 120n])).toBeNull();
  });
});
