import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../src/domain/alert-filter.ts';
import { begin, GENERAL, intakeOf, only, QUIET, ruleFor, SALES, salesFor, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const DERPS = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';
const HERE = '800000000000000001';
const ELSEWHERE = '800000000000000002';

/** The contract of `SubscriptionStore`. */
export function describeSubscriptions(harness: StoreHarness): void {
  describe('a subscription', () => {
    const given = storeForEachTest(harness);

    it('is kept as it was given, with an id', async () => {
      const rule = ruleFor(SALES, { filter: only(DERPS) });
      const { subscription, created } = await given.store.addSubscription(rule);
      expect(created).toBe(true);
      expect(subscription).toEqual({ ...rule, id: subscription.id, pausedAt: null, lastMatchAt: null });
      expect(await given.store.allSubscriptions()).toEqual([subscription]);
    });

    it('belongs to its server', async () => {
      const first = await given.store.addSubscription(ruleFor(SALES));
      const other = await given.store.addSubscription(ruleFor(QUIET, { guildId: ELSEWHERE }));
      const second = await given.store.addSubscription(ruleFor(GENERAL));
      expect(await given.store.subscriptionsOf(HERE)).toEqual([first.subscription, second.subscription]);
      expect(await given.store.subscriptionsOf(ELSEWHERE)).toEqual([other.subscription]);
    });

    it('is the same one when channel, kinds and collection are, whoever adds it', async () => {
      const first = await given.store.addSubscription(ruleFor(SALES));
      const again = ruleFor(SALES, {
        createdBy: '700000000000000009',
        createdAt: 9,
        kinds: ['sale', 'sale'],
      });
      await expect(given.store.addSubscription(again)).resolves.toEqual({ ...first, created: false });
      expect(await given.store.allSubscriptions()).toHaveLength(1);
    });

    it('is another one for another collection', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      const { created } = await given.store.addSubscription(ruleFor(SALES, { filter: only(DERPS) }));
      expect(created).toBe(true);
    });

    it('opens a stopped lane, also when it is there already', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.stopLane(SALES, { state: 'paused', code: 50_013 });
      const { created } = await given.store.addSubscription(ruleFor(SALES));
      expect(created).toBe(false);
      expect(await given.store.laneStatuses([SALES])).toMatchObject([{ state: 'open', problemCode: null }]);
    });

    it('is taken away by its own server only', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await expect(given.store.removeSubscription(ELSEWHERE, subscription.id)).resolves.toBeNull();
      await expect(given.store.removeSubscription(HERE, subscription.id)).resolves.toEqual(subscription);
      await expect(given.store.removeSubscription(HERE, subscription.id)).resolves.toBeNull();
      expect(await given.store.allSubscriptions()).toEqual([]);
    });

    it('never takes over the id of one that was removed', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await given.store.removeSubscription(HERE, subscription.id);
      const next = await given.store.addSubscription(ruleFor(SALES));
      expect(next.subscription.id).not.toBe(subscription.id);
    });
  });

  describe('taking away a rule', () => {
    const given = storeForEachTest(harness);

    async function ruleIds(...collections: readonly (typeof DERPS | null)[]): Promise<number[]> {
      const ids: number[] = [];
      for (const collection of collections) {
        const { subscription } = await given.store.addSubscription(
          ruleFor(SALES, { filter: collection === null ? EVERYTHING : only(collection) }),
        );
        ids.push(subscription.id);
      }
      return ids;
    }

    it('drops what waits when it was the last of its channel', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.intake(intakeOf(salesFor(['a'], SALES, GENERAL)));
      await given.store.removeSubscription(HERE, id);
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['a']);
      expect(await given.store.lanesWithWork()).toEqual([GENERAL]);
    });

    it('keeps what waits while the channel has another rule', async () => {
      const [id = 0] = await ruleIds(null, DERPS);
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      await given.store.removeSubscription(HERE, id);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('leaves a message alone that is under way', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.removeSubscription(HERE, id);
      expect(await given.store.laneWork(SALES, 10)).toMatchObject({ unsettled: post, pending: [] });
      expect(await given.store.lanesWithWork()).toEqual([SALES]);
      await given.store.markSent(post.id, { messageId: '1', at: 1, publish: false });
      expect(await given.store.lanesWithWork()).toEqual([]);
    });

    it('drops what a message under way gives back later', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.intake(intakeOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await given.store.removeSubscription(HERE, id);
      await given.store.release(post.id, { notBefore: 0, alone: false });
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
    });

    it('keeps out what was matched before and comes in after, until there is a rule again', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.removeSubscription(HERE, id);
      await expect(given.store.intake(intakeOf(salesFor(['a'], SALES)))).resolves.toEqual([]);
      await ruleIds(null);
      await expect(given.store.intake(intakeOf(salesFor(['a', 'b'], SALES)))).resolves.toEqual([SALES]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
    });
  });

  describe('the status of lanes', () => {
    const given = storeForEachTest(harness);

    it('comes in the order asked for, with what waits and what stopped them', async () => {
      await given.store.intake(intakeOf(salesFor(['a', 'b', 'c'], SALES)));
      await begin(given.store, SALES, 1);
      await given.store.stopLane(GENERAL, { state: 'closed', code: 10_003 });
      expect(await given.store.laneStatuses([QUIET, SALES, GENERAL])).toEqual([
        {
          channelId: QUIET,
          state: 'open',
          problemCode: null,
          lastPostAt: null,
          waiting: 0,
          lastProblem: null,
        },
        {
          channelId: SALES,
          state: 'open',
          problemCode: null,
          lastPostAt: null,
          waiting: 2,
          lastProblem: null,
        },
        {
          channelId: GENERAL,
          state: 'closed',
          problemCode: 10_003,
          lastPostAt: null,
          waiting: 0,
          lastProblem: { at: 5_000_000, code: 10_003 },
        },
      ]);
    });
  });
}
