import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIndexedSet } from '../../../sandbox/marketplace/world/indexed-set.ts';

describe('an indexed set', () => {
  it('has the members of a set, after any additions and removals', () => {
    const step = fc.record({ add: fc.boolean(), item: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const indexedSet = createIndexedSet<number>();
        const model = new Set<number>();
        for (const { add, item } of steps) {
          if (add) {
            indexedSet.add(item);
            model.add(item);
          } else {
            indexedSet.remove(item);
            model.delete(item);
          }
          expect(indexedSet.items.toSorted()).toEqual([...model].sort());
        }
      }),
    );
  });
});
