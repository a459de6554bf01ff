import { createAuctionStore } from './auctions.ts';
import { createChannelWorkStore } from './channel-work.ts';
import type { Database } from './database/database.ts';
import { createDirectoryStore } from './directory.ts';
import { createDraftStore } from './drafts.ts';
import { createFeedStore } from './feed.ts';
import { createGapStore } from './gaps.ts';
import { createGuildErasureStore } from './guild-erasure.ts';
import { createHealthStore } from './health.ts';
import { createHeldPostStore } from './held-posts.ts';
import { createIngestion } from './ingestion.ts';
import { createLateFactsStore } from './late-facts.ts';
import { createNoticeStore } from './notices.ts';
import { createHousekeepingStore } from './retention/housekeeping.ts';
import { createSendingStore } from './sending.ts';
import { createSettingsStore } from './settings.ts';
import { BOUNDS, type StoreBounds } from './sqlite/bounds.ts';
import type { Store } from './store.ts';
import { createSubscriptionStore } from './subscriptions.ts';

/**
 * The store on a database, which stays the caller's to close. It takes the place of `sqlite/open.ts`.
 * @param bounds smaller ones, for tests
 */
export function createStore(
  database: Database,
  bounds: StoreBounds = BOUNDS,
): Omit<Store, keyof AsyncDisposable> {
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
    ...createGuildErasureStore(database),
    ...createHeldPostStore(database),
    ...createNoticeStore(database),
    ...createLateFactsStore(database, ingestion),
    ...createHealthStore(database),
    ...createHousekeepingStore(database, bounds),
  };
}
