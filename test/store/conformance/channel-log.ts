import { describe, expect, it } from 'vitest';
import type { Alert } from '#src/alerts/alert.ts';
import { GENERAL, ingestionOf, ruleFor, SALES, sale, send, to } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR_MS = 3_600_000;

/** The log of a channel, from which alerts are posted again. */
export function describeChannelLog(harness: StoreHarness): void {
  describe('the log of a channel', () => {
    const given = storeForEachTest(harness);
    const add = (key: string, changes: Partial<Alert> = {}) =>
      given.store.ingest(
        ingestionOf([{ alert: { ...sale(key), ...changes } as Alert, channels: [to(GENERAL)] }]),
      );
    const page = (skip = 0, limit = 10) => given.store.channelLog.page(GENERAL, { skip, limit });
    const keysOn = async (skip = 0, limit = 10) => (await page(skip, limit)).map(({ key }) => key);
    const idOf = async (key: string) => {
      const found = (await page()).find((one) => one.key === key);
      if (found === undefined) throw new Error(`The log has no ${key}.`);
      return found.id;
    };
    const again = async (id: number, times: number) => given.store.channelLog.postAgain(GENERAL, id, times);

    it('has what waits first, then what was posted, newest first', async () => {
      await given.store.addSubscription(ruleFor(GENERAL));
      for (const [index, key] of ['a', 'b', 'c'].entries()) {
        await add(key);
        await send(given.store, GENERAL, 1, { messageId: key, at: 1_000 * (index + 1) });
      }
      await add('d');
      expect(await keysOn()).toEqual(['d', 'c', 'b', 'a']);
      expect(await keysOn(1, 2)).toEqual(['c', 'b']);
      expect(await keysOn(4)).toEqual([]);
      const [waiting, newest] = await page();
      expect(waiting).toMatchObject({ state: 'pending', post: null, alert: { kind: 'sale' } });
      expect(newest).toMatchObject({ state: 'sent', post: { messageId: 'c', attempts: 1 } });
      expect(await given.store.channelLog.page(SALES, { skip: 0, limit: 10 })).toEqual([]);
    });

    it('has what expired', async () => {
      await given.store.addSubscription(ruleFor(GENERAL));
      await add('old');
      await given.store.expire(GENERAL, 1e12);
      expect(await page()).toMatchObject([{ key: 'old', state: 'expired', post: null }]);
    });

    it('posts an alert again, with a key and a lifetime of its own, and pings nobody', async () => {
      await given.store.addSubscription(ruleFor(GENERAL));
      await add('a');
      await send(given.store, GENERAL, 1, { messageId: 'first' });
      given.now += 30 * HOUR_MS;
      const id = await idOf('a');

      expect(await again(id, 0)).toBe('queued');

      const work = await given.store.channelWork(GENERAL, 10);
      expect(work.pending).toMatchObject([
        {
          alone: true,
          alert: { key: 'again:1:a', again: true, liveKey: null },
          pings: { roles: [], channelRole: false },
        },
      ]);
      expect(work.nextExpiryAt).toBe(given.now + 6 * HOUR_MS);
      expect(await given.store.channelLog.entry(GENERAL, id)).toMatchObject({ timesAgain: 1 });
      await send(given.store, GENERAL, 1, { messageId: 'second' });
      expect(await keysOn()).toEqual(['again:1:a', 'a']);
    });

    it('posts it once for each time that somebody confirmed', async () => {
      await given.store.addSubscription(ruleFor(GENERAL));
      await add('a');
      await send(given.store, GENERAL, 1, { messageId: 'first' });
      const id = await idOf('a');
      expect(await again(id, 0)).toBe('queued');
      expect(await again(id, 0)).toBe('done');
      // What was posted again is the same alert.
      expect(await again(await idOf('again:1:a'), 1)).toBe('queued');
      for (let times = 2; times < 9; times += 1) expect(await again(id, times)).toBe('queued');
      expect(await again(id, 9)).toBe('done');
      expect(await keysOn(0, 20)).toHaveLength(10);
    });

    it('posts nothing again in another channel, or without alerts', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL));
      await add('a');
      await send(given.store, GENERAL, 1, { messageId: 'first' });
      const id = await idOf('a');
      expect(await given.store.channelLog.entry(SALES, id)).toBeNull();
      expect(await given.store.channelLog.postAgain(SALES, id, 0)).toBe('gone');
      await given.store.removeSubscription(subscription.guildId, subscription.id);
      expect(await again(id, 0)).toBe('no rules');
    });
  });
}
