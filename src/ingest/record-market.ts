import type { Address } from '#src/chain/address.ts';
import { type CollectionReading, isSameReading } from '#src/marketplace/market-point.ts';
import { type MarketHistoryStore, POINT_SPACING } from '#src/store/market-history.ts';

/** Stores the market data of collections over time. */
export interface MarketRecorder {
  /**
   * Stores readings that changed, at most every ten minutes per collection, so most calls write nothing.
   * @param at epoch seconds
   * @throws GavelError STORE_UNUSABLE; the next call then stores everything again
   */
  record(readings: readonly CollectionReading[], at: number): Promise<void>;
}

/** More than the number of collections that are read from the marketplace's list. */
const MAX_REMEMBERED = 25_000;

export function createMarketRecorder(store: Pick<MarketHistoryStore, 'recordMarket'>): MarketRecorder {
  const given = new Map<Address, { readonly reading: CollectionReading; readonly at: number }>();

  return {
    async record(readings, at) {
      const changed = readings.filter((reading) => {
        const last = given.get(reading.collection);
        if (last === undefined) return true;
        // The absolute value also covers a clock that was set back.
        return !isSameReading(last.reading, reading) && Math.abs(at - last.at) >= POINT_SPACING;
      });
      if (changed.length === 0) return;
      await store.recordMarket(changed, at);
      if (given.size > MAX_REMEMBERED) given.clear();
      for (const reading of changed) given.set(reading.collection, { reading, at });
    },
  };
}
