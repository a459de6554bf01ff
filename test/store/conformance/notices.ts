import { describe, expect, it } from 'vitest';
import type { NoticeTarget } from '#src/store/model/notice-target.ts';
import { noticeAlert } from '../../support/build-alert.ts';
import {
  begin,
  GENERAL,
  ingestionOf,
  noticeTo,
  only,
  QUIET,
  ruleFor,
  SALES,
  salesFor,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const ADA = '700000000000000001';
const BEN = '700000000000000002';
const DERPS = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';
const PAUSE = { state: 'paused', code: 50_013 } as const;

/** The part of `SubscriptionStore` for notices, which inform users that their channel was stopped. */
export function describeNotices(harness: StoreHarness): void {
  describe('a notice', () => {
    const given = storeForEachTest(harness);

    async function stopped(): Promise<void> {
      await given.store.addSubscription(ruleFor(SALES, { createdBy: BEN }));
      await given.store.stopQueue(SALES, PAUSE);
    }

    async function channelsDue(): Promise<string[]> {
      return (await given.store.dueNotices()).map(({ channelId }) => channelId);
    }

    describe('that no channel accepted', () => {
      const ADAS = '910000000000000001';
      const BENS = '910000000000000002';
      const refuse = (channelId: string) =>
        given.store.stopQueue(channelId, { state: 'paused', code: 50_007 });
      const about = { guildId: '800000000000000001', channelId: SALES };

      async function sentTo(...channelIds: readonly string[]): Promise<void> {
        const to = channelIds.map(noticeTo);
        await stopped();
        await given.store.postNotice(SALES, { alert: noticeAlert({ channelId: SALES }), to });
      }

      it('is listed once all its target channels have refused it, and is rerouted once', async () => {
        await sentTo(ADAS, BENS);
        expect(await given.store.hasNotices()).toBe(false);
        const before = await given.store.refusedNotices();
        await refuse(ADAS);
        const between = await given.store.refusedNotices();
        await refuse(BENS);
        expect(await given.store.hasNotices()).toBe(true);
        const [refused, ...others] = await given.store.refusedNotices();
        if (refused === undefined) throw new Error('Nothing was refused.');
        for (let turn = 0; turn < 2; turn += 1) await given.store.rerouteNotice(refused.alertId, GENERAL);

        expect([before, between, others]).toEqual([[], [], []]);
        expect(refused).toEqual({ ...about, alertId: refused.alertId });
        expect(await waitingKeys(given.store, GENERAL)).toEqual([noticeAlert({ channelId: SALES }).key]);
        expect([
          ...(await waitingKeys(given.store, ADAS)),
          ...(await waitingKeys(given.store, BENS)),
        ]).toEqual([]);
        expect(await given.store.refusedNotices()).toEqual([]);
      });

      it('is dropped when there is no other target, or no rule of the channel', async () => {
        await sentTo(ADAS);
        await refuse(ADAS);
        const [refused] = await given.store.refusedNotices();
        await given.store.rerouteNotice(refused?.alertId ?? 0, null);
        expect(await given.store.refusedNotices()).toEqual([]);
        await given.store.rerouteNotice(refused?.alertId ?? 0, GENERAL);
        expect(await waitingKeys(given.store, GENERAL)).toEqual([]);
      });
    });

    it('is due for a channel that had been open and has rules, with its users and content', async () => {
      await given.store.addSubscription(ruleFor(SALES, { createdBy: BEN }));
      await given.store.addSubscription(ruleFor(SALES, { createdBy: ADA, topics: ['mint'] }));
      await given.store.addSubscription(ruleFor(SALES, { createdBy: BEN, filter: only(DERPS) }));
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      given.now = 6_000_000;
      expect(await given.store.hasNotices()).toBe(false);
      await given.store.stopQueue(SALES, PAUSE);
      expect(await given.store.hasNotices()).toBe(true);
      expect(await given.store.dueNotices()).toEqual([
        {
          guildId: '800000000000000001',
          channelId: SALES,
          code: 50_013,
          stoppedAt: 6_000_000,
          askers: [BEN, ADA],
          waiting: 2,
        },
      ]);
    });

    it('is for the creators of active rules, and for all when none is active', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES, { createdBy: ADA }));
      const other = await given.store.addSubscription(ruleFor(SALES, { createdBy: BEN, topics: ['mint'] }));
      await given.store.stopQueue(SALES, PAUSE);
      const asked = async () => (await given.store.dueNotices()).map(({ askers }) => askers);
      await given.store.pauseSubscription(subscription.guildId, subscription.id, 1);
      expect(await asked()).toEqual([[BEN]]);
      await given.store.pauseSubscription(subscription.guildId, other.subscription.id, 1);
      expect(await asked()).toEqual([[ADA, BEN]]);
    });

    it('goes to channels of the server, which their queues say, and to people, whom Discord may give other channels', async () => {
      const [first, second] = ['910000000000000001', '910000000000000002'];
      const post = async (key: string, to: readonly NoticeTarget[]) => {
        await given.store.addSubscription(ruleFor(SALES, { createdBy: BEN }));
        await given.store.stopQueue(SALES, PAUSE);
        await given.store.postNotice(SALES, { alert: noticeAlert({ key, channelId: SALES }), to });
      };
      const guildsOf = async (...channelIds: readonly string[]) =>
        (await Promise.all(channelIds.map((channelId) => given.store.channelWork(channelId, 1)))).map(
          ({ target }) => target.guildId,
        );
      await post('n1', [{ channelId: first, userId: BEN }]);
      // Discord may open another channel for the same person.
      await post('n2', [{ channelId: second, userId: BEN }, noticeTo(GENERAL)]);
      expect(await guildsOf(first, second, GENERAL)).toEqual([null, null, ruleFor(SALES).guildId]);
      expect(await waitingKeys(given.store, second)).toEqual(['n2']);
    });

    it('is not due for a channel without rules', async () => {
      await given.store.stopQueue(SALES, PAUSE);
      await given.store.addSubscription(ruleFor(GENERAL));
      expect(await given.store.dueNotices()).toEqual([]);
    });

    it('is due once: not again when the channel is stopped while it is stopped', async () => {
      await stopped();
      await given.store.postNotice(SALES, null);
      await given.store.stopQueue(SALES, { state: 'closed', code: 10_003 });
      expect(await channelsDue()).toEqual([]);
    });

    it('is due again when the channel was opened and is stopped once more', async () => {
      await stopped();
      await given.store.postNotice(SALES, null);
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.stopQueue(SALES, PAUSE);
      expect(await channelsDue()).toEqual([SALES]);
    });

    it('is due no more when the channel was opened or lost its last rule', async () => {
      await stopped();
      const other = await given.store.addSubscription(ruleFor(GENERAL));
      await given.store.stopQueue(GENERAL, PAUSE);
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.removeSubscription('800000000000000001', other.subscription.id);
      expect(await channelsDue()).toEqual([]);
    });

    it('is queued in its target channels like any other alert, once', async () => {
      await stopped();
      const notice = { alert: noticeAlert({ channelId: SALES }), to: [noticeTo(GENERAL)] };
      await given.store.postNotice(SALES, notice);
      await given.store.postNotice(SALES, notice);
      const { pending } = await given.store.channelWork(GENERAL, 10);
      expect(pending.map(({ alert }) => alert)).toEqual([notice.alert]);
      expect(await channelsDue()).toEqual([]);
    });

    it('reaches a channel whose rules were removed, also after a try that failed', async () => {
      await stopped();
      const { subscription } = await given.store.addSubscription(ruleFor(GENERAL));
      await given.store.removeSubscription(subscription.guildId, subscription.id);
      const { key, ...alert } = noticeAlert({ channelId: SALES });
      await given.store.postNotice(SALES, { alert: { ...alert, key }, to: [noticeTo(GENERAL)] });
      const post = await begin(given.store, GENERAL, 1);
      await given.store.release(post.id, { notBefore: 0, alone: false });
      expect(await waitingKeys(given.store, GENERAL)).toEqual([key]);
    });

    it('opens a channel that no rule can open, but none that has rules', async () => {
      await given.store.stopQueue(QUIET, { state: 'paused', code: 50_007 });
      await given.store.addSubscription(ruleFor(GENERAL));
      await given.store.stopQueue(GENERAL, PAUSE);
      await stopped();
      await given.store.postNotice(SALES, { alert: noticeAlert({ key: 'n1' }), to: [noticeTo(QUIET)] });
      await given.store.postNotice(GENERAL, { alert: noticeAlert({ key: 'n2' }), to: [noticeTo(SALES)] });
      expect(await given.store.queueStatuses([QUIET, SALES])).toMatchObject([
        { state: 'open', lastProblem: { code: 50_007 } },
        { state: 'paused' },
      ]);
    });
  });
}
