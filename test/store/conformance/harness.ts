import { afterEach, beforeEach } from 'vitest';
import type { Store } from '#src/store/open.ts';

/** What an implementation of a store, or of a part of one, provides to run the suites of the conformance tests. */
export interface StoreHarness<S extends object = Store> {
  /** Whether opening the same place again shows what was written before. */
  readonly durable: boolean;
  /** How many random alerts a property test stores. */
  readonly randomAlerts: number;
  /** A new location for one store's data. */
  createLocation(): Promise<StoreLocation<S>>;
}

/** Where one store keeps its data; disposing of it removes them. */
interface StoreLocation<S extends object> extends AsyncDisposable {
  /** Opens the store. Only one is open at a time. @param now epoch ms */
  open(now: () => number): Promise<S & AsyncDisposable>;
}

const START = 5_000_000;

/** The store of the running test. */
export interface CurrentStore<S extends object = Store> {
  readonly store: S;
  /** The store's current time, epoch ms; 5,000,000 at first. */
  now: number;
  /** Closes the store and opens it again at the same place. */
  reopen(): Promise<S>;
}

/** Opens a store of its own for each test of the surrounding `describe`, and closes it afterwards. */
export function storeForEachTest<S extends object>(harness: StoreHarness<S>): CurrentStore<S> {
  interface Opened {
    readonly place: StoreLocation<S>;
    readonly store: S & AsyncDisposable;
  }
  let current: Opened | null = null;
  let now = START;

  function opened(): Opened {
    if (current === null) throw new Error('A store is open only while a test runs.');
    return current;
  }

  beforeEach(async () => {
    const place = await harness.createLocation();
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
