import { describe, expect, it } from 'vitest';
import { type FilterValues, MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { Rule } from '#src/alerts/subscription.ts';
import type { DeliveryStore, SubscriptionStore } from '#src/store/open.ts';

import {
  begin,
  GENERAL,
  ingestionOf,
  only,
  QUIET,
  ruleFor,
  SALES,
  salesFor,
  waitingKeys,
} from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const APES = '0x00000000000000000000000000000000000000aa';
const DERPS = '0x63a9addf2327a0f4b71bcf9bfa757e333e1b7177';
const HERE = '800000000000000001';
const ELSEWHERE = '800000000000000002';

function traits(mode: 'any' | 'all', ...pairs: readonly (readonly [string, string])[]): FilterValues {
  return { ...MATCH_ALL, traits: pairs.map(([type, value]) => ({ type, value })), trait_mode: mode };
}

/** Leaves nothing open. */
const FULL: FilterValues = {
  collection: [APES, DERPS],
  price_from: 1n,
  price_to: 2n ** 200n,
  below_floor: 99,
  rank: 500,
  traits: [{ type: 'Hat', value: 'Red “&”' }],
  trait_mode: 'all',
  wallets: [DERPS, APES],
  not_wallets: [APES],
  not_collections: [DERPS],
  not_tokens: [`${APES}-7`],
  not_traits: [{ type: 'hat', value: 'crown' }],
  amount: 10n ** 18n,
  ending: 60,
};

/** The part of `SubscriptionStore` that keeps rules. */
export function describeSubscriptions(
  harness: StoreHarness<
    Pick<
      SubscriptionStore,
      | 'allSubscriptions'
      | 'subscriptionsOf'
      | 'addSubscription'
      | 'removeSubscription'
      | 'changeSubscription'
      | 'pauseSubscription'
      | 'resumeSubscription'
      | 'reopenChannel'
      | 'queueStatuses'
    > &
      Pick<DeliveryStore, 'stopQueue'>
  >,
): void {
  describe('a subscription', () => {
    const given = storeForEachTest(harness);

    it('is kept as it was given, with an id', async () => {
      const rule = ruleFor(SALES, { filter: only(DERPS) });
      const { subscription, created } = await given.store.addSubscription(rule);
      expect(created).toBe(true);
      expect(subscription).toEqual({
        ...rule,
        id: subscription.id,
        pausedAt: null,
        lastMatchAt: null,
        lastPostAt: null,
      });
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
        topics: ['sale', 'sale'],
      });
      await expect(given.store.addSubscription(again)).resolves.toEqual({ ...first, created: false });
      expect(await given.store.allSubscriptions()).toHaveLength(1);
    });

    it('is another one for another collection', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      const { created } = await given.store.addSubscription(ruleFor(SALES, { filter: only(DERPS) }));
      expect(created).toBe(true);
    });

    it('comes back with everything that it asks for', async () => {
      const rule = ruleFor(SALES, {
        topics: ['sale', 'listing', 'auction_ending'],
        filter: FULL,
        pingRoles: ['600000000000000001', '600000000000000002'],
      });
      const { subscription } = await given.store.addSubscription(rule);
      expect(subscription).toStrictEqual({
        ...rule,
        id: subscription.id,
        pausedAt: null,
        lastMatchAt: null,
        lastPostAt: null,
      });
      expect(await given.store.subscriptionsOf(HERE)).toStrictEqual([subscription]);
    });

    it('keeps a name and an end, which make no other rule of it', async () => {
      const extras = { name: 'Whales', endsAt: 1_900_000_000_000 };
      const first = await given.store.addSubscription(ruleFor(SALES, { extras }));
      expect(first.subscription.extras).toEqual(extras);
      await expect(given.store.addSubscription(ruleFor(SALES))).resolves.toEqual({
        ...first,
        created: false,
      });

      const renamed = { name: null, endsAt: 1_900_000_000_001 };
      const { subscription, created } = await given.store.addSubscription(
        ruleFor(SALES, { extras: renamed }),
      );
      expect([created, subscription]).toEqual([false, { ...first.subscription, extras: renamed }]);

      const { topics, filter, pingRoles } = subscription;
      const changed = await given.store.changeSubscription(HERE, subscription.id, {
        topics,
        filter,
        pingRoles,
      });
      expect(changed).toEqual({ ...subscription, extras: undefined });
    });

    it.each<[string, Partial<Rule>, Partial<Rule>]>([
      ['the order of its kinds', { topics: ['sale', 'mint'] }, { topics: ['mint', 'sale'] }],
      ['the order of its collections', { filter: only(DERPS, APES) }, { filter: only(APES, DERPS) }],
      [
        'the order of its wallets',
        { filter: { ...MATCH_ALL, wallets: [APES, DERPS], not_wallets: [APES] } },
        { filter: { ...MATCH_ALL, wallets: [DERPS, APES, APES], not_wallets: [APES] } },
      ],
      [
        'the case and order of its traits',
        { filter: traits('all', ['Hat', 'Red'], ['Eyes', 'Laser']) },
        { filter: traits('all', ['eyes', 'LASER'], ['hat', 'red']) },
      ],
      [
        'how many of one trait are needed',
        { filter: traits('all', ['Hat', 'Red']) },
        { filter: traits('any', ['Hat', 'Red']) },
      ],
      ['a lead without endings', { filter: { ending: 5 } }, { filter: { ending: 60 } }],
    ])('is the same one whatever %s', async (_what, one, other) => {
      const first = await given.store.addSubscription(ruleFor(SALES, one));
      await expect(given.store.addSubscription(ruleFor(SALES, other))).resolves.toEqual({
        ...first,
        created: false,
      });
    });

    it.each<[string, Partial<Rule>]>([
      ['kinds', { topics: ['mint'] }],
      ['collections', { filter: { ...MATCH_ALL, collection: 'whitelisted' } }],
      ['lowest price', { filter: { ...MATCH_ALL, price_from: 0n } }],
      ['highest price', { filter: { ...MATCH_ALL, price_to: 0n } }],
      ['way below the floor', { filter: { ...MATCH_ALL, below_floor: 10 } }],
      ['rank', { filter: { ...MATCH_ALL, rank: 1 } }],
      ['wallets', { filter: { ...MATCH_ALL, wallets: [APES] } }],
      ['excluded collections', { filter: { ...MATCH_ALL, not_collections: [APES] } }],
      ['excluded tokens', { filter: { ...MATCH_ALL, not_tokens: [`${APES}-1`] } }],
      ['excluded traits', { filter: { ...MATCH_ALL, not_traits: [{ type: 'hat', value: 'crown' }] } }],
      ['unwanted wallets', { filter: { ...MATCH_ALL, not_wallets: [APES] } }],
      ['quantity', { filter: { ...MATCH_ALL, amount: 1n } }],
      ['traits', { filter: traits('any', ['Hat', 'Red']) }],
    ])('is another one for other %s', async (_what, change) => {
      await given.store.addSubscription(ruleFor(SALES));
      const { created } = await given.store.addSubscription(ruleFor(SALES, change));
      expect(created).toBe(true);
    });

    it('is another one for another lead of endings, and for all of two traits instead of any', async () => {
      const topics = ['auction_ending'] as const;
      const two = [
        ['a', '1'],
        ['b', '2'],
      ] as const;
      for (const change of [
        {
          topics,
          filter: {
            ending: 5,
          },
        },
        { topics },
        { filter: traits('any', ...two) },
        { filter: traits('all', ...two) },
        { filter: traits('all', ['a,1', 'b'], ['2', 'c']) },
      ]) {
        expect((await given.store.addSubscription(ruleFor(SALES, change))).created).toBe(true);
      }
    });

    it('opens a stopped queue, also when the rule exists already', async () => {
      await given.store.addSubscription(ruleFor(SALES));
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      const { created } = await given.store.addSubscription(ruleFor(SALES));
      expect(created).toBe(false);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ state: 'open', problemCode: null }]);
    });

    it('is removed by its own server only', async () => {
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

  describe('changing a rule', () => {
    const given = storeForEachTest(harness);
    const wanted = {
      topics: ['mint'],
      filter: FULL,
      pingRoles: ['600000000000000001'],
    } as const;

    it('replaces what it asks for and nothing else', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      const changed = { ...subscription, ...wanted };
      await expect(given.store.changeSubscription(HERE, subscription.id, wanted)).resolves.toEqual(changed);
      expect(await given.store.allSubscriptions()).toEqual([changed]);
    });

    it('may change nothing', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await expect(given.store.changeSubscription(HERE, subscription.id, subscription)).resolves.toEqual(
        subscription,
      );
    });

    it('refuses what another rule of its channel asks for, and changes nothing then', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await given.store.addSubscription(ruleFor(SALES, wanted));
      await expect(given.store.changeSubscription(HERE, subscription.id, wanted)).resolves.toBe('same');
      expect((await given.store.allSubscriptions())[0]).toEqual(subscription);
    });

    it('is for its own server only', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await expect(given.store.changeSubscription(ELSEWHERE, subscription.id, wanted)).resolves.toBeNull();
      expect(await given.store.allSubscriptions()).toEqual([subscription]);
    });
  });

  describe('pausing a rule', () => {
    const given = storeForEachTest(harness);

    it('dates it, once', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      const paused = { ...subscription, pausedAt: 77 };
      await expect(given.store.pauseSubscription(HERE, subscription.id, 77)).resolves.toEqual(paused);
      await expect(given.store.pauseSubscription(HERE, subscription.id, 99)).resolves.toEqual(paused);
    });

    it('ends when it is resumed, which opens its queue', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await given.store.pauseSubscription(HERE, subscription.id, 77);
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      await expect(given.store.resumeSubscription(HERE, subscription.id)).resolves.toEqual(subscription);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([
        { state: 'open', problemCode: null, lastProblem: { at: 5_000_000, code: 50_013 } },
      ]);
    });

    it('goes on when its channel is opened again', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      const paused = await given.store.pauseSubscription(HERE, subscription.id, 77);
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      await expect(given.store.reopenChannel(ELSEWHERE, SALES)).resolves.toBe(false);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ state: 'paused' }]);
      await expect(given.store.reopenChannel(HERE, SALES)).resolves.toBe(true);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ state: 'open', problemCode: null }]);
      expect(await given.store.allSubscriptions()).toEqual([paused]);
    });

    it('is for its own server only, and so is resuming', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await given.store.stopQueue(SALES, { state: 'paused', code: 50_013 });
      await expect(given.store.pauseSubscription(ELSEWHERE, subscription.id, 77)).resolves.toBeNull();
      await expect(given.store.resumeSubscription(ELSEWHERE, subscription.id)).resolves.toBeNull();
      expect(await given.store.allSubscriptions()).toEqual([subscription]);
      expect(await given.store.queueStatuses([SALES])).toMatchObject([{ state: 'paused' }]);
    });
  });
}

