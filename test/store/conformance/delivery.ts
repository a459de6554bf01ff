import { describe, expect, it } from 'vitest';
import {
  addressed,
  begin,
  GENERAL,
  intakeOf,
  QUIET,
  ruleFor,
  SALES,
  sale,
  salesFor,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const PLAIN_POST = { form: 'rich', pingRoleId: null } as const;

/** The contract of `DeliveryStore`. */
export function describeDelivery(harness: StoreHarness): void {
  describe('a lane', () => {
    const given = storeForEachTest(harness);

    it('is open and empty for a channel that was never heard of', async () => {
      const work = await given.store.laneWork(QUIET, 10);
      expect(work).toEqual({
        state: 'open',
        notBefore: 0,
        unsettled: null,
        pending: [],
        waiting: 0,
        toFold: 0,
        staleCards: [],
        stalePost: null,
        unpublished: null,
        postsLastHour: 0,
        oldestPostOfHour: null,
        lastPingAt: null,
      });
    });

    it('shows as many of the oldest waiting deliveries as asked for', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c'], SALES, GENERAL)));
      const { pending } = await given.store.laneWork(SALES, 2);
      expect(pending.map(({ alert, alone }) => [alert.key, alone])).toEqual([
        ['a', false],
        ['b', false],
      ]);
    });

    it('has work while something waits, while its post is unsettled, and not otherwise', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      expect(await given.store.lanesWithWork()).toEqual([SALES]);
      const post = await begin(given.store, SALES);
      expect(await given.store.lanesWithWork()).toEqual([SALES]);
      await given.store.markAmbiguous(post.id);
      expect(await given.store.lanesWithWork()).toEqual([SALES]);
      await given.store.markSent(post.id, { messageId: '1', at: 3_000_000, publish: false });
      expect(await given.store.lanesWithWork()).toEqual([]);
    });

    it('rests as long as Discord asks for while the fate of its post is not known', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await given.store.markAmbiguous(post.id, { notBefore: 4_000_000 });
      expect(await given.store.laneWork(SALES, 10)).toMatchObject({
        notBefore: 4_000_000,
        unsettled: { id: post.id, state: 'ambiguous' },
      });
    });

    it('is named once among those with work when it has both a post and waiting deliveries', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES, GENERAL)));
      await begin(given.store, SALES, 1);
      expect([...(await given.store.lanesWithWork())].sort()).toEqual([GENERAL, SALES]);
    });

    it.each(['paused', 'closed'] as const)('that is %s keeps what waits and has no work', async (state) => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      await given.store.stopLane(SALES, { state, code: 50_001 });
      expect(await given.store.lanesWithWork()).toEqual([]);
      expect((await given.store.laneWork(SALES, 10)).state).toBe(state);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('keeps its open post when it is stopped, to be settled when it opens again', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.markAmbiguous(post.id);
      await given.store.stopLane(SALES, { state: 'paused', code: 50_013 });
      expect(await given.store.lanesWithWork()).toEqual([]);
      await given.store.addSubscription(ruleFor(SALES));
      expect(await given.store.lanesWithWork()).toEqual([SALES]);
      const { unsettled, pending } = await given.store.laneWork(SALES, 10);
      expect(unsettled).toMatchObject({ id: post.id, state: 'ambiguous' });
      expect(pending.map(({ alert }) => alert.key)).toEqual(['b']);
    });

    it('expires what happened before the given second, and nothing else', async () => {
      const at = [99, 101, 100, 98.5];
      await given.store.intake(
        intakeOf(at.map((occurredAt) => addressed(sale(`s${occurredAt}`, { occurredAt }), SALES, GENERAL))),
      );
      await expect(given.store.expire(SALES, 100)).resolves.toBe(2);
      await expect(given.store.expire(SALES, 100)).resolves.toBe(0);
      expect(await waitingKeys(given.store, SALES)).toEqual(['s101', 's100']);
      expect(await waitingKeys(given.store, GENERAL)).toHaveLength(4);
    });

    it('never expires what is under way', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await expect(given.store.expire(SALES, 9_999_999)).resolves.toBe(0);
      expect((await given.store.laneWork(SALES, 1)).unsettled).toEqual(post);
    });
  });

  describe('a post', () => {
    const given = storeForEachTest(harness);

    it('begins as being sent, with its alerts in the order of the lane, and takes them out of it', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c'], SALES)));
      const { pending } = await given.store.laneWork(SALES, 2);
      const deliveryIds = pending.map(({ id }) => id).toReversed();
      const post = await given.store.beginPost({
        ...PLAIN_POST,
        channelId: SALES,
        deliveryIds,
        nonce: 'n',
        at: 5,
        aheadMs: -70.5,
      });
      expect(post).toEqual({
        id: post.id,
        channelId: SALES,
        state: 'sending',
        form: 'rich',
        nonce: 'n',
        attempts: 1,
        firstTryAt: 5,
        lastTryAt: 5,
        saidAbsent: false,
        firstAheadMs: -70.5,
        lastAheadMs: -70.5,
        pingRoleId: null,
        alerts: [sale('a'), sale('b')],
      });
      const work = await given.store.laneWork(SALES, 10);
      expect(work.unsettled).toEqual(post);
      expect(work.pending.map(({ alert }) => alert.key)).toEqual(['c']);
    });

    it('does not begin while another post of the lane is unsettled', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      await begin(given.store, SALES, 1);
      await expect(begin(given.store, SALES, 1)).rejects.toThrow(/not settled/);
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
    });

    it('does not begin in a stopped lane', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      await given.store.stopLane(SALES, { state: 'closed', code: 10_003 });
      await expect(begin(given.store, SALES)).rejects.toThrow(/closed/);
    });

    it('does not begin empty', async () => {
      await expect(begin(given.store, SALES)).rejects.toThrow(/at least one/);
    });

    it('changes nothing when one of its deliveries does not wait in this channel', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES, GENERAL)));
      const [mine] = (await given.store.laneWork(SALES, 1)).pending;
      const [other] = (await given.store.laneWork(GENERAL, 1)).pending;
      const deliveryIds = [mine?.id ?? 0, other?.id ?? 0];
      const beginning = given.store.beginPost({
        ...PLAIN_POST,
        channelId: SALES,
        deliveryIds,
        nonce: 'n',
        at: 5,
      });
      await expect(beginning).rejects.toThrow(/does not wait/);
      expect((await given.store.laneWork(SALES, 10)).unsettled).toBeNull();
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('counts a retry within the same nonce window', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES, 1, { at: 5 });
      await given.store.markAmbiguous(post.id);
      const retried = await given.store.retryPost(post.id, { at: 9, newWindow: false, form: 'rich' });
      expect(retried).toEqual({ ...post, attempts: 2, lastTryAt: 9 });
      expect((await given.store.laneWork(SALES, 1)).unsettled).toEqual(retried);
    });

    it('starts counting afresh with a new nonce window, in the form that is asked for', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES, 1, { at: 5 });
      await given.store.retryPost(post.id, { at: 7, newWindow: false, form: 'rich' });
      const retried = await given.store.retryPost(post.id, { at: 9, newWindow: true, form: 'plain' });
      expect(retried).toEqual({ ...post, form: 'plain', attempts: 1, firstTryAt: 9, lastTryAt: 9 });
    });

    it('remembers how far Discord’s clock was ahead at its first try and at its last, where that was known', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const { id } = await begin(given.store, SALES, 1, { aheadMs: 3 });
      const again = { at: 9, newWindow: false, form: 'rich' } as const;
      expect(await given.store.retryPost(id, { ...again, aheadMs: 4 })).toMatchObject({
        firstAheadMs: 3,
        lastAheadMs: 4,
      });
      expect(await given.store.retryPost(id, again)).toMatchObject({ firstAheadMs: 3, lastAheadMs: null });
      expect(await given.store.retryPost(id, { ...again, newWindow: true, aheadMs: 5 })).toMatchObject({
        firstAheadMs: 5,
        lastAheadMs: 5,
      });
    });

    it('leaves the lane when it was sent, and dates the lane’s last message', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.markSent(post.id, { messageId: '123', at: 77, publish: false });
      expect((await given.store.laneWork(SALES, 10)).unsettled).toBeNull();
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
      expect(await given.store.laneStatuses([SALES])).toMatchObject([{ lastPostAt: 77, waiting: 1 }]);
    });

    it('may be marked as sent twice, also without a message id', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await given.store.markSent(post.id, { messageId: null, at: 77, publish: false });
      await given.store.markSent(post.id, { messageId: '123', at: 99, publish: false });
      expect(await given.store.laneStatuses([SALES])).toMatchObject([{ lastPostAt: 77 }]);
    });

    it('gives its deliveries back to their old place, and lets the lane rest', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c'], SALES)));
      const post = await begin(given.store, SALES, 2);
      await given.store.release(post.id, { notBefore: 1_234.5, alone: false });
      const work = await given.store.laneWork(SALES, 10);
      expect(work).toMatchObject({ notBefore: 1_234.5, unsettled: null });
      expect(work.pending.map(({ alert, alone }) => [alert.key, alone])).toEqual([
        ['a', false],
        ['b', false],
        ['c', false],
      ]);
    });

    it('marks its deliveries for messages of their own, for good', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c'], SALES)));
      await given.store.release((await begin(given.store, SALES, 2)).id, { notBefore: 0, alone: true });
      await given.store.release((await begin(given.store, SALES, 1)).id, { notBefore: 0, alone: false });
      const { pending } = await given.store.laneWork(SALES, 10);
      expect(pending.map(({ alone }) => alone)).toEqual([true, true, false]);
    });

    it('begins anew with another id after it was released', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const first = await begin(given.store, SALES);
      await given.store.release(first.id, { notBefore: 0, alone: false });
      const second = await begin(given.store, SALES);
      expect(second).toEqual({ ...first, id: second.id });
      expect(second.id).not.toBe(first.id);
    });

    it.each(['refused', 'unverifiable'] as const)('that is dead (%s) gives the lane free', async (reason) => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      await given.store.markDead((await begin(given.store, SALES, 1)).id, reason);
      const work = await given.store.laneWork(SALES, 10);
      expect(work.unsettled).toBeNull();
      expect(work.pending.map(({ alert }) => alert.key)).toEqual(['b']);
    });

    it('cannot be changed once it is settled', async () => {
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const { id } = await begin(given.store, SALES);
      await given.store.markSent(id, { messageId: '1', at: 1, publish: false });
      const settled = /settled already/;
      await expect(given.store.markAmbiguous(id)).rejects.toThrow(settled);
      await expect(given.store.markDead(id, 'refused')).rejects.toThrow(settled);
      await expect(given.store.release(id, { notBefore: 0, alone: false })).rejects.toThrow(settled);
      await expect(given.store.retryPost(id, { at: 1, newWindow: true, form: 'rich' })).rejects.toThrow(
        settled,
      );
      expect(await given.store.lanesWithWork()).toEqual([]);
    });

    it('that was being sent is ambiguous after recovery, and nothing else changes', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES, GENERAL)));
      const post = await begin(given.store, SALES, 1);
      const sent = await begin(given.store, GENERAL, 1);
      await given.store.markSent(sent.id, { messageId: '1', at: 1, publish: false });
      await given.store.recover();
      await given.store.recover();
      expect((await given.store.laneWork(SALES, 10)).unsettled).toEqual({ ...post, state: 'ambiguous' });
      expect((await given.store.laneWork(GENERAL, 10)).unsettled).toBeNull();
    });
  });
}
