import { describe, expect, it } from 'vitest';
import { auctionAlert } from '../../support/build-alert.ts';
import { addressed, ingestionOf, SALES, salesFor, send, statesOf } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

/** The contract of reading what a message contains. */
export function describePostedAlerts(harness: StoreHarness): void {
  describe('the alerts of a post', () => {
    const given = storeForEachTest(harness);

    it('are those of its message, in order, with the channel that got it', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c', 'd'], SALES)));
      await send(given.store, SALES, 1);
      const { id } = await send(given.store, SALES, 2, { layout: 'summary' });
      const posted = await given.store.alertsOfPost(id);
      expect(posted?.channelId).toBe(SALES);
      expect(posted?.alerts.map(({ key }) => key)).toEqual(['b', 'c']);
    });

    it('are in their latest states', async () => {
      const started = auctionAlert({ key: 'started', liveKey: 'auction:a-1' });
      await given.store.ingest(ingestionOf([addressed(started, SALES)]));
      const { id } = await send(given.store, SALES, 1, { layout: 'summary' });
      const state = auctionAlert({ liveKey: 'auction:a-1', status: 'sold', finalizedAt: 1 });
      await given.store.ingest(statesOf({ key: 'auction:a-1', state }));
      expect((await given.store.alertsOfPost(id))?.alerts).toMatchObject([
        { key: 'started', status: 'sold' },
      ]);
    });

    it('are none of a post that does not exist', async () => {
      expect(await given.store.alertsOfPost(12_345)).toBeNull();
    });
  });
}
