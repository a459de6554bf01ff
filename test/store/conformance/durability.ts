import { describe, expect, it } from 'vitest';
import { DEFAULT_GUILD_SETTINGS } from '#src/alerts/settings.ts';
import type { Trade } from '#src/alerts/trade.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIngestionOf,
  begin,
  collectionNamed,
  GENERAL,
  ITEM,
  ingestionOf,
  QUIET,
  ruleFor,
  SALES,
  salesFor,
  send,
  statesOf,
  sweep,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';
import { DRAFT, inputOf } from './saved-inputs.ts';

const TRADE: Trade = {
  key: 't',
  collection: ITEM.collection,
  tokenId: '1',
  seller: null,
  buyer: null,
  price: 5n,
  quantity: 1n,
  at: 1_000,
};

/** What is written is still there after closing and opening again. */
export function describeDurability(harness: StoreHarness): void {
  if (!harness.durable) return;
  describe('opening again', () => {
    const given = storeForEachTest(harness);

    it('keeps everything', async () => {
      const { store } = given;
      const { subscription } = await store.addSubscription(ruleFor(SALES));
      await store.saveCollections([collectionNamed('Derps')]);
      await store.ingest(
        ingestionOf(
          [...salesFor(['a'], SALES, QUIET), addressed(sweep('b', [ITEM, { ...ITEM, price: null }]), SALES)],
          { seen: ['id:1'] },
        ),
      );
      const post = await begin(store, SALES, 1);
      await store.stopQueue(GENERAL, { state: 'paused', code: 50_001 });
      await store.release((await begin(store, QUIET, 1)).id, { notBefore: 42, alone: true });
      const channels = [SALES, GENERAL, QUIET];
      const statuses = await store.queueStatuses(channels);
      const works = await Promise.all(channels.map((channelId) => store.channelWork(channelId, 10)));

      const reopened = await given.reopen();
      expect(await reopened.feedState()).toBe('filled');
      expect((await reopened.known(['id:1'])).size).toBe(1);
      expect(await reopened.allSubscriptions()).toEqual([subscription]);
      expect(await reopened.loadCollections()).toEqual([collectionNamed('Derps')]);
      expect(await reopened.queueStatuses(channels)).toEqual(statuses);
      expect(await Promise.all(channels.map((channelId) => reopened.channelWork(channelId, 10)))).toEqual(
        works,
      );
      expect((await reopened.channelWork(SALES, 1)).unsettled).toEqual(post);
      await expect(reopened.ingest(ingestionOf(salesFor(['a'], SALES)))).resolves.toEqual([]);
    });

    it('keeps live messages, summaries, saved inputs, settings and trades', async () => {
      const { store } = given;
      const alert = auctionAlert();
      const topic = 'auction:a-1';
      await store.ingest(
        ingestionOf([addressed(alert, SALES), ...salesFor(['a'], QUIET)], {
          topics: [{ key: topic, state: alert }],
          trades: [TRADE],
        }),
      );
      await send(store, SALES, 1);
      await store.ingestAuctions(auctionIngestionOf([], { baseline: true }));
      await store.ingest(statesOf({ key: topic, state: auctionAlert({ bidCount: 9 }) }));
      await store.summariseWaiting(QUIET, { includeUrgent: true });
      const owner = { guildId: '800000000000000001', userId: '700000000000000001' };
      await store.saveInput('d', owner, DRAFT, inputOf('{}'));
      await store.saveGuildSettings('800000000000000001', DEFAULT_GUILD_SETTINGS);
      const snapshot = () =>
        Promise.all([
          given.store.channelWork(SALES, 10),
          given.store.channelWork(QUIET, 10),
          given.store.channelsWithWork(),
          given.store.findInput('d', owner, DRAFT),
          given.store.allGuildSettings(),
          given.store.tradeHistories([TRADE]),
          given.store.trackedAuctions(),
        ]);

      const before = await snapshot();
      expect(before[0].staleMessages).toHaveLength(1);
      await given.reopen();
      expect(await snapshot()).toEqual(before);
    });
  });
}
