import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { auctionAlert } from '../../support/build-alert.ts';
import {
  addressed,
  auctionIntakeOf,
  intakeOf,
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

/** The part of `FeedStore.intake` that is about alerts for very many channels. */
export function describeLargeIntake(harness: StoreHarness): void {
  describe('an intake for very many channels', () => {
    const given = storeForEachTest(harness);

    async function expectEverywhere(store: Store, keys: readonly string[]): Promise<void> {
      for (const channelId of [FIRST, SECOND, LAST])
        expect(await waitingKeys(store, channelId)).toEqual(keys);
      const statuses = await store.laneStatuses(CHANNELS);
      expect(new Set(statuses.map(({ waiting }) => waiting))).toEqual(new Set([keys.length]));
    }

    it('reaches each of them, in the order given, and says so', async () => {
      const channels = await given.store.intake(intakeOf(salesFor(['b', 'a'], ...CHANNELS)));
      expect(channels.toSorted()).toEqual(CHANNELS);
      await expectEverywhere(given.store, ['b', 'a']);
    });

    it('lets others have their turn in between, who find what was seen in place at once', async () => {
      let isDone = false;
      const intake = intakeOf(salesFor(['a'], ...CHANNELS), { seen: ['id:1'] });
      const taken = given.store.intake(intake).finally(() => {
        isDone = true;
      });
      await setImmediate();
      expect((await given.store.known(['id:1'])).size).toBe(1);
      expect(isDone).toBe(false);
      await taken;
    });

    it('keeps the order of a lane when another intake comes in between', async () => {
      const large = given.store.intake(intakeOf(salesFor(['a'], ...CHANNELS)));
      const small = given.store.takeInAuctions(
        auctionIntakeOf([addressed(sale('b'), LAST)], { baseline: true }),
      );
      const channels = await Promise.all([large, small]);
      expect(new Set(channels.flat())).toEqual(new Set(CHANNELS));
      expect(await waitingKeys(given.store, LAST)).toEqual(['a', 'b']);
    });

    it('is taken in once, also when it comes again', async () => {
      const intake = intakeOf(salesFor(['a'], ...CHANNELS));
      await given.store.intake(intake);
      await expect(given.store.intake(intake)).resolves.toEqual([]);
      await expectEverywhere(given.store, ['a']);
    });

    it('remembers which rules matched, and passes over channels that show the topic', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(LAST));
      const topic = { key: 'auction:a-1', state: auctionAlert() };
      await given.store.intake(intakeOf([addressed(topic.state, LAST)], { topics: [topic] }));
      await send(given.store, LAST, 1);
      const bid = auctionAlert({ key: 'auction_bid:a-1:1', kind: 'auction_bid', bidCount: 3 });
      const channels = CHANNELS.map((id) =>
        to(id, { unlessShown: true, subscriptionIds: id === LAST ? [subscription.id] : [] }),
      );
      const news = await given.store.intake(
        intakeOf([{ alert: bid, channels }], { topics: [{ ...topic, state: bid }] }),
      );
      expect(new Set(news)).toEqual(new Set(CHANNELS));
      expect(await waitingKeys(given.store, LAST)).toEqual([]);
      expect(await waitingKeys(given.store, FIRST)).toEqual([bid.key]);
      expect((await given.store.laneWork(LAST, 1)).staleCards).toHaveLength(1);
      expect(await given.store.allSubscriptions()).toMatchObject([{ lastMatchAt: expect.any(Number) }]);
    });

    it.runIf(harness.durable)(
      'goes on after the process ended half-way, and tells nobody twice',
      async () => {
        const intake = intakeOf(salesFor(['a', 'b'], ...CHANNELS), { seen: ['id:1'] });
        const broken = given.store.intake(intake).catch((error: unknown) => error);
        await setImmediate();
        const reopened = await given.reopen();
        await expect(broken).resolves.toMatchObject({ code: 'STORE_UNUSABLE' });
        expect((await reopened.known(['id:1'])).size).toBe(1);
        expect(await waitingKeys(reopened, LAST)).toEqual([]);
        await reopened.recover();
        await expectEverywhere(reopened, ['a', 'b']);
        expect(new Set(await reopened.lanesWithWork())).toEqual(new Set(CHANNELS));
        await reopened.recover();
        await reopened.intake(intake);
        await expectEverywhere(reopened, ['a', 'b']);
      },
    );

    it.runIf(harness.durable)(
      'is brought to its end by the next intake, even one that holds nothing',
      async () => {
        const broken = given.store.intake(intakeOf(salesFor(['a'], ...CHANNELS))).catch(() => 'closed');
        await setImmediate();
        const reopened = await given.reopen();
        await expect(broken).resolves.toBe('closed');
        const channels = await reopened.intake(statesOf());
        expect(channels).toContain(LAST);
        await expectEverywhere(reopened, ['a']);
      },
    );
  });
}
