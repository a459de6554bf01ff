import { describe, expect, it } from 'vitest';
import { auctionAlert } from '../../support/build-alert.ts';
import { addressed, begin, GENERAL, intakeOf, SALES, sale, salesFor, send, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HOUR_MS = 3_600_000;

function ending(key: string) {
  return auctionAlert({ kind: 'auction_ending', key, topic: null, leads: [10], occurredAt: 1_000 });
}

/** The part of `DeliveryStore` that decides the order of a lane and what is held back. */
export function describeFolding(harness: StoreHarness): void {
  describe('an auction about to end', () => {
    const given = storeForEachTest(harness);

    it('goes before everything else that waits, and after one that came earlier', async () => {
      await given.store.intake(
        intakeOf([
          addressed(sale('a'), SALES),
          addressed(ending('e1'), SALES),
          addressed(sale('b'), SALES),
          addressed(ending('e2'), SALES),
        ]),
      );
      expect(await waitingKeys(given.store, SALES)).toEqual(['e1', 'e2', 'a', 'b']);
    });

    it('waits for what was told of it before', async () => {
      const of = (kind: 'auction_started' | 'auction_ending', topic: string) =>
        addressed(auctionAlert({ kind, key: `${kind} ${topic}`, topic }), SALES);
      await given.store.intake(
        intakeOf([
          addressed(sale('a'), SALES),
          of('auction_started', 'A'),
          of('auction_ending', 'A'),
          of('auction_ending', 'B'),
        ]),
      );
      expect(await waitingKeys(given.store, SALES)).toEqual([
        'auction_ending B',
        'a',
        'auction_started A',
        'auction_ending A',
      ]);
    });

    it('goes before the others in its message too, whatever the order they are named in', async () => {
      await given.store.intake(intakeOf([addressed(sale('a'), SALES), addressed(ending('e'), SALES)]));
      const { pending } = await given.store.laneWork(SALES, 10);
      const deliveryIds = pending.map(({ id }) => id).toSorted((one, other) => one - other);
      const post = await given.store.beginPost({
        channelId: SALES,
        deliveryIds,
        nonce: 'n',
        at: 1,
        form: 'rich',
        pingRoleId: null,
      });
      expect(post.alerts.map(({ key }) => key)).toEqual(['e', 'a']);
    });

    it('keeps its place before the others when its message was not posted', async () => {
      await given.store.intake(intakeOf([addressed(sale('a'), SALES), addressed(ending('e'), SALES)]));
      await given.store.release((await begin(given.store, SALES, 1)).id, { notBefore: 0, alone: false });
      expect(await waitingKeys(given.store, SALES)).toEqual(['e', 'a']);
    });

    it('is folded like all others, and those that come later go before it', async () => {
      await given.store.intake(intakeOf([addressed(sale('a'), SALES), addressed(ending('e1'), SALES)]));
      await given.store.foldWaiting(SALES, { urgentToo: true });
      await given.store.intake(intakeOf([addressed(sale('b'), SALES), addressed(ending('e2'), SALES)]));
      const { pending, waiting, toFold } = await given.store.laneWork(SALES, 10);
      expect(pending.map(({ alert, folded }) => [alert.key, folded])).toEqual([
        ['e2', false],
        ['a', true],
        ['e1', true],
        ['b', false],
      ]);
      expect({ waiting, toFold }).toEqual({ waiting: 4, toFold: 2 });
    });
  });

  describe('an auction about to end, while only the others are folded', () => {
    const given = storeForEachTest(harness);

    it('goes by itself, before the summary', async () => {
      await given.store.intake(intakeOf([addressed(sale('a'), SALES), addressed(ending('e'), SALES)]));
      await given.store.intake(intakeOf(salesFor(['b'], SALES)));
      await given.store.foldWaiting(SALES, { urgentToo: false });
      const { pending, toFold } = await given.store.laneWork(SALES, 10);
      expect(pending.map(({ alert, folded }) => [alert.key, folded])).toEqual([
        ['e', false],
        ['a', true],
        ['b', true],
      ]);
      expect(toFold).toBe(2);
    });
  });

  describe('folding a lane', () => {
    const given = storeForEachTest(harness);

    it('counts all that waits and all that is folded, however few are asked for', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c'], SALES)));
      await given.store.foldWaiting(SALES, { urgentToo: true });
      await given.store.intake(intakeOf(salesFor(['d'], SALES)));
      expect(await given.store.laneWork(SALES, 1)).toMatchObject({ waiting: 4, toFold: 3 });
    });

    it('is of that lane alone, and does nothing to one where nothing waits', async () => {
      await given.store.foldWaiting(SALES, { urgentToo: true });
      await given.store.intake(intakeOf(salesFor(['a'], SALES, GENERAL)));
      expect(await given.store.laneWork(SALES, 10)).toMatchObject({ toFold: 0 });
      await given.store.foldWaiting(GENERAL, { urgentToo: true });
      expect(await given.store.laneWork(SALES, 10)).toMatchObject({ toFold: 0 });
      expect(await given.store.laneWork(GENERAL, 10)).toMatchObject({ toFold: 1 });
    });

    it('keeps what is folded from becoming too old', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      await given.store.foldWaiting(SALES, { urgentToo: true });
      await given.store.intake(intakeOf(salesFor(['b'], SALES)));
      await expect(given.store.expire(SALES, 9_999)).resolves.toBe(1);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('holds for what a summary gives back', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      await given.store.foldWaiting(SALES, { urgentToo: true });
      const post = await begin(given.store, SALES, 2, { form: 'digest' });
      expect(await given.store.laneWork(SALES, 1)).toMatchObject({ waiting: 0, toFold: 0 });
      await given.store.release(post.id, { notBefore: 0, alone: false });
      expect(await given.store.laneWork(SALES, 1)).toMatchObject({ waiting: 2, toFold: 2 });
    });

    it('ends in one summary, which can hold a thousand alerts and stays one over a retry', async () => {
      const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}`);
      await given.store.intake(intakeOf(salesFor(keys, SALES)));
      await given.store.foldWaiting(SALES, { urgentToo: true });
      const post = await begin(given.store, SALES, 1_000, { form: 'digest' });
      expect(post.form).toBe('digest');
      expect(post.alerts.map(({ key }) => key)).toEqual(keys);
      const retried = await given.store.retryPost(post.id, { at: 3, newWindow: true, form: 'digest' });
      expect(retried).toMatchObject({ form: 'digest', attempts: 1 });
      expect(retried.alerts).toHaveLength(1_000);
    });
  });

  describe('the last hour of a lane', () => {
    const given = storeForEachTest(harness);

    it('counts the messages that were accepted in it, and dates the oldest', async () => {
      given.now = 10 * HOUR_MS;
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c', 'd'], SALES, GENERAL)));
      await send(given.store, SALES, 1, { at: 9 * HOUR_MS });
      await send(given.store, SALES, 1, { at: 9 * HOUR_MS + 1 });
      await send(given.store, SALES, 1, { at: 10 * HOUR_MS, messageId: null });
      await given.store.markDead((await begin(given.store, SALES, 1)).id, 'refused');
      await send(given.store, GENERAL, 1, { at: 10 * HOUR_MS });
      expect(await given.store.laneWork(SALES, 1)).toMatchObject({
        postsLastHour: 2,
        oldestPostOfHour: 9 * HOUR_MS + 1,
      });
      given.now = 12 * HOUR_MS;
      expect(await given.store.laneWork(SALES, 1)).toMatchObject({
        postsLastHour: 0,
        oldestPostOfHour: null,
      });
    });
  });

  describe('a ping', () => {
    const given = storeForEachTest(harness);

    it('is frozen with its message, and dated when that is accepted', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1, { pingRoleId: '600000000000000001' });
      expect(post.pingRoleId).toBe('600000000000000001');
      const retried = await given.store.retryPost(post.id, { at: 3, newWindow: false, form: 'rich' });
      expect(retried.pingRoleId).toBe('600000000000000001');
      expect((await given.store.laneWork(SALES, 1)).lastPingAt).toBeNull();
      await given.store.markSent(post.id, { messageId: '1', at: 77, publish: false });
      await send(given.store, SALES, 1, { at: 99 });
      expect((await given.store.laneWork(SALES, 1)).lastPingAt).toBe(77);
    });
  });

  describe('a message that is to be published', () => {
    const given = storeForEachTest(harness);

    it('is work of its lane until it is marked as published, the oldest first', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      const first = await begin(given.store, SALES, 1);
      await given.store.markSent(first.id, { messageId: 'm1', at: given.now, publish: true });
      const second = await begin(given.store, SALES, 1);
      await given.store.markSent(second.id, { messageId: 'm2', at: given.now, publish: true });
      expect((await given.store.laneWork(SALES, 1)).unpublished).toEqual({
        postId: first.id,
        messageId: 'm1',
        sentAt: given.now,
      });
      await given.store.markPublished(first.id);
      await given.store.markPublished(first.id);
      expect((await given.store.laneWork(SALES, 1)).unpublished).toMatchObject({ messageId: 'm2' });
      expect(await given.store.lanesWithWork()).toEqual([SALES]);
      await given.store.markPublished(second.id);
      expect((await given.store.laneWork(SALES, 1)).unpublished).toBeNull();
      expect(await given.store.lanesWithWork()).toEqual([]);
    });

    it('lets what is newer go first once it waited for ten minutes', async () => {
      const minute = 60_000;
      const sentAt = [0, 10, 20, 21].map((minutes) => given.now + minutes * minute);
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c', 'd'], SALES)));
      for (const [index, at] of sentAt.entries()) {
        const { id } = await begin(given.store, SALES, 1);
        await given.store.markSent(id, { messageId: `m${index + 1}`, at, publish: true });
      }
      given.now += 25 * minute;
      const order: (string | undefined)[] = [];
      for (let next = 0; next < 4; next += 1) {
        const { unpublished } = await given.store.laneWork(SALES, 1);
        order.push(unpublished?.messageId);
        await given.store.markPublished(unpublished?.postId ?? 0);
      }
      expect(order).toEqual(['m3', 'm4', 'm2', 'm1']);
    });

    it('cannot be when its id is not known', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.markSent(post.id, { messageId: null, at: 1, publish: true });
      expect((await given.store.laneWork(SALES, 1)).unpublished).toBeNull();
      expect(await given.store.lanesWithWork()).toEqual([]);
    });
  });
}
