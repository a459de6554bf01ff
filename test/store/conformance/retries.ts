import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#src/chain/durations.ts';
import { begin, ingestionOf, ruleFor, SALES, salesFor, send } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const USER = '700000000000000007';
const PERSON = `dm:${USER}`;
const PAUSE = { state: 'paused', code: 50_013 } as const;

/** `DeliveryStore.openForRetry`. */
export function describeRetries(harness: StoreHarness): void {
  describe('a stopped queue that tries again by itself', () => {
    const given = storeForEachTest(harness);
    const open = () => given.store.openForRetry(10);

    async function waiting(channelId = SALES): Promise<void> {
      await given.store.addSubscription(
        channelId === PERSON ? { ...ruleFor(PERSON), guildId: PERSON, createdBy: USER } : ruleFor(channelId),
      );
      await given.store.ingest(ingestionOf(salesFor(['a'], channelId)));
    }

    /** How long it takes until the queue is opened, ms, to the minute. */
    async function openedAfter(limitMs: number): Promise<number> {
      for (let waitedMs = 0; waitedMs <= limitMs; waitedMs += MINUTE_MS) {
        if ((await open()).length > 0) return waitedMs;
        given.now += MINUTE_MS;
      }
      return Number.POSITIVE_INFINITY;
    }

    it('is opened after 1, 5 and 30 minutes, and then hourly, with one notice', async () => {
      await waiting();
      const waits: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        await given.store.stopQueue(SALES, PAUSE);
        if (turn === 0) await given.store.postNotice(SALES, null);
        waits.push(await openedAfter(2 * HOUR_MS));
      }
      expect(waits).toEqual([1, 5, 30, 60, 60].map((minutes) => minutes * MINUTE_MS));
      expect(await given.store.hasNotices()).toBe(false);
    });

    it('begins anew after a message was accepted, and with another notice', async () => {
      await waiting();
      await given.store.stopQueue(SALES, PAUSE);
      await given.store.postNotice(SALES, null);
      await openedAfter(HOUR_MS);
      await send(given.store, SALES, 1);
      await given.store.ingest(ingestionOf(salesFor(['b'], SALES)));
      await given.store.stopQueue(SALES, PAUSE);
      expect(await given.store.hasNotices()).toBe(true);
      expect(await openedAfter(HOUR_MS)).toBe(MINUTE_MS);
    });

    it('is told to its people again when the reason is another one', async () => {
      await waiting();
      await given.store.stopQueue(SALES, PAUSE);
      await given.store.postNotice(SALES, null);
      await openedAfter(HOUR_MS);
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_001 });
      expect(await given.store.hasNotices()).toBe(true);
    });

    it('is not opened without work, when its channel is gone, or while a message holds it', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.stopQueue(SALES, PAUSE);
      expect(await openedAfter(2 * HOUR_MS)).toBe(Number.POSITIVE_INFINITY);
      await waiting();
      await given.store.stopQueue(SALES, { state: 'closed', code: 10_003 });
      expect(await openedAfter(2 * HOUR_MS)).toBe(Number.POSITIVE_INFINITY);
      await given.store.reopenChannel(ruleFor(SALES).guildId, SALES);
      const { id } = await begin(given.store, SALES, 1);
      await given.store.holdPost(id, 'crowded');
      expect(await openedAfter(2 * HOUR_MS)).toBe(Number.POSITIVE_INFINITY);
    });

    it('is opened although the clock was set back after it was stopped', async () => {
      await waiting();
      given.now += 48 * HOUR_MS;
      await given.store.stopQueue(SALES, PAUSE);
      given.now -= 48 * HOUR_MS;
      expect(await open()).toEqual([SALES]);
    });

    it('is not opened for a person because the clock was set back, but a day later', async () => {
      await waiting(PERSON);
      given.now += HOUR_MS;
      await given.store.stopQueue(PERSON, { state: 'paused', code: 50_007 });
      given.now -= HOUR_MS;
      expect(await openedAfter(25 * HOUR_MS)).toBe(24 * HOUR_MS);
    });

    it('is opened daily for a person, and after they are told at their next use of the bot', async () => {
      await waiting(PERSON);
      const refuse = () => given.store.stopQueue(PERSON, { state: 'paused', code: 50_007 });
      await refuse();
      expect(await openedAfter(25 * HOUR_MS)).toBe(24 * HOUR_MS);
      await refuse();
      await given.store.people.takeRefusalToTell(USER);
      expect(await open()).toEqual([PERSON]);
      expect(await given.store.queueStatuses([PERSON])).toMatchObject([{ state: 'open' }]);
      await send(given.store, PERSON, 1);
      expect(await given.store.people.find(USER)).toMatchObject({ refusedSince: null });
    });
  });
}
