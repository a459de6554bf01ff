import { describe, expect, it } from 'vitest';
import { HELD_CODES } from '#src/store/model/held.ts';
import {
  begin,
  GENERAL,
  ingestionOf,
  ruleFor,
  SALES,
  salesFor,
  sixHoursAfter,
  waitingKeys,
} from '../samples.ts';
import { type CurrentStore, type StoreHarness, storeForEachTest } from './harness.ts';

const GUILD = ruleFor(SALES).guildId;
const OTHER_GUILD = '999';

/** A held message in `SALES`, which has a rule; one more alert is pending behind it. */
async function held(given: CurrentStore, reason: 'unreadable' | 'crowded' = 'unreadable') {
  await given.store.addSubscription(ruleFor(SALES));
  await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
  const post = await begin(given.store, SALES, 1, { at: 7_000, clockOffsetMs: 500 });
  expect(await given.store.holdPost(post.id, reason)).toBe('held');
  return post;
}

const codeOf = async ({ store }: CurrentStore) =>
  (await store.queueStatuses([SALES])).map(({ state, problemCode }) => [state, problemCode]);

/** The contract of held messages, of which it is unknown whether they were posted. */
export function describeHeldPosts(harness: StoreHarness): void {
  describe('a message that holds its channel', () => {
    const given = storeForEachTest(harness);

    it.each(['unreadable', 'crowded'] as const)('stops its queue with the reason %s', async (reason) => {
      const post = await held(given, reason);
      expect(await codeOf(given)).toEqual([['paused', HELD_CODES[reason]]]);
      expect(await given.store.channelsWithWork()).toEqual([]);
      expect(await given.store.heldPosts([GENERAL, SALES])).toEqual([
        { postId: post.id, channelId: SALES, triedAt: 7_500, alerts: post.alerts },
      ]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
    });

    it('makes a notice due like any stopped channel, once', async () => {
      const { id } = await held(given);
      const due = async () =>
        (await given.store.dueNotices()).map(({ channelId, code }) => [channelId, code]);
      expect(await due()).toEqual([[SALES, HELD_CODES.unreadable]]);
      await given.store.postNotice(SALES, null);
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.holdPost(id, 'unreadable');
      expect(await codeOf(given)).toEqual([['paused', HELD_CODES.unreadable]]);
      expect(await due()).toEqual([]);
    });

    it('makes a notice due when it is held again before a notice was posted', async () => {
      const { id } = await held(given);
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.holdPost(id, 'unreadable');
      expect(await given.store.dueNotices()).toHaveLength(1);
    });

    it('counts as posted when a user says so, and its queue continues', async () => {
      const { id } = await held(given);
      given.now = 9_000;
      expect(await given.store.resolveHeldPost(GUILD, id, 'posted')).toBe(SALES);
      expect(await codeOf(given)).toEqual([['open', null]]);
      const { unsettled, pending } = await given.store.channelWork(SALES, 10);
      expect(unsettled).toBeNull();
      expect(pending.map(({ alert }) => alert.key)).toEqual(['b']);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ lastPostAt: 9_000 }]);
      expect(await given.store.heldPosts([SALES])).toEqual([]);
    });

    it('is sent when a user says that it was not posted, also after a restart and however old it is', async () => {
      const { id } = await held(given);
      expect(await given.store.resolveHeldPost(GUILD, id, 'absent')).toBe(SALES);
      expect(await given.store.expire(SALES, sixHoursAfter(9_999_999))).toBe(1);
      if (harness.durable) await given.reopen();
      await given.store.recover();
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
      const { unsettled } = await given.store.channelWork(SALES, 10);
      expect(unsettled).toMatchObject({ id, state: 'ambiguous', confirmedAbsent: true });
    });

    it('no longer counts as absent once a try may have been posted', async () => {
      const { id } = await held(given);
      await given.store.resolveHeldPost(GUILD, id, 'absent');
      const again = { at: 9_000, newWindow: true, layout: 'card' } as const;
      expect(await given.store.retryPost(id, again)).toMatchObject({ confirmedAbsent: true });
      await given.store.markAmbiguous(id, { notBefore: 9_500, stillAbsent: true });
      expect((await given.store.channelWork(SALES, 1)).unsettled).toMatchObject({ confirmedAbsent: true });
      await given.store.retryPost(id, again);
      await given.store.recover();
      expect((await given.store.channelWork(SALES, 1)).unsettled).toMatchObject({
        state: 'ambiguous',
        confirmedAbsent: false,
      });
    });

    it('is decided once, and only by its own server while it holds its channel', async () => {
      const { id } = await held(given);
      expect(await given.store.resolveHeldPost(OTHER_GUILD, id, 'posted')).toBeNull();
      expect(await given.store.resolveHeldPost(GUILD, id + 1, 'posted')).toBeNull();
      await given.store.addSubscription(ruleFor(SALES));
      expect(await given.store.resolveHeldPost(GUILD, id, 'posted')).toBeNull();
      await given.store.holdPost(id, 'crowded');
      expect(await given.store.resolveHeldPost(GUILD, id, 'absent')).toBe(SALES);
      expect(await given.store.resolveHeldPost(GUILD, id, 'posted')).toBeNull();
      expect((await given.store.channelWork(SALES, 1)).unsettled).toMatchObject({ confirmedAbsent: true });
    });

    it('is given up where its channel has no rule', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      const { id } = await begin(given.store, SALES, 1);
      expect(await given.store.holdPost(id, 'unreadable')).toBe('given up');
      expect(await codeOf(given)).toEqual([['open', null]]);
      expect(await given.store.deadDeliveries([SALES], 0)).toMatchObject([
        { reason: 'unverifiable', count: 1 },
      ]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
    });

    it.each([
      ['its last rule is taken away', (store: CurrentStore['store']) => store.removeSubscription(GUILD, 1)],
      ['its server is forgotten', (store: CurrentStore['store']) => store.eraseGuild(GUILD)],
    ])('is given up when %s', async (_when, leave) => {
      await held(given);
      await leave(given.store);
      expect(await given.store.heldPosts([SALES])).toEqual([]);
      expect((await given.store.channelWork(SALES, 1)).unsettled).toBeNull();
    });
  });
}
