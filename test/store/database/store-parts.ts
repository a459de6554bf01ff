import { now } from '../../../src/store/database/adapters.ts';
import type { Database } from '../../../src/store/database/database.ts';
import { createDraftStore } from '../../../src/store/drafts.ts';
import { createGuildErasureStore } from '../../../src/store/guild-erasure.ts';
import { stopQueue } from '../../../src/store/queue-states.ts';
import { createSettingsStore } from '../../../src/store/settings.ts';
import { createSubscriptionStore } from '../../../src/store/subscriptions.ts';
import type { StoreHarness } from '../conformance/harness.ts';
import type { DatabaseKind } from './each-database.ts';

/** The parts of a store that exist on Kysely. */
const createStoreParts = (database: Database) => ({
  ...createSubscriptionStore(database),
  ...createDraftStore(database),
  ...createSettingsStore(database),
  ...createGuildErasureStore(database, (erase) => erase()),
  stopQueue: (channelId: string, stop: { readonly state: 'paused' | 'closed'; readonly code: number }) =>
    database.transaction('stopQueue', (transaction) =>
      stopQueue(transaction, channelId, stop, now(transaction)),
    ),
});

/** Runs the conformance suites of these parts. A suite that needs other parts does not compile. */
export const storeParts = (kind: DatabaseKind): StoreHarness<ReturnType<typeof createStoreParts>> => ({
  durable: true,
  randomSequences: 25,
  async createLocation() {
    const place = await kind.create();
    return {
      async open(now) {
        const database = await place.open({ now });
        return {
          ...createStoreParts(database),
          [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
        };
      },
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
});
