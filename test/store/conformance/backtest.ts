import { describe, expect, it } from 'vitest';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import type { Trade } from '#src/alerts/trade.ts';
import type { Address } from '#src/chain/address.ts';
import { address } from '../../support/build-activity.ts';
import { ingestionOf, sale } from '../samples.ts';
import { detectedSale } from './events.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const DERPS = address(1);
const APES = address(2);
const DAY = 86_400;

const trade = (key: string, at: number, changes: Partial<Trade> = {}): Trade => ({
  ...{ key, collection: DERPS, tokenId: key, seller: null, buyer: null, price: 1n, quantity: 1n, at },
  ...changes,
});

/** The stored events that a backtest counts. */
export function describeBacktestData(harness: StoreHarness): void {
  describe('the events of a backtest', () => {
    const given = storeForEachTest(harness);

    it('are complete since the first poll of the feed', async () => {
      expect(await given.store.backtest.storedSince()).toBeNull();
      await given.store.ingest(ingestionOf([], { at: 9_000, newRecordsAfter: 7, trades: [trade('a', 3)] }));
      expect(await given.store.backtest.storedSince()).toEqual({ sales: 7, events: 7 });
    });

    it('are complete since the oldest sale after older ones were deleted', async () => {
      await given.store.ingest(
        ingestionOf([], { newRecordsAfter: 7, trades: [trade('a', 20), trade('b', 30)] }),
      );
      const revoked = { revokedTrades: ['a'] };
      await given.store.ingest(ingestionOf([], { at: 2_000_000, ...revoked }));
      expect(await given.store.backtest.storedSince()).toMatchObject({ sales: 30 });
    });

    it('say what announced a sale, also after a restart', async () => {
      const swept = { soldIn: 'sweep' };
      await given.store.ingest(ingestionOf([], { trades: [trade('a', 5, swept), trade('b', 6)] }));
      await given.reopen();
      const found: (string | null)[] = [];
      for await (const part of given.store.backtest.salesInParts({ collections: null, from: 0, to: 9 }))
        found.push(...part.map(({ soldIn = null }) => soldIn));
      expect(found).toEqual(['sweep', null]);
    });

    it('name the tokens that were sold three times', async () => {
      const sold = (tokenId: string, collection: Address, ...times: readonly number[]) =>
        times.map((at) => trade(`${collection}${tokenId}${at}`, at, { tokenId, collection }));
      await given.store.ingest(
        ingestionOf([], {
          trades: [
            ...sold('often', DERPS, 5, 9, 4 + DAY),
            ...sold('seldom', DERPS, 5, 9),
            ...sold('often', APES, 1, 2, 3 + DAY, 4 + DAY, 5 + DAY),
            ...sold('before', APES, 1, 2, 3),
          ],
        }),
      );
      const often = async (collections: readonly Address[] | null, from: number) =>
        Object.fromEntries(
          [...(await given.store.backtest.tokensSoldOften({ collections, from }))].map(([one, tokens]) => [
            one,
            [...tokens],
          ]),
        );
      expect(await often(null, 5)).toEqual({ [DERPS]: ['often'], [APES]: ['often'] });
      expect(await often([APES], 1)).toEqual({ [APES]: ['before', 'often'] });
      expect(await often([], 1)).toEqual({});
    });

    it('stop when they are no longer wanted', async () => {
      const many = Array.from({ length: 2_500 }, (_, index) => trade(`t${index}`, index));
      await given.store.ingest(ingestionOf([], { trades: many }));
      const stopping = new AbortController();
      const period = { collections: null, from: 0, to: 9_999 };
      const reading = async () => {
        for await (const _ of given.store.backtest.salesInParts(period, stopping.signal))
          stopping.abort(new Error('not wanted'));
      };
      await expect(reading()).rejects.toThrow('not wanted');
    });

    const eventsOf = async (
      topics: readonly Topic[],
      { since = 0, limit = 1_000 }: { readonly since?: number; readonly limit?: number } = {},
    ) => {
      const found = await given.store.backtest.recentEvents(topics, { since, limit });
      const keys: string[] = [];
      for await (const part of found.inParts()) keys.push(...part.map(({ key }) => key));
      return { since: found.since, keys };
    };

    it('contain the other events in the order in which they were detected', async () => {
      const keys = Array.from({ length: 250 }, (_, index) => `event:${index}`);
      await given.store.ingest(ingestionOf([], { detected: keys.map((key) => detectedSale(key)) }));
      await given.store.ingest(ingestionOf([], { detected: [detectedSale('later')] }));
      expect(await eventsOf(['sale'])).toEqual({ since: 0, keys: [...keys, 'later'] });
      expect((await eventsOf(['mint'])).keys).toEqual([]);
    });

    it('contain no event that was dropped, or was detected earlier', async () => {
      await given.store.ingest(
        ingestionOf([], { detected: [detectedSale('late', { dropped: 'late' }), detectedSale('posted')] }),
      );
      expect((await eventsOf(['sale'])).keys).toEqual(['posted']);
      expect((await eventsOf(['sale'], { since: 10 ** 11 })).keys).toEqual([]);
    });

    it('are the newest events if there are too many, and say since when', async () => {
      const events = [1_000, 2_000, 3_000].map((occurredAt) => ({
        ...detectedSale(`at ${occurredAt}`),
        alert: sale(`at ${occurredAt}`, { occurredAt }),
      }));
      await given.store.ingest(ingestionOf([], { detected: events }));
      expect(await eventsOf(['sale'], { limit: 2 })).toEqual({ since: 2_000, keys: ['at 2000', 'at 3000'] });
      expect(await eventsOf(['sale'], { limit: 3 })).toMatchObject({ since: 1_000 });
    });
  });
}
