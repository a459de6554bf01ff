import { describe, expect, it } from 'vitest';
import type { AddressedAlert } from '#src/store/model/ingest-batch.ts';
import type { Recipient } from '#src/store/model/recipient.ts';
import {
  addressed,
  GENERAL,
  ingestionOf,
  prune,
  QUIET,
  SALES,
  sale,
  salesFor,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The contract of `FeedStore`. */
export function describeFeed(harness: StoreHarness): void {
  describe('the state of the feed', () => {
    const given = storeForEachTest(harness);

    it('is blank before the first ingestion', async () => {
      await expect(given.store.feedState()).resolves.toBe('blank');
    });

    it('is empty after a first poll without records', async () => {
      await given.store.ingest(ingestionOf([]));
      await expect(given.store.feedState()).resolves.toBe('empty');
    });

    it('is filled once a record was seen', async () => {
      await given.store.ingest(ingestionOf([]));
      await given.store.ingest(ingestionOf([], { seen: ['id:1'] }));
      await expect(given.store.feedState()).resolves.toBe('filled');
    });

    it('keeps the time set by the first ingestion, from which records are new', async () => {
      await expect(given.store.newRecordsAfter()).resolves.toBeNull();
      await given.store.ingest(ingestionOf([], { newRecordsAfter: 7_000 }));
      await given.store.ingest(ingestionOf([], { newRecordsAfter: 9_000, seen: ['id:1'] }));
      await expect(given.store.newRecordsAfter()).resolves.toBe(7_000);
    });

    it('knows exactly the keys that were seen', async () => {
      await given.store.ingest(ingestionOf([], { seen: ['id:1', 'tx:2', 'tx:2'] }));
      const known = await given.store.known(['id:1', 'tx:2', 'ID:1', "' OR 1=1 --", '']);
      expect([...known]).toEqual(['id:1', 'tx:2']);
    });

    it('accepts the same key a second time', async () => {
      await given.store.ingest(ingestionOf([], { seen: ['id:1'] }));
      await given.store.ingest(ingestionOf([], { seen: ['id:1', 'id:2'] }));
      expect((await given.store.known(['id:1', 'id:2'])).size).toBe(2);
    });

    it('keeps old keys while they are among the newest 20,000', async () => {
      await given.store.ingest(ingestionOf([], { at: 0, seen: ['old'] }));
      await given.store.ingest(ingestionOf([], { at: 365 * DAY_MS, seen: ['new'] }));
      await prune(given.store, 365 * DAY_MS);
      expect((await given.store.known(['old', 'new'])).size).toBe(2);
    });

    it('keeps more than 20,000 keys while they are younger than 7 days', async () => {
      const many = Array.from({ length: 20_000 }, (_, index) => `id:${index}`);
      await given.store.ingest(ingestionOf([], { at: 0, seen: ['first', ...many] }));
      await given.store.ingest(ingestionOf([], { at: 6 * DAY_MS, seen: ['last'] }));
      await prune(given.store, 6 * DAY_MS);
      expect((await given.store.known(['first', 'last'])).size).toBe(2);
    });

    it('deletes keys that are both old and not among the newest 20,000', async () => {
      const many = Array.from({ length: 20_000 }, (_, index) => `id:${index}`);
      await given.store.ingest(ingestionOf([], { at: 0, seen: ['first', 'second', ...many] }));
      await given.store.ingest(ingestionOf([], { at: 8 * DAY_MS, seen: ['last'] }));
      await prune(given.store, 8 * DAY_MS);
      const known = await given.store.known(['first', 'second', 'id:0', 'id:1', 'last']);
      expect([...known]).toEqual(['id:1', 'last']);
    });
  });

  describe('an ingestion', () => {
    const given = storeForEachTest(harness);

    it('resolves to the channels with new deliveries, each once', async () => {
      const channels = await given.store.ingest(
        ingestionOf([
          ...salesFor(['a'], SALES, SALES),
          ...salesFor(['b'], GENERAL, SALES),
          ...salesFor(['c']),
        ]),
      );
      expect(channels).toEqual([SALES, GENERAL]);
    });

    it('queues the alerts of a channel in the order given, not in that of their time or key', async () => {
      await given.store.ingest(
        ingestionOf([
          addressed(sale('z', { occurredAt: 30 }), SALES),
          addressed(sale('a', { occurredAt: 10 }), SALES),
          addressed(sale('m', { occurredAt: 20 }), SALES),
        ]),
      );
      await given.store.ingest(ingestionOf(salesFor(['b'], SALES)));
      expect(await waitingKeys(given.store, SALES)).toEqual(['z', 'a', 'm', 'b']);
    });

    it('skips a known alert, even for further channels', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await expect(given.store.ingest(ingestionOf(salesFor(['a'], SALES, GENERAL)))).resolves.toEqual([]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
      expect(await waitingKeys(given.store, GENERAL)).toEqual([]);
    });

    it('skips an alert that it contains twice', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'a'], SALES)));
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('knows an alert without a delivery', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'])));
      await expect(given.store.ingest(ingestionOf(salesFor(['a'], SALES)))).resolves.toEqual([]);
    });

    it('includes stopped channels with new pending alerts', async () => {
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      await expect(given.store.ingest(ingestionOf(salesFor(['a'], SALES)))).resolves.toEqual([SALES]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('leaves nothing behind when it fails half-way', async () => {
      const poisoned: AddressedAlert = {
        alert: sale('b'),
        get channels(): readonly Recipient[] {
          throw new Error('half-way');
        },
      };
      const ingest = ingestionOf([...salesFor(['a'], SALES), poisoned], {
        seen: ['id:1'],
        gap: { noticedAt: 1, oldestReadAt: null },
      });
      await expect(given.store.ingest(ingest)).rejects.toThrow('half-way');
      await expect(given.store.feedState()).resolves.toBe('blank');
      expect((await given.store.known(['id:1'])).size).toBe(0);
      expect(await given.store.channelsWithWork()).toEqual([]);
      await expect(given.store.ingest(ingestionOf(salesFor(['a', 'b'], QUIET)))).resolves.toEqual([QUIET]);
    });
  });
}
