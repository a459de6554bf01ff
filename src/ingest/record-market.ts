import type { Address } from '#src/chain/address.ts';
import { type CollectionReading, isSameReading } from '#src/marketplace/model/market-point.ts';
import { type MarketHistoryStore, POINT_SPACING } from '#src/store/market-history.ts';

/** Writes down how collections stand. */
export interface MarketRecorder {
  /**
   * Gives the store what has changed since it was last given, of each collection at most every ten minutes; so most
   * lists cost nothing.
   * @param at epoch s @throws GavelError STORE_UNUSABLE, and then everything is given again
   */
  record(readings: readonly CollectionReading[], at: number): Promise<void>;
}

/** More than the marketplace's list is read to. */
const MAX_REMEMBERED = 25_000;

export function createMarketRecorder(store: Pick<MarketHistoryStore, 'recordMarket'>): MarketRecorder {
  const given = new Map<Address, { readonly reading: CollectionReading; readonly at: number }>();

  return {
    async record(readings, at) {
      const changed = readings.filter((reading) => {
        const last = given.get(reading.collection);
        if (last === undefined) return true;
        // Also when the clock was set back.
        return !isSameReading(last.reading, reading) && Math.abs(at - last.at) >= POINT_SPACING;
      });
      if (changed.length === 0) return;
      await store.recordMarket(changed, at);
      if (given.size > MAX_REMEMBERED) given.clear();
      for (const reading of changed) given.set(reading.collection, { reading, at });
    },
  };
}
