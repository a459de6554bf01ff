import { describe, expect, it } from 'vitest';
import {
  addressed,
  begin,
  GENERAL,
  ingestionOf,
  QUIET,
  ruleFor,
  SALES,
  sale,
  salesFor,
  sixHoursAfter,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const PLAIN_POST = { layout: 'card', pingRoleIds: [] } as const;

/** The contract of `DeliveryStore`. */
export function describeDelivery(harness: StoreHarness): void {
  describe('a channel queue', () => {
    const given = storeForEachTest(harness);

    it('is open and empty for an unknown channel', async () => {
      const work = await given.store.channelWork(QUIET, 10);
      expect(work).toEqual({
        target: { guildId: null, facts: null, person: null },
        state: 'open',
        notBefore: 0,
        waitMs: null,
        unsettled: null,
        pending: [],
        waiting: 0,
        toSummarise: 0,
        staleMessages: [],
        unpublished: null,
        postsLastHour: 0,
        nextExpiryAt: null,
        oldestPostOfHour: null,
        lastPings: new Map(),
      });
    });

    it('shows as many of the oldest waiting deliveries as asked for', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES, GENERAL)));
      const { pending } = await given.store.channelWork(SALES, 2);
      expect(pending.map(({ alert, alone }) => [alert.key, alone])).toEqual([
        ['a', false],
        ['b', false],
      ]);
    });

    it('has work while something waits, while its post is unsettled, and not otherwise', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
      const post = await begin(given.store, SALES);
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
      await given.store.markAmbiguous(post.id);
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
      await given.store.markSent(post.id, { messageId: '1', at: 3_000_000, publish: false });
      expect(await given.store.channelsWithWork()).toEqual([]);
    });

    it('waits as long as Discord asks for while the outcome of its post is unknown', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await given.store.markAmbiguous(post.id, { notBefore: 4_000_000 });
      expect(await given.store.channelWork(SALES, 10)).toMatchObject({
        notBefore: 4_000_000,
        unsettled: { id: post.id, state: 'ambiguous' },
      });
    });

    it('is named once among those with work when it has both a post and waiting deliveries', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES, GENERAL)));
      await begin(given.store, SALES, 1);
      expect([...(await given.store.channelsWithWork())].sort()).toEqual([GENERAL, SALES]);
    });

    it.each(['paused', 'closed'] as const)('that is %s keeps what waits and has no work', async (state) => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await given.store.stopQueue(SALES, { state, code: 50_001 });
      expect(await given.store.channelsWithWork()).toEqual([]);
      expect((await given.store.channelWork(SALES, 10)).state).toBe(state);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('keeps its open post when it is stopped, to be settled when it opens again', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.markAmbiguous(post.id);
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      expect(await given.store.channelsWithWork()).toEqual([]);
      await given.store.addSubscription(ruleFor(SALES));
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
      const { unsettled, pending } = await given.store.channelWork(SALES, 10);
      expect(unsettled).toMatchObject({ id: post.id, state: 'ambiguous' });
      expect(pending.map(({ alert }) => alert.key)).toEqual(['b']);
    });

    it('expires what may not be posted any more at the given moment, and nothing else', async () => {
      const at = [99, 101, 100, 98.5];
      await given.store.ingest(
        ingestionOf(
          at.map((occurredAt) => addressed(sale(`s${occurredAt}`, { occurredAt }), SALES, GENERAL)),
        ),
      );
      expect((await given.store.channelWork(SALES, 1)).nextExpiryAt).toBe(sixHoursAfter(98.5));
      await expect(given.store.expire(SALES, sixHoursAfter(100))).resolves.toBe(2);
      expect((await given.store.channelWork(SALES, 1)).nextExpiryAt).toBe(sixHoursAfter(100));
      await expect(given.store.expire(SALES, sixHoursAfter(100))).resolves.toBe(0);
      expect(await waitingKeys(given.store, SALES)).toEqual(['s101', 's100']);
      expect(await waitingKeys(given.store, GENERAL)).toHaveLength(4);
    });

    it('never expires what is under way', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await expect(given.store.expire(SALES, sixHoursAfter(9_999_999))).resolves.toBe(0);
      expect((await given.store.channelWork(SALES, 1)).unsettled).toEqual(post);
    });
  });

  describe('a post', () => {
    const given = storeForEachTest(harness);

    it('begins in state sending, with its alerts in the order of the queue, and removes them from it', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      const { pending } = await given.store.channelWork(SALES, 2);
      const deliveryIds = pending.map(({ id }) => id).toReversed();
      const post = await given.store.startPost({
        ...PLAIN_POST,
        channelId: SALES,
        deliveryIds,
        nonce: 'n',
        at: 5,
        clockOffsetMs: -70.5,
      });
      expect(post).toEqual({
        id: post.id,
        channelId: SALES,
        cardMessageId: null,
        limitNotice: null,
        state: 'sending',
        layout: 'card',
        nonce: 'n',
        attempts: 1,
        firstTryAt: 5,
        lastTryAt: 5,
        confirmedAbsent: false,
        firstClockOffsetMs: -70.5,
        lastClockOffsetMs: -70.5,
        pingRoleIds: [],
        watches: [],
        isSilent: false,
        alerts: [sale('a'), sale('b')],
        templates: [null, null],
      });
      const work = await given.store.channelWork(SALES, 10);
      expect(work.unsettled).toEqual(post);
      expect(work.pending.map(({ alert }) => alert.key)).toEqual(['c']);
    });

    it('stays silent in every attempt', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const { pending } = await given.store.channelWork(SALES, 1);
      const deliveryIds = pending.map(({ id }) => id);
      const started = { ...PLAIN_POST, channelId: SALES, deliveryIds, nonce: 'n', at: 5, isSilent: true };
      const post = await given.store.startPost(started);
      expect(post.isSilent).toBe(true);
      await given.store.markAmbiguous(post.id);
      expect((await given.store.channelWork(SALES, 1)).unsettled?.isSilent).toBe(true);
      const again = await given.store.retryPost(post.id, { at: 9, newWindow: false, layout: 'text' });
      expect(again).toMatchObject({ layout: 'text', isSilent: true });
    });

    it('does not begin while another post of the queue is unsettled', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      await begin(given.store, SALES, 1);
      await expect(begin(given.store, SALES, 1)).rejects.toThrow(/not settled/);
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
    });

    it('does not begin in a stopped queue', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await given.store.stopQueue(SALES, { state: 'closed', code: 10_003 });
      await expect(begin(given.store, SALES)).rejects.toThrow(/closed/);
    });

    it('does not begin empty', async () => {
      await expect(begin(given.store, SALES)).rejects.toThrow(/at least one/);
    });

    it('changes nothing when one of its deliveries does not wait in this channel', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES, GENERAL)));
      const [mine] = (await given.store.channelWork(SALES, 1)).pending;
      const [other] = (await given.store.channelWork(GENERAL, 1)).pending;
      const deliveryIds = [mine?.id ?? 0, other?.id ?? 0];
      const beginning = given.store.startPost({
        ...PLAIN_POST,
        channelId: SALES,
        deliveryIds,
        nonce: 'n',
        at: 5,
      });
      await expect(beginning).rejects.toThrow(/is not pending/);
      expect((await given.store.channelWork(SALES, 10)).unsettled).toBeNull();
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('counts a retry within the same nonce window', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES, 1, { at: 5 });
      await given.store.markAmbiguous(post.id);
      const retried = await given.store.retryPost(post.id, { at: 9, newWindow: false, layout: 'card' });
      expect(retried).toEqual({ ...post, attempts: 2, lastTryAt: 9 });
      expect((await given.store.channelWork(SALES, 1)).unsettled).toEqual(retried);
    });

    it('restarts counting with a new nonce window, in the given layout', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES, 1, { at: 5 });
      await given.store.retryPost(post.id, { at: 7, newWindow: false, layout: 'card' });
      const retried = await given.store.retryPost(post.id, { at: 9, newWindow: true, layout: 'text' });
      expect(retried).toEqual({ ...post, layout: 'text', attempts: 1, firstTryAt: 9, lastTryAt: 9 });
    });

    it('stores how far Discord’s clock was ahead at its first try and at its last, where that was known', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const { id } = await begin(given.store, SALES, 1, { clockOffsetMs: 3 });
      const again = { at: 9, newWindow: false, layout: 'card' } as const;
      expect(await given.store.retryPost(id, { ...again, clockOffsetMs: 4 })).toMatchObject({
        firstClockOffsetMs: 3,
        lastClockOffsetMs: 4,
      });
      expect(await given.store.retryPost(id, again)).toMatchObject({
        firstClockOffsetMs: 3,
        lastClockOffsetMs: null,
      });
      expect(await given.store.retryPost(id, { ...again, newWindow: true, clockOffsetMs: 5 })).toMatchObject({
        firstClockOffsetMs: 5,
        lastClockOffsetMs: 5,
      });
    });

    it('leaves the queue when it was sent, and dates the queue’s last message', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.markSent(post.id, { messageId: '123', at: 77, publish: false });
      expect((await given.store.channelWork(SALES, 10)).unsettled).toBeNull();
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ lastPostAt: 77, waiting: 1 }]);
    });

    it('forgets a pause that was over when it was sent, and keeps one that lasts', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      const first = await begin(given.store, SALES, 1);
      await given.store.release(first.id, { notBefore: 77, alone: false });
      const second = await begin(given.store, SALES, 1);
      await given.store.markSent(second.id, { messageId: '123', at: 77, publish: false });
      expect((await given.store.channelWork(SALES, 10)).notBefore).toBe(0);
      const third = await begin(given.store, SALES, 1);
      await given.store.release(third.id, { notBefore: 78.5, alone: false });
      const fourth = await begin(given.store, SALES, 1);
      await given.store.markSent(fourth.id, { messageId: '124', at: 78, publish: false });
      expect((await given.store.channelWork(SALES, 10)).notBefore).toBe(78.5);
    });

    it('may be marked as sent twice, also without a message id', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await given.store.markSent(post.id, { messageId: null, at: 77, publish: false });
      await given.store.markSent(post.id, { messageId: '123', at: 99, publish: false });
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ lastPostAt: 77 }]);
    });

    it('returns its deliveries to their position, and pauses the queue', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      const post = await begin(given.store, SALES, 2);
      await given.store.release(post.id, { notBefore: 1_234.5, alone: false });
      const work = await given.store.channelWork(SALES, 10);
      expect(work).toMatchObject({ notBefore: 1_234.5, waitMs: 1_234.5 - given.now, unsettled: null });
      expect(work.pending.map(({ alert, alone }) => [alert.key, alone])).toEqual([
        ['a', false],
        ['b', false],
        ['c', false],
      ]);
    });

    it('marks its deliveries for messages of their own, for good', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await given.store.release((await begin(given.store, SALES, 2)).id, { notBefore: 0, alone: true });
      await given.store.release((await begin(given.store, SALES, 1)).id, { notBefore: 0, alone: false });
      const { pending } = await given.store.channelWork(SALES, 10);
      expect(pending.map(({ alone }) => alone)).toEqual([true, true, false]);
    });

    it('begins anew with another id after it was released', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const first = await begin(given.store, SALES);
      await given.store.release(first.id, { notBefore: 0, alone: false });
      const second = await begin(given.store, SALES);
      expect(second).toEqual({ ...first, id: second.id });
      expect(second.id).not.toBe(first.id);
    });

    it.each(['refused', 'unverifiable'] as const)('that is dead (%s) frees the queue', async (reason) => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      await given.store.markDead((await begin(given.store, SALES, 1)).id, reason);
      const work = await given.store.channelWork(SALES, 10);
      expect(work.unsettled).toBeNull();
      expect(work.pending.map(({ alert }) => alert.key)).toEqual(['b']);
    });

    it('cannot be changed once it is settled', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const { id } = await begin(given.store, SALES);
      await given.store.markSent(id, { messageId: '1', at: 1, publish: false });
      const settled = /is settled or does not exist/;
      await expect(given.store.markAmbiguous(id)).rejects.toThrow(settled);
      await expect(given.store.markDead(id, 'refused')).rejects.toThrow(settled);
      await expect(given.store.release(id, { notBefore: 0, alone: false })).rejects.toThrow(settled);
      await expect(given.store.retryPost(id, { at: 1, newWindow: true, layout: 'card' })).rejects.toThrow(
        settled,
      );
      expect(await given.store.channelsWithWork()).toEqual([]);
    });

    it('that was being sent is ambiguous after recovery, and nothing else changes', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES, GENERAL)));
      const post = await begin(given.store, SALES, 1);
      const sent = await begin(given.store, GENERAL, 1);
      await given.store.markSent(sent.id, { messageId: '1', at: 1, publish: false });
      await given.store.recover();
      await given.store.recover();
      expect((await given.store.channelWork(SALES, 10)).unsettled).toEqual({ ...post, state: 'ambiguous' });
      expect((await given.store.channelWork(GENERAL, 10)).unsettled).toBeNull();
    });
  });
}
