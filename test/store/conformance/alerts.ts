import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPosted } from '#src/alerts/alert.ts';
import { addressed, GENERAL, ingestionOf, SALES } from '../samples.ts';
import { anyAlert, marketAlert } from './any-alert.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const alerts = fc.array(anyAlert, { minLength: 1, maxLength: 5 });

/** Alerts come out as they went in. */
export function describeAlerts(harness: StoreHarness): void {
  describe('an alert', () => {
    const given = storeForEachTest(harness);

    it('comes back as it was given: amounts of any size, any text, nothing lost and nothing added', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(alerts, async (some) => {
          round += 1;
          const channelId = `${SALES}${round}`;
          const saved = some.map((alert, index) => ({ ...alert, key: `${round}:${index}:${alert.key}` }));
          await given.store.ingest(ingestionOf(saved.map((alert) => addressed(alert, channelId))));
          const { pending } = await given.store.channelWork(channelId, 10);
          const byKey = new Map(pending.map(({ alert }) => [alert.key, alert]));
          expect(saved.map(({ key }) => byKey.get(key))).toStrictEqual(saved);
          expect(pending).toHaveLength(saved.length);
        }),
        { numRuns: harness.randomAlerts },
      );
    });

    it('is added once if a batch has its key twice, with the channels of the first', async () => {
      const [alert] = fc.sample(marketAlert, { numRuns: 1, seed: 1 });
      if (alert === undefined) throw new Error('No alert was drawn.');
      const once = { ...alert, key: 'twice', liveKey: null };
      await given.store.ingest(ingestionOf([addressed(once, SALES), addressed(once, GENERAL)]));
      expect((await given.store.channelWork(SALES, 10)).pending).toHaveLength(1);
      expect((await given.store.channelWork(GENERAL, 10)).pending).toHaveLength(0);
    });

    it('comes back as the state of a topic just the same', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(marketAlert, async (state) => {
          round += 1;
          const topic = `topic ${round}`;
          const channelId = `${SALES}${round}`;
          const alert = { ...state, key: `${round}`, liveKey: topic };
          await given.store.ingest(ingestionOf([addressed(alert, channelId)]));
          const [waiting] = (await given.store.channelWork(channelId, 1)).pending;
          const post = await given.store.startPost({
            channelId,
            deliveryIds: [waiting?.id ?? 0],
            nonce: 'n',
            at: 1,
            layout: 'card',
            pingRoleIds: [],
          });
          await given.store.markSent(post.id, { messageId: 'm', at: 1, publish: false });
          await given.store.ingest(ingestionOf([], { topics: [{ key: topic, state }] }));
          const { staleMessages } = await given.store.channelWork(channelId, 1);
          expect(staleMessages.map((card) => card.alerts[0])).toStrictEqual([asPosted(state, alert)]);
        }),
        { numRuns: harness.randomAlerts },
      );
    });
  });
}
