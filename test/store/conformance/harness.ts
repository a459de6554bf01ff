import { afterEach, beforeEach } from 'vitest';
import type { Store } from '../../../src/store/store.ts';

/** What an implementation of the store hands in to be held to its contract. */
export interface StoreHarness {
  /** Whether opening the same place again shows what was written before. */
  readonly durable: boolean;
  /** How many random stories the property test tells. */
  readonly stories: number;
  /** A fresh place for one store's data. */
  createPlace(): Promise<StorePlace>;
}

/** Where one store keeps its data; disposing of it removes them. */
interface StorePlace extends AsyncDisposable {
  /** Opens the store. Only one is open at a time. @param now epoch ms */
  open(now: () => number): Promise<Store>;
}

const START = 5_000_000;

/** The store of the running test. */
export interface CurrentStore {
  readonly store: Store;
  /** The time that the store is told, epoch ms; 5,000,000 at first. */
  now: number;
  /** Closes the store and opens it again at the same place. */
  reopen(): Promise<Store>;
}

/** Opens a store of its own for each test of the surrounding `describe`, and closes it afterwards. */
export function storeForEachTest(harness: StoreHarness): CurrentStore {
  let current: { readonly place: StorePlace; readonly store: Store } | null = null;
  let now = START;

  function opened(): { readonly place: StorePlace; readonly store: Store } {
    if (current === null) throw new Error('A store is open only while a test runs.');
    return current;
  }

  beforeEach(async () => {
    const place = await harness.createPlace();
    now = START;
    current = { place, store: await place.open(() => now) };
  });
  afterEach(async () => {
    const { place, store } = opened();
    current = null;
    await store[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  return {
    get store() {
      return opened().store;
    },
    get now() {
      return now;
    },
    set now(time) {
      now = time;
    },
    async reopen() {
      const { place, store } = opened();
      await store[Symbol.asyncDispose]();
      current = { place, store: await place.open(() => now) };
      return current.store;
    },
  };
}
