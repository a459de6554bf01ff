import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Store } from '#src/store/open.ts';

import { auctionAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIngestionOf,
  ingestionOf,
  ruleFor,
  sale,
  salesFor,
  send,
  statesOf,
  to,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const CHANNELS = Array.from({ length: 1_300 }, (_, index) => `9000000000000${10_000 + index}`);
const [FIRST = '', SECOND = ''] = CHANNELS;
const LAST = CHANNELS.at(-1) ?? '';

/** Waits until the record key is known, which is before the ingestion has written its deliveries. */
async function untilKnown(store: Pick<Store, 'known'>, key: string): Promise<void> {
  while ((await store.known([key])).size === 0) await setImmediate();
}

/** The part of `FeedStore.intake` that is about alerts for very many channels. */
export function describeLargeIngestions(harness: StoreHarness): void {
  describe('an ingestion for very many channels', () => {
    const given = storeForEachTest(harness);

    async function expectEverywhere(store: Store, keys: readonly string[]): Promise<void> {
      for (const channelId of [FIRST, SECOND, LAST])
        expect(await waitingKeys(store, channelId)).toEqual(keys);
      const statuses = await store.queueStatuses(CHANNELS);
      expect(new Set(statuses.map(({ waiting }) => waiting))).toEqual(new Set([keys.length]));
    }

    it('reaches each of them, in the given order, and returns them', async () => {
      const channels = await given.store.ingest(ingestionOf(salesFor(['b', 'a'], ...CHANNELS)));
      expect(channels.toSorted()).toEqual(CHANNELS);
      await expectEverywhere(given.store, ['b', 'a']);
    });

    it('lets other calls run in between, which see the record keys at once', async () => {
      let isDone = false;
      const ingest = ingestionOf(salesFor(['a'], ...CHANNELS), { seen: ['id:1'] });
      const taken = given.store.ingest(ingest).finally(() => {
        isDone = true;
      });
      await untilKnown(given.store, 'id:1');
      expect(isDone).toBe(false);
      await taken;
    });

    it('keeps the order of a queue when another ingestion comes in between', async () => {
      const ingest = ingestionOf(salesFor(['a'], ...CHANNELS), { seen: ['id:1'] });
      const large = given.store.ingest(ingest);
      // On another connection, the second one could otherwise begin before the first.
      await untilKnown(given.store, 'id:1');
      const small = given.store.ingestAuctions(
        auctionIngestionOf([addressed(sale('b'), LAST)], { baseline: true }),
      );
      const channels = await Promise.all([large, small]);
      expect(new Set(channels.flat())).toEqual(new Set(CHANNELS));
      expect(await waitingKeys(given.store, LAST)).toEqual(['a', 'b']);
    });

    it('is ingested once, also when it is repeated', async () => {
      const ingest = ingestionOf(salesFor(['a'], ...CHANNELS));
      await given.store.ingest(ingest);
      await expect(given.store.ingest(ingest)).resolves.toEqual([]);
      await expectEverywhere(given.store, ['a']);
    });

    it('stores which rules matched, and passes over channels that show the topic', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(LAST));
      const topic = { key: 'auction:a-1', state: auctionAlert() };
      await given.store.ingest(ingestionOf([addressed(topic.state, LAST)], { topics: [topic] }));
      await send(given.store, LAST, 1);
      const bid = auctionAlert({ key: 'auction_bid:a-1:1', topic: 'auction_bid', bidCount: 3 });
      const channels = CHANNELS.map((id) =>
        to(id, { skipIfLive: true, subscriptionIds: id === LAST ? [subscription.id] : [] }),
      );
      const news = await given.store.ingest(
        ingestionOf([{ alert: bid, channels }], { topics: [{ ...topic, state: bid }] }),
      );
      expect(new Set(news)).toEqual(new Set(CHANNELS));
      expect(await waitingKeys(given.store, LAST)).toEqual([]);
      expect(await waitingKeys(given.store, FIRST)).toEqual([bid.key]);
      expect((await given.store.channelWork(LAST, 1)).staleMessages).toHaveLength(1);
      expect(await given.store.allSubscriptions()).toMatchObject([{ lastMatchAt: expect.any(Number) }]);
    });

    it.runIf(harness.durable)(
      'goes on after the process ended half-way, and posts nowhere twice',
      async () => {
        const ingest = ingestionOf(salesFor(['a', 'b'], ...CHANNELS), { seen: ['id:1'] });
        const broken = given.store.ingest(ingest).catch((error: unknown) => error);
        await untilKnown(given.store, 'id:1');
        const reopened = await given.reopen();
        await expect(broken).resolves.toMatchObject({ code: 'STORE_UNUSABLE' });
        expect(await waitingKeys(reopened, LAST)).toEqual([]);
        await reopened.recover();
        await expectEverywhere(reopened, ['a', 'b']);
        expect(new Set(await reopened.channelsWithWork())).toEqual(new Set(CHANNELS));
        await reopened.recover();
        await reopened.ingest(ingest);
        await expectEverywhere(reopened, ['a', 'b']);
      },
    );

    it.runIf(harness.durable)(
      'is brought to its end by the next intake, even one that holds nothing',
      async () => {
        const ingest = ingestionOf(salesFor(['a'], ...CHANNELS), { seen: ['id:1'] });
        const broken = given.store.ingest(ingest).catch(() => 'closed');
        await untilKnown(given.store, 'id:1');
        const reopened = await given.reopen();
        await expect(broken).resolves.toBe('closed');
        const channels = await reopened.ingest(statesOf());
        expect(channels).toContain(LAST);
        await expectEverywhere(reopened, ['a']);
      },
    );
  });
}
