import { describe, expect, it } from 'vitest';
import {
  addressed,
  begin,
  collectionNamed,
  GENERAL,
  ITEM,
  intakeOf,
  QUIET,
  ruleFor,
  SALES,
  salesFor,
  sweep,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

/** What is written is still there after closing and opening again. */
export function describeDurability(harness: StoreHarness): void {
  if (!harness.durable) return;
  describe('opening again', () => {
    const given = storeForEachTest(harness);

    it('keeps everything', async () => {
      const { store } = given;
      const { subscription } = await store.addSubscription(ruleFor(SALES));
      await store.saveCollections([collectionNamed('Derps')]);
      await store.intake(
        intakeOf(
          [...salesFor(['a'], SALES, QUIET), addressed(sweep('b', [ITEM, { ...ITEM, price: null }]), SALES)],
          { seen: ['id:1'] },
        ),
      );
      const post = await begin(store, SALES, 1);
      await store.stopLane(GENERAL, { state: 'paused', code: 50_001 });
      await store.release((await begin(store, QUIET, 1)).id, { notBefore: 42, alone: true });
      const channels = [SALES, GENERAL, QUIET];
      const statuses = await store.laneStatuses(channels);
      const works = await Promise.all(channels.map((channelId) => store.laneWork(channelId, 10)));

      const reopened = await given.reopen();
      expect(await reopened.memory()).toBe('filled');
      expect((await reopened.known(['id:1'])).size).toBe(1);
      expect(await reopened.allSubscriptions()).toEqual([subscription]);
      expect(await reopened.loadCollections()).toEqual([collectionNamed('Derps')]);
      expect(await reopened.laneStatuses(channels)).toEqual(statuses);
      expect(await Promise.all(channels.map((channelId) => reopened.laneWork(channelId, 10)))).toEqual(works);
      expect((await reopened.laneWork(SALES, 1)).unsettled).toEqual(post);
      await expect(reopened.intake(intakeOf(salesFor(['a'], SALES)))).resolves.toEqual([]);
    });
  });
}