/** What becomes of alerts when rules change, and the status of the queues. */
export function describeSubscriptionsInQueues(harness: StoreHarness): void {
  describe('removing a rule', () => {
    const given = storeForEachTest(harness);

    async function ruleIds(...collections: readonly (typeof DERPS | null)[]): Promise<number[]> {
      const ids: number[] = [];
      for (const collection of collections) {
        const { subscription } = await given.store.addSubscription(
          ruleFor(SALES, { filter: collection === null ? MATCH_ALL : only(collection) }),
        );
        ids.push(subscription.id);
      }
      return ids;
    }

    it('drops what waits when it was the last of its channel', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES, GENERAL)));
      await given.store.removeSubscription(HERE, id);
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
      expect(await waitingKeys(given.store, GENERAL)).toEqual(['a']);
      expect(await given.store.channelsWithWork()).toEqual([GENERAL]);
    });

    it('keeps what waits while the channel has another rule', async () => {
      const [id = 0] = await ruleIds(null, DERPS);
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await given.store.removeSubscription(HERE, id);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);
    });

    it('leaves a message alone that is under way', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)));
      const post = await begin(given.store, SALES, 1);
      await given.store.removeSubscription(HERE, id);
      expect(await given.store.channelWork(SALES, 10)).toMatchObject({ unsettled: post, pending: [] });
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
      await given.store.markSent(post.id, { messageId: '1', at: 1, publish: false });
      expect(await given.store.channelsWithWork()).toEqual([]);
    });

    it('drops what a message under way gives back later', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      const post = await begin(given.store, SALES);
      await given.store.removeSubscription(HERE, id);
      await given.store.release(post.id, { notBefore: 0, alone: false });
      expect(await waitingKeys(given.store, SALES)).toEqual([]);
    });

    it('accepts no deliveries for alerts matched before, until there is a rule again', async () => {
      const [id = 0] = await ruleIds(null);
      await given.store.removeSubscription(HERE, id);
      await expect(given.store.ingest(ingestionOf(salesFor(['a'], SALES)))).resolves.toEqual([]);
      await ruleIds(null);
      await expect(given.store.ingest(ingestionOf(salesFor(['a', 'b'], SALES)))).resolves.toEqual([SALES]);
      expect(await waitingKeys(given.store, SALES)).toEqual(['b']);
    });
  });

  describe('pausing the rule of a channel with alerts', () => {
    const given = storeForEachTest(harness);

    it('keeps what waits', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await given.store.pauseSubscription(HERE, subscription.id, 77);
      expect(await given.store.channelsWithWork()).toEqual([SALES]);
    });
  });

  describe('the status of channel queues', () => {
    const given = storeForEachTest(harness);

    it('comes in the order asked for, with what waits and what stopped them', async () => {
      await given.store.ingest(ingestionOf(salesFor(['a', 'b', 'c'], SALES)));
      await begin(given.store, SALES, 1);
      await given.store.stopQueue(GENERAL, { state: 'closed', code: 10_003 });
      expect(await given.store.queueStatuses([QUIET, SALES, GENERAL])).toEqual([
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
          waiting: 3,
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
