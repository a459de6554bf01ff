import { createAuctionStore } from './auctions.ts';
import { createChannelWorkStore } from './channel-work.ts';
import type { Database } from './database/database.ts';
import { createDirectoryStore } from './directory.ts';
import { createDraftStore } from './drafts.ts';
import { createFeedStore } from './feed.ts';
import { createGapStore } from './gaps.ts';
import { createGuildErasureStore } from './guild-erasure.ts';
import { createIngestion } from './ingestion.ts';
import { createSendingStore } from './sending.ts';
import { createSettingsStore } from './settings.ts';
import { BOUNDS, type StoreBounds } from './sqlite/bounds.ts';
import { createSubscriptionStore } from './subscriptions.ts';

/**
 * The store on a database, as far as it is written: it takes the place of `sqlite/open.ts` when it has all parts.
 * @param bounds smaller ones, for tests
 */
export function createStore(database: Database, bounds: StoreBounds = BOUNDS) {
  const ingestion = createIngestion(database);
  return {
    ...createFeedStore(database, ingestion, bounds),
    ...createGapStore(database),
    ...createAuctionStore(database, ingestion),
    ...createChannelWorkStore(database),
    ...createSendingStore(database, ingestion),
    ...createDirectoryStore(database),
    ...createSubscriptionStore(database),
    ...createDraftStore(database),
    ...createSettingsStore(database),
    ...createGuildErasureStore(database, (erase) => database.maintenance.eraseSecurely(erase)),
  };
}
