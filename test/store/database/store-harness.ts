import type { StoreBounds } from '#src/store/bounds.ts';
import { openStore } from '#src/store/open.ts';
import { silentLog } from '../../support/silent-log.ts';
import type { StoreHarness } from '../conformance/harness.ts';
import type { DatabaseKind } from './each-database.ts';

/** Runs the conformance suites on stores of this kind. @param bounds smaller ones than the store's own */
export const storeOn = (kind: DatabaseKind, bounds?: StoreBounds): StoreHarness => ({
  durable: true,
  randomAlerts: 5,
  async createLocation() {
    const place = await kind.create();
    return {
      open: (now) =>
        openStore({
          databaseUrl: place.url,
          log: silentLog,
          now,
          databaseNow: now,
          ...(bounds === undefined ? {} : { bounds }),
        }),
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
});
