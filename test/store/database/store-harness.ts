import { createStore } from '../../../src/store/open.ts';
import type { StoreBounds } from '../../../src/store/sqlite/bounds.ts';
import type { StoreHarness } from '../conformance/harness.ts';
import type { DatabaseKind } from './each-database.ts';

/** Runs the conformance suites on stores of this kind. @param bounds smaller ones than the store's own */
export const storeOn = (kind: DatabaseKind, bounds?: StoreBounds): StoreHarness => ({
  durable: true,
  randomSequences: 5,
  async createLocation() {
    const place = await kind.create();
    return {
      async open(now) {
        const database = await place.open({ now });
        return {
          ...createStore(database, bounds),
          [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
        };
      },
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
});
