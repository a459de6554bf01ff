import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShelf } from '../../../sandbox/marketplace/world/shelf.ts';

describe('a shelf', () => {
  it('holds what a set would hold, whatever is added and removed', () => {
    const step = fc.record({ add: fc.boolean(), item: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const shelf = createShelf<number>();
        const model = new Set<number>();
        for (const { add, item } of steps) {
          if (add) {
            shelf.add(item);
            model.add(item);
          } else {
            shelf.remove(item);
            model.delete(item);
          }
          expect(shelf.items.toSorted()).toEqual([...model].sort());
        }
      }),
    );
  });
});
