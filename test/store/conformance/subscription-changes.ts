import { describe, expect, it } from 'vitest';
import { DEFAULT_CHANNEL_SETTINGS } from '#src/alerts/settings.ts';
import { RULE_LIMITS } from '#src/alerts/subscription-revision.ts';
import type { SettingsStore, SubscriptionStore } from '#src/store/open.ts';

import { GENERAL, ingestionOf, QUIET, ruleFor, SALES, salesFor, waitingKeys } from '../samples.ts';
import { type StoreHarness, storeForEachTest } from './harness.ts';

const HERE = '800000000000000001';
const ELSEWHERE = '800000000000000002';
const priced = (channelId: string, price_from: number) => {
  const rule = ruleFor(channelId);
  return { ...rule, filter: { ...rule.filter, price_from: BigInt(price_from) } };
};
const many = (channelId: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, n) => priced(channelId, from + n));

/** The contract of `SubscriptionStore.reviseSubscriptions`. */
export function describeSubscriptionChanges(
  harness: StoreHarness<
    Pick<
      SubscriptionStore,
      | 'reviseSubscriptions'
      | 'addSubscription'
      | 'pauseSubscription'
      | 'subscriptionsOf'
      | 'subscriptionCounts'
    > &
      Pick<SettingsStore, 'allChannelSettings'>
  >,
): void {
  describe('a revision of several subscriptions', () => {
    const given = storeForEachTest(harness);
    const idsOf = async () => (await given.store.subscriptionsOf(HERE)).map(({ id }) => id);

    it('adds, pauses, resumes, removes and changes together, and returns what it did', async () => {
      const ids: number[] = [];
      // One after the other: the ids are in the order of the commits.
      for (const one of many(SALES, 3)) ids.push((await given.store.addSubscription(one)).subscription.id);
      await given.store.pauseSubscription(HERE, ids[1] ?? 0, 5);
      const settings = { ...DEFAULT_CHANNEL_SETTINGS, hourlyLimit: 7 };

      const revised = await given.store.reviseSubscriptions(
        HERE,
        {
          add: [ruleFor(GENERAL), { ...ruleFor(QUIET), pausedAt: 9 }, priced(SALES, 1)],
          pause: [ids[0] ?? 0, 999],
          resume: [ids[1] ?? 0],
          remove: [ids[2] ?? 0, 998],
          settings: [{ channelId: QUIET, settings }],
        },
        10,
      );

      expect(revised).toMatchObject({
        type: 'revised',
        added: [{ created: true }, { created: true, subscription: { pausedAt: 9 } }, { created: false }],
        paused: [ids[0]],
        resumed: [{ id: ids[1], pausedAt: null }],
        removed: [ids[2]],
      });
      expect((await given.store.subscriptionsOf(HERE)).map((one) => [one.channelId, one.pausedAt])).toEqual([
        [SALES, 10],
        [SALES, null],
        [GENERAL, null],
        [QUIET, 9],
      ]);
      expect((await given.store.allChannelSettings()).get(QUIET)).toEqual(settings);
    });

    it('touches no other server', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(QUIET, { guildId: ELSEWHERE }));
      const lists = { pause: [subscription.id], remove: [subscription.id], resume: [subscription.id] };
      expect(await given.store.reviseSubscriptions(HERE, lists, 1)).toEqual({
        type: 'revised',
        added: [],
        paused: [],
        resumed: [],
        removed: [],
        templatesLeftOut: 0,
      });
      expect(await given.store.subscriptionsOf(ELSEWHERE)).toEqual([subscription]);
    });

    it('changes nothing at all where a cap is in the way', async () => {
      await given.store.reviseSubscriptions(HERE, { add: many(SALES, RULE_LIMITS.channel) }, 1);
      const before = await idsOf();
      const settings = [{ channelId: SALES, settings: { ...DEFAULT_CHANNEL_SETTINGS, hourlyLimit: 7 } }];

      const over = await given.store.reviseSubscriptions(
        HERE,
        {
          add: [ruleFor(GENERAL), ...many(SALES, 3, 100)],
          remove: before.slice(0, 1),
          pause: before,
          settings,
        },
        1,
      );

      expect(over).toEqual({ type: 'over', of: 'channel', channelId: SALES, count: RULE_LIMITS.channel + 2 });
      expect(await idsOf()).toEqual(before);
      expect((await given.store.subscriptionsOf(HERE)).every(({ pausedAt }) => pausedAt === null)).toBe(true);
      expect(await given.store.allChannelSettings()).toEqual(new Map());
    });

    it('counts what is the same once, and lets a server that has more than it could have change', async () => {
      for (const one of many(SALES, RULE_LIMITS.channel + 5)) await given.store.addSubscription(one);
      const [first = 0] = await idsOf();
      const revise = (add: number, remove: readonly number[]) =>
        given.store.reviseSubscriptions(
          HERE,
          { add: [priced(SALES, 1), priced(SALES, add), priced(SALES, add)], remove },
          1,
        );

      expect(await revise(500, [])).toEqual({
        type: 'over',
        of: 'channel',
        channelId: SALES,
        count: RULE_LIMITS.channel + 6,
      });
      expect(await revise(500, [first + 1])).toMatchObject({ type: 'revised', removed: [first + 1] });
    });

    it('keeps a server from more than it can have, over all its channels', async () => {
      const channels = Array.from(
        { length: RULE_LIMITS.server / RULE_LIMITS.channel },
        (_, n) => `7000000000000000${10 + n}`,
      );
      for (const channelId of channels) {
        await given.store.reviseSubscriptions(HERE, { add: many(channelId, RULE_LIMITS.channel) }, 1);
      }
      expect(await given.store.reviseSubscriptions(HERE, { add: [ruleFor(SALES)] }, 1)).toEqual({
        type: 'over',
        of: 'server',
        count: RULE_LIMITS.server + 1,
      });
      expect([...(await given.store.subscriptionCounts(HERE)).values()]).toEqual(
        channels.map(() => RULE_LIMITS.channel),
      );
      expect(
        await given.store.reviseSubscriptions(
          ELSEWHERE,
          { add: [ruleFor(SALES, { guildId: ELSEWHERE })] },
          1,
        ),
      ).toMatchObject({ type: 'revised' });
    });
  });
}

/** What becomes of pending deliveries when the rules of a channel are replaced. */
export function describeSubscriptionChangesInQueues(harness: StoreHarness): void {
  describe('a revision of the subscriptions of a channel with alerts', () => {
    const given = storeForEachTest(harness);
    const idsOf = async () => (await given.store.subscriptionsOf(HERE)).map(({ id }) => id);

    it('keeps what waits for a channel that is only given other rules, and drops it with the last one', async () => {
      const { subscription } = await given.store.addSubscription(ruleFor(SALES));
      await given.store.ingest(ingestionOf(salesFor(['a'], SALES)));
      await given.store.reviseSubscriptions(HERE, { add: [priced(SALES, 1)], remove: [subscription.id] }, 1);
      expect(await waitingKeys(given.store, SALES)).toEqual(['a']);

      await given.store.reviseSubscriptions(HERE, { remove: await idsOf() }, 1);

      expect(await waitingKeys(given.store, SALES)).toEqual([]);
    });
  });
}
